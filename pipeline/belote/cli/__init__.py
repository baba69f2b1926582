"""The command line: a thin shell over the library."""

from belote.cli.app import main

__all__ = ["main"]
