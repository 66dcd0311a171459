"""The work of commands that is too long for `cli.py`."""
