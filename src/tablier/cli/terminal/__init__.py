"""The game at one machine: everybody sits at the same keyboard."""
