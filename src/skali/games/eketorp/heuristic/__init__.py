"""What Eketorp knows about good play."""
