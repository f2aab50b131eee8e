"""Keeping data: backups, health, and what belongs to a person."""
