"""The server: matches between people and engines, over WebSocket and HTTP. Only this package listens on the network."""
