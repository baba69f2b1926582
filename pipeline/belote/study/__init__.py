"""Questions that play deals to be answered: what a change of rules does, who wins from a score."""
