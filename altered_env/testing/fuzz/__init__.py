"""Random games of the whole pool in search of errors: plans, play and coverage."""

from .plans import Plan
from .random_games import Failure, Result, play_chunk
from .reached import Reached

__all__ = ["Failure", "Plan", "Reached", "Result", "play_chunk"]
