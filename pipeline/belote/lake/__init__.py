"""The lake: what is stored, how it is committed, and SQL over it. Only here Parquet and DuckDB."""
