"""The store: the SQLite database of accounts, matches, events, chat and push subscriptions."""
