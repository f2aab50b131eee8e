"""HTTP: pages, files, and the JSON interface."""
