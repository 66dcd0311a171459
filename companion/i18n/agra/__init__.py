"""The words of Agra."""
