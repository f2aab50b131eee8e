"""Load: many people at once, and what that costs the server."""
