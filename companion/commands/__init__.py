"""What the commands of `cli.py` do, as far as it is more than one call."""
