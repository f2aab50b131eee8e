"""The interface every game has, and no game."""
