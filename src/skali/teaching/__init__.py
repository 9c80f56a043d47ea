"""Guides, guided first games and help for a real table: data in a game's folder, read and checked here. Knows no game."""
