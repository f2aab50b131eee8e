"""Matches: the service that applies commands, and everything it needs."""
