"""``python -m belote``: the command line."""

from belote.cli import main

main()
