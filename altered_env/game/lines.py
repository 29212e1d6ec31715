"""Abilities of cards for labels: short, in English."""

from __future__ import annotations

import functools

from altered_env.cards import catalogue
from altered_env.language.kinds import STATUSES
from altered_env.language.model import Ability, Apply, Node, Steps, Word
from altered_env.language.notation import read_ability
from altered_env.language.wording import word
from altered_env.language.wording.lexicon import pretty

MOST = 90


def shorten(text: str, most: int = MOST) -> str:
    """The text, cut between words if it is too long.

    >>> shorten("draw two cards", most=9)
    'draw two...'
    >>> shorten("Draw a card. Then discard one.", most=14)
    'Draw a card...'
    """
    if len(text) <= most:
        return text
    return text[: most + 1].rsplit(" ", 1)[0].rstrip(" ,;:.") + "..."


@functools.lru_cache(maxsize=4096)
def in_english(line: str, most: int = MOST) -> str:
    """A line of notation as a short English sentence.

    >>> in_english("R: create(brassbug, in_=target(expedition))")
    'When I enter play from Reserve: Create a Brassbug in target Expedition.'
    """
    try:
        names = catalogue().names
        return shorten(word(read_ability(line, names=names), names=names), most)
    except ValueError:
        return shorten(line, most)


@functools.lru_cache(maxsize=1024)
def mode_lines(line: str) -> tuple[str, ...]:
    """The modes of an ability, in English; empty unless it has exactly one choice of modes."""
    try:
        ability = read_ability(line, names=catalogue().names)
    except ValueError:
        return ()
    found = [node for node in _nodes(ability) if isinstance(node, Apply) and _offers(node)]
    if len(found) != 1:
        return ()
    if found[0].name == "choose":
        return tuple(pretty(node.name) for node in found[0].args if isinstance(node, Word))
    return tuple(_step(node) for node in found[0].args[1:] if not isinstance(node, Word))


def _offers(node: Apply) -> bool:
    """Does this node offer modes, or one of several statuses?"""
    if node.name == "modes":
        return True
    statuses = [part for part in node.args if isinstance(part, Word) and part.name in STATUSES]
    return node.name == "choose" and len(statuses) == len(node.args)


def _step(node: Node) -> str:
    body = node if isinstance(node, Steps) else Steps((node,))
    try:
        return shorten(word(Ability("effect", body=body)), MOST)
    except ValueError:
        return ""


def _nodes(node: object) -> list[Node]:
    """A node and everything in it."""
    if isinstance(node, tuple):
        return [inner for part in node for inner in _nodes(part)]
    if not isinstance(node, Node):
        return []
    found = [node]
    for name in node.__dataclass_fields__:
        found += _nodes(getattr(node, name))
    return found
