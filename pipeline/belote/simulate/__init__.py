"""From (seed, table, deal) to columns in memory: dealing and the loop of the kernel."""
