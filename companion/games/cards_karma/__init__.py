"""Cards & Karma."""
