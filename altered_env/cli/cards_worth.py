"""`altered cards worth`: the worth of a card at once, by a model, or in a deck, by games."""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path

from altered_env import cards, formats
from altered_env._runtime import signals
from altered_env._runtime.atomic_files import refuse_unwritable
from altered_env._runtime.file_locks import writing_to
from altered_env._runtime.help_pages import mark_rare, option
from altered_env._runtime.overwriting import output
from altered_env._runtime.progress import Progress
from altered_env.agents import STRONGEST_FAST
from altered_env.arena.alike import names_alike
from altered_env.arena.deck_sets import legal_decks
from altered_env.arena.ledger import Ledger, Table
from altered_env.arena.rating_table import strongest_last, who_played
from altered_env.arena.workers import AGAIN, Workers
from altered_env.cards import Card
from altered_env.cards.earlier import as_of
from altered_env.cardstats.contextual import Contextual, worth_in
from altered_env.cardstats.improving import Search
from altered_env.cardstats.players_together import disagreement, together
from altered_env.cli.arguments import (
    add_agents,
    add_format,
    add_jobs,
    add_rules,
    add_season,
    add_seed,
    season_format,
)
from altered_env.cli.beforehand import announce
from altered_env.cli.cards_worth_at_once import ALWAYS, MEASURING, refuse_mixed
from altered_env.cli.cards_worth_at_once import run as at_once
from altered_env.cli.collecting import UsageError
from altered_env.cli.naming_decks import find_deck
from altered_env.decks import Deck
from altered_env.decks.constructing import ARCHETYPES

_EXAMPLES = """examples:
  altered cards worth "Foundry Armorer R1" --hero Sierra --archetype tokens
  altered cards worth "Foundry Armorer R1" --deck mine.txt --field public
Without --deck, or with --instant, the included model answers at once. With a deck games are played:
all its copies are exchanged for the best alternative. If the deck does not hold the card, it first
takes the place of the card that is most like it.
"""
PLAYERS = ("greedy", "rules", "net:v1", STRONGEST_FAST)
"""The default players, of different kinds: the worth of a card depends on the player."""


def add(parser: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    parser.epilog, parser.formatter_class = _EXAMPLES, argparse.RawDescriptionHelpFormatter
    parser.add_argument("card", help="a name or a reference")
    parser.add_argument("--deck", help="the deck: a name, a path or a deck code")
    parser.add_argument(
        "--instant", action="store_true", help="ask the model, with the deck's Hero and curve"
    )
    parser.add_argument("--hero", help="for the model: a name or a reference")
    parser.add_argument(
        "--archetype", metavar="NAME", help=f"for the model: {', '.join(ARCHETYPES)}"
    )
    parser.add_argument(
        "--cost", type=float, metavar="MEAN", help="for the model: mean Hand Cost of the deck"
    )
    option(parser, "--field", "starters", "opponents: decks or pools, comma-separated", "SET")
    add_agents(parser, PLAYERS, "agents, each against itself")
    option(parser, "--width", 8, "alternatives that race")
    option(parser, "--race", 16, "deals in the first round of the race")
    option(parser, "--deals", 200, "deals against the best alternative, 4 games each")
    add_seed(parser)
    add_jobs(parser)
    add_rules(parser)
    add_season(parser)
    add_format(parser)
    output(parser, "--log", "record the games in this file, and resume from it")
    mark_rare(one for one in parser._actions if one.dest in {"width", "race", "rules", "format"})
    usual = {name: parser.get_default(name) for name in MEASURING}
    nothing = dict.fromkeys(name for name in MEASURING if name not in ALWAYS)
    parser.set_defaults(usual=usual, **nothing)


def run(options: argparse.Namespace) -> int:
    """Print the model's answer, or measure the worth by each player."""
    refuse_mixed(options)
    if options.deck is None or options.instant:
        return at_once(options)
    for name, value in options.usual.items():
        if getattr(options, name) is None:
            setattr(options, name, value)
    options.format = season_format(options)
    form = formats.get(options.format)
    card, deck = cards.find(options.card), form.as_played(find_deck(options.deck, form.name))
    if form.day is not None:
        card = as_of(card, form.day)
    if wrong := form.of_deck(deck, options.rules):
        raise ValueError(f"{deck.name} is illegal: {wrong[0]} (altered decks check)")
    for name in ("width", "race", "deals"):
        if getattr(options, name) < 2:
            raise UsageError(f"--{name} must be 2 or more, found {getattr(options, name)}")
    field = legal_decks(options.field, options.rules, form.name)
    log = None if options.log is None else Path(options.log)
    if log is not None:
        refuse_unwritable(log)
    agents = list(dict.fromkeys(options.agents))
    found: dict[str, Contextual] = {}
    with writing_to(log, ", or give another --log"):
        for agent in agents:
            table = Table(field, agent, options.seed, options.rules)
            found[agent] = _measured(options, deck, card, table, log)
    print(report(card, deck, found))
    print(
        f"Rules {options.rules}, seed {options.seed}; opponents"
        f" {', '.join(other.name for other in field)}."
    )
    print(who_played(agents))
    return 0


def _measured(
    options: argparse.Namespace, deck: Deck, card: Card, table: Table, log: Path | None
) -> Contextual:
    """The worth by one player, with progress output."""
    width, start, proof = options.width, options.race, options.deals
    search = Search(4 * proof + 8 * start * (width + 1), width, start, proof)
    total = search.race_games + 4 * proof
    announce(total, [table.agent], options.jobs, at_most=True)
    progress = Progress(total, f"games of {table.agent}", games=True)

    def words() -> str:
        if log is None:
            return "nothing is saved; with --log the games are, and the run resumes from them"
        return f"the games so far are in {log}; {AGAIN}"

    alike = partial(names_alike, (table.agent,))
    with signals.keeping(words), Workers(options.jobs, alike=alike) as workers:
        ledger = Ledger(table, workers, log, progress.say)
        found = worth_in(deck, card, ledger, search, options.format)
    progress.clear()
    return found


def report(card: Card, deck: Deck, found: dict[str, Contextual]) -> str:
    """The worth by each player, in words and numbers."""
    some = next(iter(found.values()))
    held = some.deck.cards.count(card)
    lines = [f"{held} {card} ({card.reference}) in {deck.name}"]
    if some.placed is not None:
        lines.append(f"The deck does not hold it: {some.placed}.")
    lines.append(f"{'by':16}{'worth':>8}{'interval':>18}{'with':>9}{'without':>9}  instead of it")
    for agent in reversed(strongest_last(found)):
        one = found[agent]
        row = one.worth
        span = f"{100 * row.low:+z.1f} .. {100 * row.high:+z.1f} %"
        lines.append(
            f"{agent[:15]:16}{100 * row.mean:+z6.1f} %{span:>18}{100 * one.rates[0]:7.1f} %"
            f"{100 * one.rates[1]:7.1f} %  {one.against.into}"
        )
    by_player = {agent: one.worth for agent, one in found.items()}
    if len(by_player) > 1:
        every = together(list(by_player.values()))
        span = f"{100 * every.low:+z.1f} .. {100 * every.high:+z.1f} %"
        words = f"{span:>18}  the interval is for another player"
        if not every.tells:
            words = "  too few players to tell what another one would say"
        lines.append(f"{'all players':16}{100 * every.mean:+z6.1f} %{words}")
    if words := disagreement(by_player):
        lines.append(words)
    lines += [
        "",
        f"Worth is the change of win rate against the best of {some.tried} alternatives, which won"
        " a race, in",
        "fresh deals: the same opponent, seed and seats. Intervals are 95 %, clustered by deal.",
    ]
    return "\n".join(lines)
