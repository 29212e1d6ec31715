"""Whether a change of a deck, which may be illegal already, breaks more of a format's rules.

>>> from altered_env import decks
>>> from altered_env.decks.legality import constructed
>>> deck = decks.starter("axiom")
>>> fewer = replace(deck, cards=deck.cards[1:])
>>> breaks_more(constructed, deck, fewer), breaks_more(constructed, fewer, fewer)
(True, False)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from altered_env.decks import Deck, Violation


def breaks_more(check: Callable[[Deck], list[Violation]], before: Deck, after: Deck) -> bool:
    """Return whether a deck breaks a rule that it kept before a change, or one by more: its reasons
    are neither those of the deck before nor of what is left of that. `check` lists reasons."""
    now = set(check(after))
    if not now:
        return False
    there = set(check(before))
    if now <= there:
        return False
    if not {one.rule for one in there}.issuperset(one.rule for one in now):
        return True
    stay, left = Counter(after.cards), []
    for card in before.cards:
        if stay[card] > 0:
            stay[card] -= 1
            left.append(card)
    return not (there | set(check(replace(before, cards=tuple(left))))).issuperset(now)
