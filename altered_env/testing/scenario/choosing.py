"""Finding the option described in words: `B Ordis Recruit in companion`, `yes`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from altered_env.game.errors import AmbiguousActionError, IllegalActionError, listed
from altered_env.game.options import Option
from altered_env.language.words import EXPEDITIONS, SEATS, expedition_word
from altered_env.render.views import ObjectView
from altered_env.testing.scenario.own_cards import fold

_PLACES = (*EXPEDITIONS, "reserve", "hand", "discard", "deck", "mana", "landmarks", "limbo")
_TAIL = re.compile(rf"(?P<rest>.+?) in (?:the )?(?P<place>{'|'.join(_PLACES)})(?: expedition)?")
_NTH = re.compile(r"(?P<rest>.+?) #(?P<n>[1-9]\d*)")
_COUNTED = re.compile(r"(?P<rest>.+?) (?P<n>[1-9]\d*)")
_HEAD = re.compile(r"(?P<word>[a-d]|ready|exhausted):? (?P<rest>.+)")


@dataclass(frozen=True, slots=True)
class Spoken:
    """The description of an object."""

    name: str
    controller: str | None = None
    state: str | None = None
    place: str | None = None
    nth: int | None = None

    def means(self, seen: ObjectView) -> bool:
        """Could it be this object?"""
        if self.controller is not None and seen.controller != self.controller:
            return False
        if self.state is not None and (self.state == "ready") != ("exhausted" not in seen.statuses):
            return False
        if self.place is not None and self.place not in (seen.expedition, seen.zone):
            return False
        if self.name == "orb":
            return seen.zone == "mana"
        if seen.name is None:
            return False
        plain = fold(seen.name)
        return self.name in (plain, f"{plain} {fold(seen.version.replace('_', ' '))}")


def hear(text: str) -> list[Spoken]:
    """The possible meanings of `text` as an object, the plainest first.

    >>> hear("B Ordis Recruit in companion #2")[-1]
    Spoken(name='ordis recruit', controller='B', state=None, place='companion', nth=2)
    """
    nth = None
    text = fold(text)
    if match := _NTH.fullmatch(text):
        text, nth = match["rest"], int(match["n"])
    ways = [Spoken(text, nth=nth)]
    if match := _TAIL.fullmatch(text):
        ways.append(Spoken(match["rest"], place=match["place"], nth=nth))
    for way in list(ways):
        if match := _HEAD.fullmatch(way.name):
            word = match["word"]
            if word.upper() in SEATS:
                ways.append(replace(way, name=match["rest"], controller=word.upper()))
            else:
                ways.append(replace(way, name=match["rest"], state=word))
    return ways


def alike(objects: Iterable[ObjectView]) -> bool:
    """Are the objects the same in everything but their timestamps?"""
    plain = [replace(seen, slot=0, timestamp=0) for seen in objects]
    return all(seen == plain[0] for seen in plain)


def refuse(options: Sequence[Option], wanted: object, why: str = "is not offered") -> str:
    """The message of a refusal."""
    return f"{wanted!r} {why}; on offer: {listed(option.label for option in options)}"


def _object(options: Sequence[Option], wanted: str) -> Option | None:
    """The option for the object meant; None if there is none."""
    for spoken in hear(wanted):
        found = [o for o in options if o.object is not None and spoken.means(o.object)]
        found.sort(key=lambda option: option.object.timestamp if option.object else 0)
        if not found:
            continue
        if spoken.nth is not None:
            if spoken.nth > len(found):
                why = f"asks for number {spoken.nth} of {len(found)}"
                raise IllegalActionError(refuse(options, wanted, why))
            return found[spoken.nth - 1]
        if not alike(option.object for option in found if option.object is not None):
            why = "is ambiguous, say whose, where (`in hero`) or which (`#2`)"
            raise AmbiguousActionError(refuse(found, wanted, why))
        return found[0]
    return None


def _sourced(options: Sequence[Option], text: str) -> Option | None:
    """A Reaction or modifier by the name of its source, and its number among the options."""
    named = [option for option in options if option.source is not None]
    for name, n in _numbered(text):
        found = [option for option in named if fold(option.source or "") == name]
        if len(found) >= n:
            if n == 1 and len({option.label for option in found}) > 1 and name == text:
                why = "is ambiguous, add a number after it"
                raise AmbiguousActionError(refuse(found, text, why))
            return found[n - 1]
    return None


def _numbered(text: str) -> list[tuple[str, int]]:
    ways = [(text, 1)]
    for pattern in (_NTH, _COUNTED):
        if match := pattern.fullmatch(text):
            ways.append((match["rest"], int(match["n"])))
    return ways


def _value(options: Sequence[Option], kinds: tuple[str, ...], value: int) -> Option | None:
    return next((o for o in options if o.kind in kinds and o.value == value), None)


def _place(options: Sequence[Option], text: str, decider: int) -> Option | None:
    """An Expedition, a player, a region, a terrain, a mode."""
    text = text.removesuffix(" expedition")
    who, _, what = text.rpartition(" ")
    if what in EXPEDITIONS and (not who or who.upper() in SEATS):
        player = SEATS.index(who.upper()) if who else decider
        for option in options:
            if option.kind == "expedition" and option.value // 2 == player:
                if expedition_word(option.value) == what:
                    return option
    if who in ("", "player") and what.upper() in SEATS:
        return _value(options, ("player",), SEATS.index(what.upper()))
    if what.isdigit() and who == "region":
        return _value(options, ("region",), int(what))
    if what.isdigit() and who in ("mode", "ability"):
        return _value(options, (who,), int(what) - 1)
    return next((o for o in options if o.kind == "terrain" and o.label == text), None)


def choose(options: Sequence[Option], wanted: str | int, decider: int) -> Option:
    """The option meant. Raises `IllegalActionError`, which lists the options, if there is none."""
    text = fold(str(wanted))
    if text.isdigit() and (found := _value(options, ("number", "die"), int(text))):
        return found
    for option in options:
        if option.kind == text and text in ("pass", "done", "yes", "no"):
            return option
    found = _place(options, text, decider) or _object(options, str(wanted))
    found = found or _sourced(options, text)
    if found is None:
        found = next((option for option in options if fold(option.label) == text), None)
    if found is None:
        raise IllegalActionError(refuse(options, wanted))
    return found
