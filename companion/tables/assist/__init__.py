"""The cardboard games at a table: everyone keeps their own counters, the companion does what people forget."""
