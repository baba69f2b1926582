"""The dashboard's scripts: `app.py` is what Streamlit runs, `pages` has one module a page."""
