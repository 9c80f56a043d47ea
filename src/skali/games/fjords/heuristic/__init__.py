"""What Fjords knows about good play: how the land will be shared out, and which moves are likely."""
