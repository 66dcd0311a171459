"""Rajas of the Ganges."""
