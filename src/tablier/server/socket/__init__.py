"""The WebSocket: one connection per page, which carries many matches."""
