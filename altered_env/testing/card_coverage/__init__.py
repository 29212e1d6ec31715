"""Exercising cards: each is put into games in which it can be played, and every line of it is
seen to matter.

>>> from altered_env import cards
>>> from altered_env.testing.card_coverage import exercise
>>> report = exercise(cards.find("Foundry Armorer C"))
>>> report.missing, report.failures
([], [])
"""

from altered_env.testing.card_coverage.trying import Failure, Report, exercise

__all__ = ["Failure", "Report", "exercise"]
