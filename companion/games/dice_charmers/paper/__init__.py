"""Read a sheet that was played with a pencil from a photo, and explain its marks by the rules."""
