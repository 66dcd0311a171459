"""Running the companion at home: how phones find it, and HTTPS without a domain."""
