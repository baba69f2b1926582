"""What statistics say about deals: the bridge from the game and the lake to `belote.stats`."""
