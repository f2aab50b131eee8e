"""Accounts: guest cookies, device and recovery links, bots with tokens."""
