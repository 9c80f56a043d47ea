"""The words of the counter game."""
