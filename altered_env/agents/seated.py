"""The players of a saved game, from a line of its header.

>>> said_of(["person", "rules"]), said_of(["rules", "person"])
('rules', 'rules | person')
>>> seats_of("rules", 2), seats_of("rules | person", 2)
(('person', 'rules'), ('rules', 'person'))
"""

from __future__ import annotations

from collections.abc import Sequence

from altered_env.agents.named import is_program

PERSON = "person"
"""The name of a seat that a person plays."""
_BETWEEN = " | "


def said_of(seats: Sequence[str]) -> str:
    """The line: the others, once if they are alike, where A is the only person; or else every
    seat."""
    alone = seats[0] == PERSON and PERSON not in seats[1:]
    if alone and len(set(seats[1:])) == 1:
        return seats[1]
    return _BETWEEN.join(seats[1:] if alone else seats)


def seats_of(line: str, players: int, usual: str = "rules") -> tuple[str, ...]:
    """The seats that a line tells. One name is that of all others; without any they are `usual`.

    >>> seats_of("greedy", 4)
    ('person', 'greedy', 'greedy', 'greedy')
    """
    line = line or usual
    names = (line,) if is_program(line) else tuple(line.split(_BETWEEN))  # a command may pipe
    if len(names) == players:
        return names
    if len(names) == players - 1:
        return (PERSON, *names)
    return (PERSON, *[names[-1]] * (players - 1))
