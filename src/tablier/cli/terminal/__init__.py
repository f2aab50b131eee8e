"""A match in the terminal: all players share one keyboard."""
