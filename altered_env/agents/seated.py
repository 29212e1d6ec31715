"""The players of a saved game, in a line of its header.

>>> said_of(["person", "rules"]), said_of(["rules", "person"])
('rules', 'rules | person')
>>> seats_of("rules", 2), seats_of("rules | person", 2)
(('person', 'rules'), ('rules', 'person'))
"""

from __future__ import annotations

from collections.abc import Sequence

from altered_env.agents.named import is_program

PERSON = "person"
"""The name of a seat played by a person."""
_BETWEEN = " | "


def said_of(seats: Sequence[str]) -> str:
    """The line: if A is the only person, the other players, once if they are all the same;
    otherwise every seat."""
    alone = seats[0] == PERSON and PERSON not in seats[1:]
    if alone and len(set(seats[1:])) == 1:
        return seats[1]
    return _BETWEEN.join(seats[1:] if alone else seats)


def seats_of(line: str, players: int, usual: str = "rules") -> tuple[str, ...]:
    """The seats in a line. A single name stands for all other players; without a name they are
    `usual`.

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
