"""What the pages of a game show, worked out from the table; no markup."""
