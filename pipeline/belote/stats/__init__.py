"""Numbers in, numbers out: intervals, comparisons, and the probability of winning a game."""
