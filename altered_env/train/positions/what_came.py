"""What must have come of a position, seen from player A."""

from __future__ import annotations

from collections.abc import Callable

from altered_env import Game

Check = Callable[[Game], bool]


def moved(hero: int, companion: int) -> Check:
    """The Expeditions of A are now so far."""

    def check(game: Game) -> bool:
        ways = game.view("A").players[0].expeditions
        return [way.distance for way in ways] == [hero, companion]

    return check


def won(game: Game) -> bool:
    return bool(game.over and game.winner == 0)


def held(game: Game) -> bool:
    """B has not won."""
    return not game.over or game.winner == 0


def in_hand(count: int) -> Check:
    """A holds this many cards, including the two of the Morning."""

    def check(game: Game) -> bool:
        return len(game.view("A").players[0].hand) == count

    return check


def in_reserve(count: int) -> Check:
    def check(game: Game) -> bool:
        return len(game.view("A").players[0].reserve) == count

    return check


def banked(name: str) -> Check:
    """This card is no longer in hand."""

    def check(game: Game) -> bool:
        return all(card.name != name for card in game.view("A").players[0].hand)

    return check


def stays(game: Game) -> bool:
    """A has a Character in an Expedition after Rest, and B has none."""
    mine, theirs = (
        sum(len(way.objects) for way in player.expeditions) for player in game.view("A").players[:2]
    )
    return mine > 0 and theirs == 0


def all_of(*checks: Check) -> Check:
    """Each of these."""
    return lambda game: all(check(game) for check in checks)


def orbs(count: int) -> Check:
    """A has this many Mana Orbs."""
    return lambda game: len(game.view("A").players[0].mana) == count


def kept(*names: str) -> Check:
    """A has each of these in hand or in Reserve, and can use it tomorrow."""

    def check(game: Game) -> bool:
        side = game.view("A").players[0]
        return set(names) <= {card.name for card in (*side.hand, *side.reserve)}

    return check


def stays_there(mine: tuple[str, ...], theirs: tuple[str, ...] = ()) -> Check:
    """After Rest these are in the Expeditions, A's and B's, and no others."""

    def check(game: Game) -> bool:
        return all(
            sorted(seen.name or "" for way in player.expeditions for seen in way.objects)
            == sorted(names)
            for player, names in zip(game.view("A").players, (mine, theirs), strict=False)
        )

    return check
