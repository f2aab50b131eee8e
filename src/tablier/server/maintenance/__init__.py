"""Backup, restore, checks, and the export and deletion of accounts."""
