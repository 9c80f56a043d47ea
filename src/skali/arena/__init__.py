"""Matches, tournaments, ratings and reports between agents, spread over processes and machines."""

from skali.arena.match import MatchResult, SeatResult, play_match
from skali.arena.plan import ArenaError, Plan
from skali.arena.tournament import cores, run_arena

__all__ = ["ArenaError", "MatchResult", "Plan", "SeatResult", "cores", "play_match", "run_arena"]
