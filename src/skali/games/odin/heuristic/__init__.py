"""What sensible play looks like: values of things, likely moves, and what a position promises."""
