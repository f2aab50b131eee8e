"""Engines: opponents on seats, and a pool of worker processes that search for them."""
