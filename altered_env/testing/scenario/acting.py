"""Taking a turn described in words: `play Foundry Armorer to hero`, `use Brassbug Hub`, `pass`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from altered_env.engine.terms import ABILITY, CODE, C
from altered_env.game import Game
from altered_env.game.engine_api import playable_in
from altered_env.game.errors import AmbiguousActionError, IllegalActionError
from altered_env.game.options import Option
from altered_env.language.words import EXPEDITIONS, SEATS
from altered_env.testing.scenario.choosing import alike, hear, refuse
from altered_env.testing.scenario.own_cards import fold

_TO = re.compile(r"(?P<rest>.+) to (?:the )?(?P<to>hero|companion)(?: expedition)?")
_FROM = re.compile(r"(?P<rest>.+) from (?:the )?(?P<place>hand|reserve)")
_COUNTED = re.compile(r"(?P<rest>.+) (?P<n>[1-9])")


def expect(game: Game, player: int) -> None:
    """Raise `IllegalActionError` unless it is this player's decision."""
    if game.decider is None:
        raise IllegalActionError("the game is over, so no player is to move")
    if game.decider != player:
        raise IllegalActionError(f"{SEATS[game.decider]} is to move, not {SEATS[player]}")


def act(game: Game, player: int, what: str) -> None:
    """Take the turn described by `what`. Raises `IllegalActionError`, possibly half-way."""
    expect(game, player)
    options = game.options()
    if game.decision != "turn":
        raise IllegalActionError(refuse(options, what, "needs a turn, but the decision is another"))
    text = fold(what)
    verb, _, rest = text.partition(" ")
    if text == "pass":
        game.act(game.code(CODE.PASS))
    elif verb == "play" and rest:
        _play(game, player, options, what, rest)
    elif verb == "use" and rest:
        _use(game, options, what, rest)
    else:
        raise IllegalActionError(f"{what!r}: expected `play X`, `use X` or `pass`")


def _named(options: Sequence[Option], text: str) -> list[Option]:
    """The options of the object that `text` names, in its first possible meaning."""
    for spoken in hear(text):
        found = [o for o in options if o.object is not None and spoken.means(o.object)]
        if spoken.nth is not None:
            found = found[spoken.nth - 1 : spoken.nth]
        if found:
            return found
    return []


def _one(options: Sequence[Option], found: Sequence[Option], what: str) -> Option:
    if not found:
        raise IllegalActionError(refuse(options, what))
    if not alike(option.object for option in found if option.object is not None):
        raise AmbiguousActionError(refuse(found, what, "is ambiguous, say which"))
    return found[0]


def _play(game: Game, player: int, options: Sequence[Option], what: str, rest: str) -> None:
    playable = [option for option in options if option.kind == "turn" and option.value & 1]
    to = place = None
    found = _named(playable, rest)  # a name may end in what looks like a place
    if not found and (match := _TO.fullmatch(rest)):
        rest, to = match["rest"], match["to"]
        found = _named(playable, rest)
    if not found and (match := _FROM.fullmatch(rest)):
        rest, place = match["rest"], match["place"]
        found = [o for o in _named(playable, rest) if o.object and o.object.zone == place]
    if place is None:  # from hand, if it can be played from there
        found = [o for o in found if o.object and o.object.zone == "hand"] or found
    chosen = _one(options, found, what)
    x = chosen.action
    if to is not None:
        expedition = 2 * player + EXPEDITIONS.index(to)
        seen = chosen.object
        if seen is None or seen.type not in ("character", "expedition_permanent"):
            raise IllegalActionError(f"{what!r}: it does not go to an Expedition")
        if not playable_in(game.clone().games, 0, game.book.record, player, x, expedition):
            raise IllegalActionError(refuse(options, what))
    game.act(x)
    if _asks(game, "use", x):
        game.act(game.code(CODE.MODE))
    if to is not None and _asks(game, "expedition", x):
        game.act(game.code(CODE.EXPEDITION + expedition))


def _asks(game: Game, decision: str, x: int) -> bool:
    return game.decision == decision and int(game.record["subject"]) == x


def _use(game: Game, options: Sequence[Option], what: str, rest: str) -> None:
    usable = [option for option in options if option.kind == "turn" and option.value >> 1]
    number = None
    found = _named(usable, rest)
    if not found and (match := _COUNTED.fullmatch(rest)):
        number = int(match["n"])
        found = _named(usable, match["rest"])
    chosen = _one(options, found, what)
    can = chosen.value >> 1
    if number is None:
        if can & (can - 1):
            raise AmbiguousActionError(f"{what!r}: it has several, add a number after its name")
        k = can.bit_length() - 1
    else:
        quick = _quick_actions(game, chosen.action)
        if number > len(quick):
            raise IllegalActionError(f"{what!r}: it has only {len(quick)} quick actions")
        k = quick[number - 1]
        if not (can >> k) & 1:
            raise IllegalActionError(refuse(options, what))
    game.act(chosen.action)
    if _asks(game, "use", chosen.action):
        game.act(game.code(CODE.MODE + 1 + k))


def _quick_actions(game: Game, x: int) -> list[int]:
    """The numbers of the object's quick actions among its abilities, granted ones last."""
    pages: Any = game.book.record[0]
    card = pages["card"][int(game.record["obj"][x, C.CARD])]
    first, last = int(card["first"]), int(card["last"])
    found = [a - first for a in range(first, last) if pages["ability"][a]["kind"] == ABILITY.QUICK]
    count = last - first
    for g in range(int(game.record["grants"])):
        if int(game.record["grant_object"][g]) == x:
            if pages["ability"][int(game.record["grant_ability"][g])]["kind"] == ABILITY.QUICK:
                found.append(count)
            count += 1
    return found
