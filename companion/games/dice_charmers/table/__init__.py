"""The Dice Charmers at live tables: log entries, offered moves, the public view."""
