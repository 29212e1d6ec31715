"""The order of the decks after the shuffle of a game, for statistics of the cards drawn early.

Players never get it: it is read from the table of a game that nobody plays.
"""

from __future__ import annotations

from altered_env import Game
from altered_env.arena.match import Match
from altered_env.cards import Card
from altered_env.engine.terms import C, Z
from altered_env.game.states import members
from altered_env.language.book import Book


def shuffled(match: Match, rules: str, book: Book) -> list[list[Card]]:
    """The cards of both seats from the top; those of the opening hand come first, in no order.

    >>> from altered_env import decks
    >>> from altered_env.game.books import pool_book
    >>> axiom = decks.starter("axiom")
    >>> match = Match((axiom, axiom), ("random", "random"), seed=1, chance=2)
    >>> one, two = shuffled(match, "2024.09", pool_book())
    >>> sorted(map(str, one)) == sorted(map(str, axiom.cards)), one == two
    (True, False)
    """
    game = Game.start(*match.decks, seed=match.seed, rules=rules, legal=False, book=book)
    record = game.record
    found = []
    for seat in (0, 1):
        hand = members(record["zone"][Z.HAND, seat])
        deck = record["deck"][seat, : int(record["deck_size"][seat])].tolist()[::-1]
        found.append([book.cards[int(record["obj"][slot, C.CARD])] for slot in (*hand, *deck)])
    return found
