"""HTTP: pages, and the JSON interface for programs."""
