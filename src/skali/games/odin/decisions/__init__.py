"""The decisions of A Feast for Odin: one class each, by families; listing.py has them all."""
