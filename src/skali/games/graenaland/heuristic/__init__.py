"""What Graenaland knows about good play."""
