"""Invariants of every game at every decision.

>>> from altered_env import Game
>>> check(Game.start("axiom", "bravos", seed=1))
"""

from __future__ import annotations

from collections import Counter

from altered_env.engine.terms import C
from altered_env.game import Game
from altered_env.game.engine_api import answer
from altered_env.game.record_invariants import decision, outdated, table
from altered_env.game.records import wrong_with
from altered_env.game.states import State, duplicate, state_of

Owned = tuple[Counter[str], ...]


class InvariantError(AssertionError):
    """Invariants are violated; the message lists all violations."""


def owned_cards(state: State) -> Owned:
    """The cards that each player owns, by reference: those in every zone, without tokens."""
    record = state.record
    found: list[Counter[str]] = [Counter() for _ in range(int(record["players"]))]
    alive = record["obj"][record["obj"][:, C.LIFE] == 1]
    for number, owner in alive[:, (C.CARD, C.OWNER)].tolist():
        card = state.book.cards[number]
        if not card.token:
            found[owner][card.reference] += 1
    return tuple(found)


def check(game: Game, owned: Owned | None = None, *, thorough: bool = False) -> None:
    """Raise `InvariantError` for any violation for which an external record would be refused too.
    `owned` are the cards that the players own, by default those of their decks. If `thorough`,
    every action is tried."""
    if owned is None and game.story.decks is not None:
        owned = tuple(
            Counter(card.reference for card in deck.every_card) for deck in game.story.decks
        )
    found = violations(game, owned) or [wrong for wrong in (wrong_with(game),) if wrong]
    if thorough:
        found += _actions(game)
    if found:
        raise InvariantError("; ".join(found))


def violations(state: State, owned: Owned | None = None) -> list[str]:
    """The faults of a game, in words."""
    record = state.record
    if int(record["error"]):
        return [f"error {int(record['error'])} is set"]
    if int(record["overfull"]):
        return []  # it exceeded a capacity in mid-step and cannot continue
    found = table(state)
    if owned is not None and not found:
        found = exchanged(state, owned)
    found += decision(record)
    return found or outdated(state)


def exchanged(state: State, owned: Owned) -> list[str]:
    """Differences between the cards that players own now and at the start, in words."""
    found = []
    out = int(state.record["out"])
    for player, (before, after) in enumerate(zip(owned, owned_cards(state), strict=True)):
        if (out >> player) & 1 and not after:
            continue  # players outside the tiebreaker have no cards in it (FFA-07)
        for card in before | after if before != after else ():
            if before[card] != after[card]:
                found.append(f"player {player} owned {before[card]} {card}, now {after[card]}")
    return found


def _actions(game: Game) -> list[str]:
    """Check that every offered action works, and that every other is refused with nothing
    changed."""
    found = []
    mask = game.mask()
    before = game.state()
    for action in range(-1, len(mask) + 1):
        copy = duplicate(game.games)
        taken = answer(copy, 0, game.book.record, action)
        if 0 <= action < len(mask) and mask[action]:
            if not taken:
                found.append(f"action {action} is offered, but was refused")
            elif int(copy[0]["error"]):
                found.append(f"action {action} ends in error {int(copy[0]['error'])}")
        elif taken or state_of(copy) != before:
            found.append(f"action {action} is not offered, but changed something")
    return found
