"""`altered validate`: simulated figures beside the results of people."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Final

from altered_env import decks
from altered_env._runtime.atomic_files import make_folder, write_atomically
from altered_env._runtime.help_pages import option, rare, several
from altered_env._runtime.input_files import OFFICIAL_CARDS, refuse_unreadable
from altered_env._runtime.plurals import counted
from altered_env._runtime.progress import Progress, hint
from altered_env.agents import STRONGEST_FAST, make
from altered_env.agents.bots import refuse_stepwise
from altered_env.agents.named import is_program
from altered_env.agents.network_cards import SHIPPED, network_of
from altered_env.agents.plugin_agents import is_plugin
from altered_env.arena.pilots import list_key, pilots_in
from altered_env.arena.rating_table import who_played
from altered_env.cards.worths import Worths, of_others, worths
from altered_env.cardstats.validity import (
    banned_cards,
    card_fits,
    card_prices,
    hero_rates,
    hero_strengths,
    predicted_matches,
)
from altered_env.cardstats.validity.deck_games import PRACTISED, Plan, Played
from altered_env.cardstats.validity.deck_games import run as play_games
from altered_env.cardstats.validity.figures import QUESTIONS, Figure, as_csv, table
from altered_env.cardstats.validity.people import People, PlayedList, read
from altered_env.cli.arguments import COMPILED, add_agents, add_jobs, add_rules, add_seed
from altered_env.cli.beforehand import announce
from altered_env.cli.collecting import UsageError

_EXAMPLES = f"""questions:
{chr(10).join(f"  {letter}  {title}" for letter, title in QUESTIONS.items())}
The files of the folder are listed in docs/validity.md.

examples:
  altered validate people --out validity
  altered validate people --agents greedy --deals 5
  altered validate people --cards uniques.jsonl --questions d e
"""

PLAYERS: Final = ("greedy", "rules", STRONGEST_FAST)
"""The default players, weakest first."""
RING: Final = 4
"""In each event every list also meets this many lists after it, in a random circle."""


def add(parser: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    parser.epilog, parser.formatter_class = _EXAMPLES, argparse.RawDescriptionHelpFormatter
    parser.add_argument("folder", metavar="DIR", help="the folder with people's results")
    add_agents(parser, PLAYERS, "players, each against itself", COMPILED)
    parser.add_argument(
        "--questions", nargs="+", choices=tuple(QUESTIONS), default=tuple(QUESTIONS),
        metavar="Q", help="questions to answer (all)",
    )  # fmt: skip
    option(parser, "--deals", 20, "deals per match, 2 games each")
    option(parser, "--dealt", 12000, "games of dealt decks for question c")
    several(parser, "--cards", "FILE", "files of unique cards with their texts, for question d")
    parser.add_argument("--out", metavar="FOLDER", help="keep games and tables, and resume")
    add_seed(parser)
    add_jobs(parser)
    with rare(parser):
        parser.add_argument(
            "--practised",
            metavar="FOLDER",
            help="also play with the pilots of decks practise there",
        )
        option(parser, "--ring", 3, "deals with each neighbour in an event, for question b")
        add_rules(parser)


def run(options: argparse.Namespace) -> int:
    """Print the tables, and write them with `--out`."""
    for name in ("deals", "ring"):
        if getattr(options, name) < 1:
            raise UsageError(f"--{name} must be 1 or more, found {getattr(options, name)}")
    if options.dealt < 0:
        raise UsageError(f"--dealt must not be negative, found {options.dealt}")
    for path in options.cards:
        refuse_unreadable(path, OFFICIAL_CARDS)
    agents = list(dict.fromkeys(options.agents))
    for agent in agents:
        make(agent)
    refuse_stepwise(agents)
    people = read(Path(options.folder), [Path(name) for name in options.cards])
    out = None if options.out is None else Path(options.out)
    if out is not None:
        make_folder(out)
    for remark in people.remarks:
        hint(remark)
    plan = plan_of(people, options)
    if options.practised is not None:
        plan = with_pilots(plan, pilots_in(options.practised))
        hint(
            f"{_piloted(people, plan)} of {len(people.distinct)} lists have a pilot in"
            f" {options.practised}."
        )
        agents.append(PRACTISED)
    played: Mapping[str, Played] = {agent: Played() for agent in agents}
    if plan.total:
        timed = [plan.player(agent, "") for agent in agents]
        kept = None if out is None else out / "games.jsonl"
        begun = kept is not None and kept.exists()
        announce(plan.total * len(agents), timed, options.jobs, at_most=begun)
        progress = Progress(plan.total * len(agents), "games", games=True)
        played = play_games(plan, agents, options.jobs, kept, progress.say)
        progress.clear()
    found = figures_of(people, plan, played, options)
    if not found:
        why = "\n".join(unanswered(people, found, options.questions))
        raise ValueError(
            f"{options.folder}: nothing in it answers {' '.join(options.questions)}\n{why}"
        )
    parts = [table(found), conditions(people, plan, agents, options)]
    left = [*unanswered(people, found, options.questions), *people.remarks]
    if "e" in options.questions:
        left += banned_cards.left_out(_shipped())
    text = "\n\n".join([*parts, *(["Left out, and remarks:\n" + "\n".join(left)] if left else [])])
    text += "\n"
    print(text, end="")
    if out is not None:
        write_atomically(out / "validity.csv", as_csv(found))
        write_atomically(out / "validity.txt", text.encode())
        print(f"Written to {out}: validity.csv, validity.txt, games.jsonl.")
    return 0


def plan_of(people: People, options: argparse.Namespace) -> Plan:
    """The games that the questions need."""
    pairs: dict[tuple[str, str], int] = {}
    if {"a", "b"} & set(options.questions):
        for match in people.matches:
            pairs[predicted_matches.pair_of(match)] = options.deals
    if "b" in options.questions and people.tournaments:
        for pair in _ring(people.lists, options.seed):
            pairs.setdefault(pair, options.ring)
    heroes = card_fits.rated_heroes(people.ratings) if "c" in options.questions else ()
    dealt = options.dealt if heroes else 0
    return Plan(people.lists, pairs, heroes, dealt, options.seed, options.rules)


def with_pilots(plan: Plan, pilots: dict[str, str]) -> Plan:
    """The plan with the pilots of its lists. Raises `ValueError` if no list has one."""
    keys = {name: list_key(one.deck) for name, one in plan.lists.items()}
    mine = {name: pilots[key] for name, key in keys.items() if key in pilots}
    if not mine:
        raise ValueError("no list has a pilot: make them with altered decks practise")
    return replace(plan, pilots=mine, usual=STRONGEST_FAST)


def _ring(lists: Mapping[str, PlayedList], seed: int) -> list[tuple[str, str]]:
    """Pairs of lists of one event: each with the next few in a random circle."""
    events: dict[tuple[object, ...], list[str]] = {}
    for name, one in sorted(lists.items()):
        events.setdefault((one.event, one.day), []).append(name)
    found = []
    for event, names in events.items():
        Random(f"{seed}/{event}").shuffle(names)
        if len(names) > 2 * RING:
            for step in range(1, RING + 1):
                turned = names[step:] + names[:step]
                found += [(min(pair), max(pair)) for pair in zip(names, turned, strict=True)]
    return found


def figures_of(
    people: People, plan: Plan, played: Mapping[str, Played], options: argparse.Namespace
) -> list[Figure]:
    """The figures of the questions that the data can answer."""
    asked, seed = set(options.questions), options.seed
    rates = {agent: one.rates for agent, one in played.items()}
    shipped = _shipped()
    found: list[Figure] = []
    if "a" in asked and people.matches:
        heroes = hero_strengths.fit(people.tournaments)
        found += predicted_matches.figures(
            people.matches, people.lists, rates, 2 * options.deals, heroes
        )
    if "b" in asked:
        found += hero_rates.figures(people.matches, people.lists, people.tournaments, rates, seed)
    if "c" in asked and people.ratings:
        dealt = {agent: one.dealt for agent, one in played.items()}
        found += card_fits.figures(people.ratings, plan, dealt, shipped)
    if "d" in asked and people.prices:
        found += card_prices.price_figures(people.prices, people.texts, shipped)
    if "e" in asked:
        found += banned_cards.place_figures(shipped)
    return found


def _shipped() -> tuple[Worths, ...]:
    return (*reversed(of_others()), worths())


def unanswered(people: People, found: Sequence[Figure], asked: Sequence[str]) -> list[str]:
    """The questions without a figure, each with the reason."""
    there = {one.question for one in found}
    few = f"too few matches of a Hero: {hero_rates.POOLED} are needed, of four Heroes"
    prices = card_prices.with_text(people.prices, people.texts)
    why = {
        "a": "no match between two lists of decks.jsonl in matches.jsonl",
        "b": few if people.matches or people.tournaments else "no match and no tournament",
        "c": "no rating in card-ratings.tsv",
        "d": f"{len(prices)} of {len(people.prices)} priced cards have a known text and"
        f" {card_prices.LEAST} or more of their set and cost, {card_prices.FEWEST} are needed:"
        " name files of texts with --cards"
        if people.prices
        else "no price in prices.tsv",
        "e": "no card with a worth is suspended or banned",
    }
    return [f"question {letter} left out: {why[letter]}" for letter in asked if letter not in there]


def conditions(
    people: People, plan: Plan, agents: Sequence[str], options: argparse.Namespace
) -> str:
    """The conditions of the figures."""
    lines = []
    if plan.total:
        exact = sum(people.lists[m.one].exact and people.lists[m.two].exact for m in people.matches)
        lines += [
            f"{counted(plan.total, 'game')} of each player against itself, rules"
            f" {options.rules}, seed"
            f" {options.seed}; {options.deals} deals per match, two games each.",
            f"{counted(len(people.matches), 'match', 'matches')}; in {exact} every text of both"
            " lists is known.",
            who_played([agent for agent in agents if agent != PRACTISED] or [plan.usual]),
        ]
    for agent in agents:
        training = f"pilots of {_piloted(people, plan)} lists, else {plan.usual}"
        lines.append(f"{agent}: {training if agent == PRACTISED else _training(agent)}.")
    public = {_references(deck) for deck in decks.pool("public")}
    shared = sum(_references(one.deck) in public for one in people.distinct)
    lines.append(f"{shared} of {len(people.distinct)} lists are public lists of the package.")
    lines.append(
        "Intervals are 95 %, clustered by deck (a, b) or card (c, d).\n"
        "The only fit to people's results is one temperature, from other events; the rows Hero and"
        " text are\nbaselines fitted on other results of people."
    )
    return "\n".join(lines)


def _piloted(people: People, plan: Plan) -> int:
    return sum(one.name in plan.pilots for one in people.distinct)


def _references(deck: decks.Deck) -> tuple[str, ...]:
    """The cards of a deck, whatever their texts."""
    return tuple(sorted(card.reference for card in deck.every_card))


def _training(agent: str) -> str:
    """Return the training of an agent, as its network's card states it."""
    if is_program(agent) or is_plugin(agent):
        return "training unknown"
    name = network_of(agent)
    if not name:
        return "not trained"
    return f"self-play with {SHIPPED[name].decks}" if name in SHIPPED else "training unknown"
