"""The pages: each a function that puts charts of `belote.charts` under one another."""
