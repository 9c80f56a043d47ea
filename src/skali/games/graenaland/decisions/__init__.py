"""The decisions of Graenaland, one file for each family of them; ``listing`` has them all."""
