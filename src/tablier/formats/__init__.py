"""File formats that games may use: SGF, transcripts and positions in a source text."""
