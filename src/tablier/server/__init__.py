"""The server: tables where people and engines play, over WebSocket and HTTP. The only place with I/O and secrets."""
