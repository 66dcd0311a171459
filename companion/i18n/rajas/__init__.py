"""The words of Rajas of the Ganges; the Russian ones are those of the Russian rulebook."""
