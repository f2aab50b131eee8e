"""One WebSocket a page: many matches over one connection."""
