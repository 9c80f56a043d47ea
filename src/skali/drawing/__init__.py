"""What pictures of positions are made of. Knows no game, and nothing else of Skáli."""
