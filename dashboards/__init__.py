"""The dashboard: `app.py` is what Streamlit runs, each page is a module with one function.

There is no folder `pages`: Streamlit would take its files for pages of their own.
"""
