"""The hall: all tables, the matches played there, and who listens."""
