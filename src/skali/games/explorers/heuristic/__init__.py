"""What Explorers knows about good play: judging a position (evaluation, prospects, chart) and weighing moves (policy)."""
