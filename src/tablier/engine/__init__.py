"""Players, and the native rules they think with: the only part that imports the native module."""
