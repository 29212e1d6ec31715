"""Decks and Heroes named on a command line."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from altered_env import formats
from altered_env._runtime.suggestions import did_you_mean
from altered_env.cards import Card, UnknownCardError, catalogue, find
from altered_env.cardstats.imported.anonymous import hero_called
from altered_env.cli.collecting import UsageError
from altered_env.decks import Deck
from altered_env.decks.share_code import looks_like_code
from altered_env.game.errors import IllegalDeckError


def find_deck(text: str, format: str = "standard") -> Deck:
    """The deck that `text` names: by name, as the format takes it, by path or as a code.

    >>> find_deck("axiom").hero.name
    'Sierra & Oddball'
    """
    if looks_like_code(text) and not Path(text).exists():
        return Deck.from_code(text, name=text[:12])
    return formats.get(format).deck(text)


def find_hero(text: str) -> Card:
    """The Hero that `text` names: by its name or the first word of it, or by reference.

    >>> find_hero("Rin").name
    'Rin & Orchid'
    """
    try:
        card = find(hero_called(text) or text)
    except UnknownCardError as error:
        named = sorted(one.name for one in catalogue() if one.type == "hero")
        words = {word: name for name in named for word in (name, name.split()[0])}
        near = did_you_mean(text, words)
        raise UnknownCardError(
            f"no Hero is called {text[:80]!r}{near}" if near else f"--hero {text[:80]}: {error}"
        ) from None
    if card.type != "hero":
        raise UsageError(f"--hero {text}: {card} is no Hero")
    return card


def seated_decks(
    names: Sequence[str | None], format: str, rules: str, also: Sequence[str] = ()
) -> list[str]:
    """A deck for each player: the named ones, or the format's default decks.

    Raises `IllegalDeckError` with everything wrong with their number and each of them, if that or
    another problem, `also`, prevents the game.
    """
    form = formats.get(format)
    count = len(names) or form.players
    usual = [form.usual[k % len(form.usual)] for k in range(count)]
    found = [name or other for name, other in zip(names or usual, usual, strict=True)]
    if also or count != form.players:
        wrong = [*also, *map(str, form.check([form.deck(name) for name in found], rules))]
        raise IllegalDeckError("; ".join(wrong))
    return found
