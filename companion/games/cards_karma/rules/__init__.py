"""Cards & Karma: tokens, display and rounds of a running game, paying, final scoring."""
