"""A run from start to commit: workers, resuming, marking, checking."""
