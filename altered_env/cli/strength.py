"""`altered strength`: the worth of cards, by paired games with and without them."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from pathlib import Path

import numpy as np

from altered_env import cards, formats
from altered_env._runtime.atomic_files import make_folder_of
from altered_env._runtime.file_locks import writing_to
from altered_env._runtime.help_pages import option, rare, several
from altered_env._runtime.intervals import in_percent
from altered_env._runtime.overwriting import output
from altered_env._runtime.progress import Progress, hint
from altered_env.arena.deck_sets import deck_of, deck_set
from altered_env.arena.paired import Difference, difference, holm
from altered_env.arena.rating_table import strongest_last, who_played
from altered_env.arena.workers import Jobs
from altered_env.cards import Card
from altered_env.cards.earlier import as_of
from altered_env.cardstats.card_metrics import clustered
from altered_env.cardstats.coverage import CARD, SHORT, answers, cover
from altered_env.cardstats.deals import Deal
from altered_env.cardstats.studies import Study, worth
from altered_env.cardstats.studies import run as play_study
from altered_env.cardstats.swaps import Swap, copies_of, hosts_of, plain, versions
from altered_env.cli.arguments import (
    add_agents,
    add_format,
    add_jobs,
    add_opponents,
    add_rules,
    add_seed,
    deck_format,
)
from altered_env.cli.beforehand import announce
from altered_env.cli.collecting import UsageError
from altered_env.decks import Deck

_EXAMPLES = """examples:
  altered strength "Foundry Armorer R1"
  altered strength CORE_AX_16_R1 --against CORE_AX_16_C --agents greedy random
  altered strength "Haven Bouncer C" "Kappa C" --until 0.01 --out deals.jsonl
A unique card, added with `altered cards import`, is also compared with its other versions.
"""

PLAYERS = ("greedy", "rules")
"""The default players: the worth of a card depends on the player."""
TOLERANCE = 0.02
"""How far the coverage of intervals may be below 95 % before `check` fails."""
LONG = 4
"""The size of the long study, from which short ones are cut, in multiples of the deals per card."""


@dataclass(frozen=True, slots=True)
class Asked:
    """The plan: the cards to measure, and how."""

    cards: Sequence[str]
    against: Sequence[str] = ()
    agents: Sequence[str] = PLAYERS
    decks: str | None = None
    opponents: str = "starters"
    copies: int | None = None
    deals: int = 500
    until: float = 0.0
    seed: int = 0
    rules: str = "2024.09"
    jobs: Jobs = 0
    out: str | None = None
    format: str = "standard"


def add(parser: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    parser.epilog, parser.formatter_class = _EXAMPLES, argparse.RawDescriptionHelpFormatter
    parser.add_argument("cards", nargs="*", metavar="CARD", help="a name or a reference")
    parser.add_argument(
        "--check",
        action="store_true",
        help="measure cards of known worth instead, and the coverage of intervals",
    )
    several(
        parser,
        "--against",
        "CARD",
        "replacement: plain (a Character of the same costs), or a card (plain)",
    )
    add_seed(parser)
    add_jobs(parser)
    add_rules(parser)
    with rare(parser):
        add_format(parser)
    add_agents(parser, PLAYERS, "agents, each against itself")
    parser.add_argument(
        "--decks",
        metavar="SET",
        help="host decks or pools (the lists of its faction)",
    )
    add_opponents(parser)
    with rare(parser):
        parser.add_argument("--copies", type=int, help="copies to swap (3; for a unique card 1)")
    option(parser, "--deals", 500, "maximum deals, 4 games each")
    parser.add_argument(
        "--until",
        type=float,
        default=0.0,
        metavar="W",
        help="stop once the interval is within +-W, as 0.01",
    )
    output(parser, "--out", "record the deals in this file, and resume from it")


def run(options: argparse.Namespace) -> int:
    """Measure the named cards, or cards of known worth."""
    if options.check:
        _refuse_beside_check(options)
        return check(options.agents, options.deals, options.seed, options.jobs)
    if not options.cards:
        raise UsageError("name a card, or several: altered strength 'Foundry Armorer R1'")
    given = {field.name: getattr(options, field.name) for field in fields(Asked)}
    print(table(played(Asked(**given))))
    if options.format != "standard":
        print(f"Format {options.format}.")
    if options.out is not None:
        print(f"Deals saved to {options.out}; the same command resumes from there.")
    return 0


def _refuse_beside_check(options: argparse.Namespace) -> None:
    """Raise `ValueError` for options of `altered strength --check` only."""
    if options.cards:
        raise UsageError(f"--check has its own cards: omit {', '.join(options.cards)}")
    usual = {
        "against": (),
        "decks": None,
        "opponents": "starters",
        "copies": None,
        "until": 0.0,
        "out": None,
        "rules": "2024.09",
        "format": "standard",
    }
    given = [f"--{name}" for name, value in usual.items() if getattr(options, name) != value]
    if given:
        raise UsageError(
            f"--check takes --agents, --deals, --seed and --jobs only: omit {', '.join(given)}"
        )


def _decks(text: str, format: str) -> tuple[Deck, ...]:
    return tuple(deck_of(name, format) for name in deck_set(text, format))


def _baselines(card: Card, against: Sequence[str]) -> list[Card]:
    """The replacements of a card: the given ones, by default a plain card, and for a unique card
    its common and rare versions too."""
    if against:
        return [plain(card) if name == "plain" else cards.find(name) for name in against]
    return [plain(card), *(versions(card) if card.rarity == "unique" else ())]


def studies(asked: Asked) -> list[Study]:
    """The studies: each card against each baseline, by each agent."""
    wanted = []
    form = formats.get(deck_format(asked.format))

    def then(card: Card) -> Card:
        return card if form.day is None else as_of(card, form.day)

    for name in asked.cards:
        card = cards.find(name)
        hosts = tuple(map(form.as_played, hosts_of(card)))
        if asked.decks is not None:
            hosts = _decks(asked.decks, form.name)
        for other in _baselines(card, asked.against):
            copies = copies_of(card) if asked.copies is None else asked.copies
            swap = Swap(then(card), then(other), copies)
            wanted += [
                Study(
                    swap,
                    hosts,
                    _decks(asked.opponents, form.name),
                    agent,
                    asked.deals,
                    asked.seed,
                    asked.rules,
                )
                for agent in asked.agents
            ]
    return wanted


def table(results: Sequence[tuple[Study, Sequence[Deal]]]) -> str:
    """The results of the studies, with the conditions of the figures."""
    worths = [worth(deals) for _, deals in results]
    corrected = holm([row.p for row in worths])
    lines: list[str] = []
    before: Swap | None = None
    head = f"{'by':16}{'worth':>8}{'interval':>18}{'with':>17}{'without':>17}{'games':>8}{'p':>8}"
    for (study, deals), row, p in zip(results, worths, corrected, strict=True):
        if study.swap != before:
            before = study.swap
            lines += [*([""] if lines else []), _title(study), head]
        lines.append(_line(study, deals, row, p))
    if depends := dependence(results):
        lines += ["", *depends]
    lines += ["", *_conditions(results)]
    return "\n".join(lines)


def dependence(results: Sequence[tuple[Study, Sequence[Deal]]]) -> list[str]:
    """The difference in worth of each swap between the weakest and the strongest of its players, in
    the deals that both played."""
    found: list[tuple[Swap, str, str, Difference]] = []
    for swap in dict.fromkeys(study.swap for study, _ in results):
        by_agent = {study.agent: deals for study, deals in results if study.swap == swap}
        if len(by_agent) < 2:
            continue
        weak, *_, strong = strongest_last(by_agent)
        before = {deal.number: deal.difference for deal in by_agent[weak]}
        both = [deal for deal in by_agent[strong] if deal.number in before]
        # a difference of differences is within -2 and 2: halved, and doubled again below
        row = difference([(deal.difference - before[deal.number]) / 2 for deal in both])
        found.append((swap, weak, strong, row))
    corrected = holm([row.p for *_, row in found])
    lines = []
    for (swap, weak, strong, row), p in zip(found, corrected, strict=True):
        chance = "" if p < 0.05 else ": this may be chance"
        lines += [
            f"{swap.card}: worth {200 * row.mean:+z.1f} points more with {strong} than with {weak}"
            f" ({200 * row.low:+z.1f} .. {200 * row.high:+z.1f}), p {p:.3f}{chance}"
        ]
    return lines


def _title(study: Study) -> str:
    swap = study.swap
    other = study.question().against_name
    number = "" if swap.card.type == "hero" else f"{swap.copies} "
    return f"{number}{swap.card} ({swap.card.reference}) in place of {other}"


def _line(study: Study, deals: Sequence[Deal], row: Difference, p: float | None) -> str:
    mine, other = _won([d.with_card for d in deals]), _won([d.without for d in deals])
    span = f"{100 * row.low:+z.1f} .. {100 * row.high:+z.1f} %"
    return (
        f"{study.agent[:15]:16}{100 * row.mean:+z6.1f} %{span:>18}{mine:>17}{other:>17}"
        f"{4 * len(deals):8,}" + ("" if p is None else f"{p:8.3f}")
    )


def _won(scores: Sequence[tuple[float, float]]) -> str:
    """The win rate of an arm, with an interval clustered by deal."""
    share = clustered(np.array([sum(both) for both in scores]), np.full(len(scores), 2.0))
    return f"{in_percent(share.rate, share.low, share.high)} %"


def _conditions(results: Sequence[tuple[Study, Sequence[Deal]]]) -> list[str]:
    studied = [study for study, _ in results]
    rules = ", ".join(dict.fromkeys(study.rules for study in studied))
    seeds = ", ".join(dict.fromkeys(str(study.seed) for study in studied))
    hosts = ", ".join(dict.fromkeys(deck.name for study in studied for deck in study.hosts))
    others = ", ".join(dict.fromkeys(deck.name for study in studied for deck in study.opponents))
    lines = [
        f"Rules {rules}, seed {seeds}; decks {hosts}; opponents {others}.",
        who_played(study.agent for study in studied),
        "Worth is the difference in win rate between games with and without the card, with the "
        "same",
        "decks, seeds and seats; an agent plays itself. Intervals are 95 %, clustered by deal:",
        "four games, both seats with and without the card.",
    ]
    if len(results) > 1:
        lines.append(f"p has Holm's correction for {len(results)} comparisons.")
    return lines


def _say(study: Study, progress: Progress) -> Callable[[list[Deal]], None]:
    """The progress callback of a study, called first with the deals found."""
    found: list[int] = []

    def say(deals: list[Deal]) -> None:
        found.append(4 * len(deals))
        now = worth(deals)
        note = f"{study.swap.card} {100 * now.mean:+z.1f} +- {100 * now.wide:.1f} %"
        progress.say(found[-1], found[0], note)

    return say


def check(agents: Sequence[str], deals: int, seed: int, jobs: Jobs) -> int:
    """Print the measured worth of cards of known worth, and the coverage of intervals; return 1 if
    a figure contradicts what is known.

    Raises `ValueError` if the long study has fewer deals than a short one.
    """
    if LONG * deals < SHORT:
        raise ValueError(f"--check needs {-(-SHORT // LONG)} or more deals, found {deals}")
    print(f"{'card, in place of ' + CARD:44}{'by':>17}{'worth':>8}{'interval':>18}  should be")
    wrong = 0
    for row in answers(agents, deals, seed, jobs):
        span = f"{100 * row.found.low:+z.1f} .. {100 * row.found.high:+z.1f} %"
        verdict = row.expected
        if not row.right:
            verdict += ": WRONG" if row.wrong else ": more deals are needed"
        line = f"{row.card:44}{row.agent[:16]:>17}{100 * row.found.mean:+z6.1f} %{span:>18}"
        print(f"{line}  {verdict}", flush=True)
        wrong += row.wrong
    print(f"\n{'short studies of one long one':44}{'by':>17}{'held':>8}{'interval':>18}  studies")
    for agent in agents:
        for found in cover(agent, LONG * deals, seed=seed + 1, jobs=jobs):
            low, high = found.interval
            span = f"{100 * low:z.1f} .. {100 * high:z.1f} %"
            line = f"{found.card + ', ' + found.how:44}{agent[:16]:>17}"
            rate = 100 * found.held / max(1, found.studies)
            print(f"{line}{rate:6.1f} %{span:>18}{found.studies:9,}")
            wrong += high < 0.95 - TOLERANCE
    print(f"\n{deals} deals per card, {LONG * deals} for the long study, seed {seed}.")
    print(who_played(agents))
    return 1 if wrong else 0


def played(asked: Asked) -> list[tuple[Study, list[Deal]]]:
    """Play the requested studies; each is reported when done."""
    every = studies(asked)
    kept = None if asked.out is None else Path(asked.out)
    results: list[tuple[Study, list[Deal]]] = []
    if kept is not None:
        make_folder_of(kept)
    with writing_to(kept):
        most = sum(4 * study.deals for study in every)
        agents = [study.agent for study in every]
        there = kept is not None and kept.exists()
        announce(most, agents, asked.jobs, at_most=there)
        for number, study in enumerate(every, start=1):
            which = "" if len(every) == 1 else f", study {number} of {len(every)}, {study.agent}"
            progress = Progress(4 * study.deals, f"games{which}", games=True)
            deals = play_study(study, asked.jobs, asked.until, kept, _say(study, progress))
            results.append((study, deals))
            progress.clear()
            if len(every) > 1:  # and all together at the end
                hint(f"{study.swap.card}: {_line(study, deals, worth(deals), None)}")
    return results
