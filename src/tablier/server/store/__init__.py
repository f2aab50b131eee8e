"""What is kept on disk: every event of every match, once and in order, and who the people are."""
