"""`altered cards worth` without games: the answer of the included model."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from shlex import quote

from altered_env import cards, formats
from altered_env._runtime.suggestions import did_you_mean
from altered_env.agents.named import STRONGEST_FAST
from altered_env.cards import Card
from altered_env.cards.earlier import as_of
from altered_env.cardstats.context.context_terms import TYPICAL_COST, mean_cost
from altered_env.cardstats.context.of_deck import archetype_of
from altered_env.cardstats.context.worth_model import Answer, Figure, Model, model
from altered_env.cardstats.players_together import disagreement
from altered_env.cli.arguments import season_format
from altered_env.cli.collecting import UsageError
from altered_env.cli.naming_decks import find_deck, find_hero
from altered_env.decks.constructing import ARCHETYPES, heroes
from altered_env.formats.card_alone import broken_by

MEASURING = ("field", "agents", "width", "race", "deals", "seed", "jobs", "rules", "log")
"""Options of games. They are None unless they are given, except for those in `ALWAYS`."""
ALWAYS = ("jobs", "rules")
COSTS = (1.0, 8.0)
"""The mean Hand Costs that a deck may have."""


def refuse_mixed(options: argparse.Namespace) -> None:
    """Raise `UsageError` for options of games without games, and of the model with games."""
    if options.deck is not None and not options.instant:
        for name in ("hero", "archetype", "cost"):
            if getattr(options, name) is not None:
                raise UsageError(
                    f"--{name} is of the deck if there is one; for the model's answer leave out"
                    " --deck, or add --instant"
                )
        return
    for name in MEASURING:
        given = getattr(options, name)
        if given != (options.usual[name] if name in ALWAYS else None):
            raise UsageError(f"--{name} is for games in a deck: name one with --deck, and leave"
                             " out --instant")  # fmt: skip
    if options.format != "standard":
        raise UsageError("--format: the model knows today's cards only; measure with --deck")


def run(options: argparse.Namespace) -> int:
    """Print the answer of the model."""
    card, found = cards.find(options.card), model()
    hero = None if options.hero is None else find_hero(options.hero)
    if options.season is not None:
        refuse_other_then(season_format(options), card, hero)
    archetype, cost = options.archetype, options.cost
    if archetype is not None and archetype not in ARCHETYPES:
        hint = did_you_mean(archetype, ARCHETYPES) or f", expected {', '.join(ARCHETYPES)}"
        raise UsageError(f"--archetype {archetype[:40]!r} is unknown{hint}")
    if cost is not None and not COSTS[0] <= cost <= COSTS[1]:
        raise UsageError(f"--cost must be from {COSTS[0]:g} to {COSTS[1]:g}, found {cost:g}")
    if options.deck is not None:
        deck = find_deck(options.deck, "standard")
        if hero is not None and deck.hero is not None and hero.name != deck.hero.name:
            raise UsageError(f"--hero {hero.name}: the Hero of {deck.name} is {deck.hero.name}")
        hero = hero or deck.hero
        archetype = archetype or archetype_of(deck)
        cost = mean_cost(deck.cards) if cost is None else cost
    print("\n".join(report(found, card, hero, archetype, cost, options.deck)))
    if options.season is not None:
        print(
            f"{card} was legal in season {options.season} with today's text; the model's games were"
            " played with today's cards."
        )
    return 0


def refuse_other_then(format: str, *known: Card | None) -> None:
    """Raise `ValueError` for a card that was another in a season, or banned then: the model knows
    today's cards."""
    form = formats.get(format)
    for card in filter(None, known):
        then = card if form.day is None else as_of(card, form.day)
        if replace(then, source="") != replace(card, source=""):
            raise ValueError(
                f"{card} had another text in {format}, and the model knows today's cards only:"
                " measure it in a deck (--deck)"
            )
        if wrong := broken_by(card, None, form):
            raise ValueError(f"{format}: {wrong[0]}")


def report(
    found: Model,
    card: Card,
    hero: Card | None,
    archetype: str | None,
    cost: float | None,
    deck: str | None = None,
) -> list[str]:
    """The answer in words and numbers: the strongest player first. `deck` is the one that was
    named."""
    answer = found.answer(card, hero, archetype, cost)
    context = [
        *([] if hero is None else [f"with {hero.name}"]),
        *([] if archetype is None else [f"in a deck of {archetype}"]),
        *([] if cost is None else [f"of mean Hand Cost {cost:.1f}"]),
    ]
    lines = [" ".join([f"{card} ({card.reference})", *context])]
    lines.append(f"{'by':24}{'worth':>8}{'90 % interval':>20}")
    lines += [_row(name, one) for name, one in answer.by.items()]
    lines.append(f"{_row('another player', answer.another)}  of such kinds")
    if words := disagreement(answer.by):
        lines.append(words)
    lines += ["", *_gains(found, card, answer, hero, archetype, cost), _from(answer)]
    if hero is not None and not found.knows(hero):
        lines.append(
            f"No list of {hero.name} was played: only words that card and Hero share count."
        )
    games = sum(found.head["games"])
    lines += [
        "Worth is the gain in win rate, in percentage points, from a copy of the card among the",
        "first 12 cards of a constructed deck, compared with the plain Character 3/3, 3/3/3 there.",
        f"Played by {_players(found.players)}.",
        f"Model of {games:,} games, rules {found.head['rules']}. To measure it in your deck:",
        f"  altered cards worth {card.reference} --deck {quote(deck or 'FILE')}",
    ]
    return lines


def _players(players: Sequence[str]) -> str:
    """The players of the games, and the strongest one if it is not among them.

    >>> _players(["greedy", STRONGEST_FAST]), _players(["greedy"])
    ('greedy, net:v5', 'greedy; not by net:v5, the strongest fast one')
    """
    absent = (
        "" if STRONGEST_FAST in players else f"; not by {STRONGEST_FAST}, the strongest fast one"
    )
    return f"{', '.join(players)}{absent}"


def _row(name: str, one: Figure) -> str:
    return f"{name[:23]:24}{one.mean:+z6.1f} %{one.low:+z10.1f} .. {one.high:+z.1f} %"


def _gains(
    found: Model, card: Card, answer: Answer, hero: Card | None, archetype: str | None,
    cost: float | None,
) -> list[str]:  # fmt: skip
    """The gain of the context; without one, the best and the worst context."""
    if hero is not None or archetype is not None or cost is not None:
        gain = answer.gain
        return [f"This context adds {gain.mean:+z.1f} ({gain.low:+z.1f} .. {gain.high:+z.1f})."]
    mine = [one for one in heroes() if one.faction == card.faction]
    by_hero = {one.name: found.answer(card, hero=one).gain.mean for one in mine}
    by_kind = {name: found.answer(card, archetype=name).gain.mean for name in ARCHETYPES}
    by_cost = {
        f"a mean Hand Cost of {value:g}": found.answer(card, cost=value).gain.mean
        for value in (TYPICAL_COST - 0.5, TYPICAL_COST + 0.5)
    }
    return [_range("Heroes", by_hero), _range("Archetypes", by_kind), _range("Curves", by_cost)]


def _range(what: str, gains: dict[str, float]) -> str:
    """The best and the worst of some contexts."""
    order = sorted(gains, key=lambda name: -gains[name])
    return f"{what}: {order[0]} {gains[order[0]]:+z.1f} to {order[-1]} {gains[order[-1]]:+z.1f}."


def _from(answer: Answer) -> str:
    """Where the figures come from."""
    ranking = "measured in random decks" if answer.measured else "estimated from its elements"
    if not answer.copies:
        return f"The card was never dealt in lists: {ranking}, which has wide intervals."
    return f"The card was dealt early {answer.copies:,} times in lists, and {ranking}."
