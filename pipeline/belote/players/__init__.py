"""Who decides: players that see only what their seat sees."""
