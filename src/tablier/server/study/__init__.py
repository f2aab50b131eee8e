"""Studies: boards for analysis with an engine. Nothing is stored; every request contains its whole line."""
