"""Positions set up by hand and played with card names: for tests of rules, bug reports and puzzles.

>>> from altered_env import Scenario
>>> table = Scenario(seed=3)
>>> _ = table.player("A").hand("Foundry Armorer R1").mana(4)
>>> _ = table.player("B").companion_expedition("Ordis Recruit", boosts=1)
>>> table.begin("afternoon", first="A")
>>> table.act("A", "play Foundry Armorer to hero")
>>> table.find("Foundry Armorer").expedition
'hero'
>>> table.find("Ordis Recruit").stats
'2/2/2'
"""

from .scenario import Scenario

__all__ = ["Scenario"]
