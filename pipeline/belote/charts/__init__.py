"""Charts as pure functions: a frame of counts and a language in, an Altair chart out.

Nothing here asks the lake or draws a page; a function's docstring names the columns it needs.
"""
