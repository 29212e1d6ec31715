"""The choices for a new game, available before the engine is loaded; nothing here loads it."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

from altered_env import decks, formats
from altered_env.agents import STRONGEST, named
from altered_env.agents.named import KINDS, names
from altered_env.language.words import RULESETS
from altered_env.web.data_folder import DataFolder

LEVELS = {agent: level.capitalize() for level, agent in named.LEVELS.items()}
"""Agents that are offered as levels, from the weakest to the strongest."""

_ABOUT_RULES = {
    "2024.09": "The rules of September 2024: targets are chosen before a card is played.",
    "5.0": "The Complete Rules 5.0: targets are chosen one by one as a card takes effect.",
}

FAIR = {
    "axiom": "lyra",
    "bravos": "muna",
    "lyra": "axiom",
    "muna": "bravos",
    "ordis": "bravos",
    "yzmir": "axiom",
}
"""For each starter the one it meets most evenly, in 60 games of `rules` and 120 of `net:v4` a
pair. The evenest pair is axiom against lyra, 51.7 % in all; axiom against bravos is 13 %."""


def title_of(name: str) -> str:
    """The name of a player or agent for people.

    >>> title_of("rules"), title_of("rollout:v3,ms=500")
    ('Medium', 'rollout:v3,ms=500')
    """
    return LEVELS.get(name, name)


def choices(data: Path | None) -> dict[str, Any]:
    """Formats, rules, decks, agents, and the contents of the folder of `--data`."""
    folder = DataFolder(data)
    return {
        "formats": [
            {
                "name": name,
                "title": (form := formats.get(name)).title,
                "players": form.players,
                "about": form.about,
                "usual": _fairly(form),
                "boosters": form.from_boosters,
            }
            for name in formats.names()
        ],
        "rules": list(RULESETS),
        "about_rules": {name: _ABOUT_RULES[name] for name in RULESETS},
        "fair": FAIR,
        "starters": list(decks.names()),
        "lists": list(decks.lists()),
        "heroes": heroes_of_decks(),
        "files": folder.names("txt"),
        "agents": offered(),
        "levels": LEVELS,
        "strongest": STRONGEST,
        "saved": folder.names("game"),
        "data": folder.root is not None,
    }


@functools.cache
def heroes_of_decks() -> dict[str, tuple[str, str]]:
    """The Hero and the faction of each starter and public list, by its name.

    >>> heroes_of_decks()["demo-so-moyo"]
    ('Moyo & Silk', 'yzmir')
    """
    every = [decks.named(name) for name in (*decks.names(), *decks.lists())]
    return {
        deck.name: (deck.hero.name, str(deck.hero.faction))
        for deck in every
        if deck.hero is not None
    }


def _fairly(form: formats.Format) -> list[str]:
    """The decks of the seats, unless others are chosen: of two, an even pair.

    >>> _fairly(formats.get("standard")), _fairly(formats.get("booster_war"))
    (['axiom', 'lyra'], ['CORE'])
    """
    first = form.usual[0]
    even = form.players == 2 and first in FAIR
    return [first, FAIR[first]] if even else list(form.usual)


def offered() -> list[dict[str, Any]]:
    """The agents to choose from, each with a description and the numbers of players it supports.

    >>> [entry["name"] for entry in offered() if entry["players"] == [2]]
    ['search:v1', 'rollout:v3', 'net:v5']
    >>> [entry["name"] for entry in offered() if entry["players"] == [4]]
    ['net:four']
    """
    found: list[dict[str, Any]] = []
    for name, about in names().items():
        kind = KINDS.get(name)
        ways = [(name, [2, 4])]
        if kind is not None and kind.network:
            ways = [(f"{name}:{kind.shipped[0]}", [2])]
            if kind.four:
                ways.append((f"{name}:{kind.four}", [4]))
        said = about.partition(f": {name}:")[0]
        found += [{"name": way, "about": said, "players": players} for way, players in ways]
    return found
