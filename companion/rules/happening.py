"""What happens at an assisted table."""

from companion.rules.coded import Coded


class Happening(Coded):
    """Something the players should not miss: `Happening("met", player="Leila")`."""
