"""What belote is: cards, rule sets, legality, auction, annonces, marking, games. No I/O."""
