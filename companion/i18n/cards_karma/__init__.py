"""The words of Cards & Karma."""
