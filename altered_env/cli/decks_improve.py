"""`altered decks improve`: try legal changes of a deck in paired games."""

from __future__ import annotations

import argparse
from dataclasses import replace
from functools import partial
from pathlib import Path
from textwrap import fill

from altered_env import formats
from altered_env._runtime import signals
from altered_env._runtime.atomic_files import refuse_unwritable, write_atomically
from altered_env._runtime.file_locks import writing_to
from altered_env._runtime.help_pages import option
from altered_env._runtime.overwriting import output, refuse_same
from altered_env._runtime.plurals import counted
from altered_env._runtime.progress import Progress, hint
from altered_env.arena.alike import names_alike
from altered_env.arena.deck_sets import legal_decks
from altered_env.arena.ledger import Ledger, Table
from altered_env.arena.rating_table import who_played
from altered_env.arena.workers import AGAIN, Workers
from altered_env.cardstats.improving import Improved, Search, Step, improve
from altered_env.cli.arguments import (
    add_agent,
    add_format,
    add_jobs,
    add_opponents,
    add_rules,
    add_seed,
    deck_format,
)
from altered_env.cli.beforehand import announce
from altered_env.cli.naming_decks import find_deck
from altered_env.decks import Deck


def add(parser: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    parser.add_argument("deck", help="a name, a path or a deck code")
    add_opponents(parser)
    add_agent(parser)
    option(parser, "--games", 40_000, "maximum games in total")
    option(parser, "--width", 16, "candidate changes per step")
    option(parser, "--race", 24, "games in the first round of a race", metavar="DEALS")
    option(parser, "--proof", 800, "games to confirm a change", metavar="DEALS")
    option(parser, "--patience", 3, "stop after this many failed steps", metavar="STEPS")
    add_seed(parser, "other changes and games")
    add_jobs(parser)
    add_rules(parser)
    add_format(parser)
    output(parser, "--log", "record the games in this file, and resume from it")
    output(parser, "--out", "file of the improved list (NAME-improved.txt)")


def _line(step: Step, p: float | None = None) -> str:
    verdict = "accepted" if step.accepted else "not proved"
    worth = step.worth
    line = (
        f"{step.change!s:54}{100 * worth.mean:+z6.1f} % ({100 * worth.low:+z.1f} .. "
        f"{100 * worth.high:+z.1f}){4 * worth.deals:7,} games"
    )
    return f"{line}  {verdict}" if p is None else f"{line}  p {p:.3f}  {verdict}"


def report(improved: Improved, table: Table, format: str = "standard") -> str:
    """Every step with its evidence, and the overall result."""
    lines = [
        f"{improved.before.name}, improved by {table.agent} in {counted(improved.games, 'game')}:",
        "",
    ]
    lines += [
        _line(step, p) for step, p in zip(improved.steps, improved.corrected, strict=True)
    ] or ["No change reached a proof."]
    count = sum(step.accepted for step in improved.steps)
    worth, (before, after) = improved.worth, improved.rates
    lines += [
        "",
        f"{count} of {len(improved.steps)} changes accepted. The search ended: {improved.why}.",
        f"In {counted(4 * worth.deals, 'further game')} the deck won {100 * after:.1f} %, against "
        f"{100 * before:.1f} % before: {100 * worth.mean:+z.1f} % ({100 * worth.low:+z.1f} .. "
        f"{100 * worth.high:+z.1f}).",
        "",
        fill(
            "Each change won a race among random candidates and then had to prove itself in new "
            "games, "
            "which are shown: its interval had to lie above zero. Intervals are 95 %, clustered by "
            "deal: one opponent and seed, both seats, both decks. p has Holm's correction for all "
            "changes that reached a proof.",
            90,
        ),
        f"Rules {table.rules}, {format}, seed {table.seed}; opponents "
        f"{', '.join(deck.name for deck in table.opponents)}.",
        who_played([table.agent]),
    ]
    return "\n".join(lines)


def needs(search: Search) -> str:
    """The number of games per change, and the number of changes they allow.

    >>> print(needs(Search()))
    At most 40,000 games. A change takes up to 5,504: a race of 16 (2,304 games) and a proof (up to
    3,200). With 3,200 games for the final comparison there are enough games for at least 6 changes.
    """
    last = 4 * search.proof
    step = search.race_games + last
    count = (search.games - last) // step
    enough = f"enough games for at least {count} changes" if count else "too few games to prove one"
    more = "" if count else f": give --games {last + step}"
    return fill(
        f"At most {counted(search.games, 'game')}. A change takes up to {step:,}: a race of"
        f" {search.width}"
        f" ({counted(search.race_games, 'game')}) and a proof (up to {last:,}). With"
        f" {counted(last, 'game')} for the"
        f" final comparison there are {enough}{more}.",
        100,
    )


def run(options: argparse.Namespace) -> int:
    """Improve a deck, print the report and write the list."""
    search = Search(
        games=options.games,
        width=options.width,
        race=options.race,
        proof=options.proof,
        patience=options.patience,
    )
    form = formats.get(deck_format(options.format))
    deck = form.as_played(find_deck(options.deck, form.name))
    others = legal_decks(options.opponents, options.rules, form.name)
    table = Table(others, options.agent, options.seed, options.rules)
    log = None if options.log is None else Path(options.log)
    out = Path(options.out or f"{deck.name}-improved.txt")
    refuse_same([("--out", str(out))], options.inputs)
    for path in (out, *([] if log is None else [log])):
        refuse_unwritable(path)
    with writing_to(log, ", or give another --log"):
        improved = _improved(options, deck, table, search, log)
    print(report(improved, table, form.name))
    better = replace(improved.deck, name=f"{deck.name}, improved")
    write_atomically(out, better.to_text().encode())
    print(f"Deck written to {out}.")
    return 0


def _improved(
    options: argparse.Namespace, deck: Deck, table: Table, search: Search, log: Path | None
) -> Improved:
    """Improve a deck, with progress output."""
    hint(needs(search))
    announce(search.games, [options.agent], options.jobs, at_most=True)
    progress = Progress(search.games, "games", games=True)

    def tell(step: Step) -> None:
        progress.aside(_line(step))

    def words() -> str:
        if log is None:
            return "nothing is saved; with --log the games are, and the search resumes from them"
        return f"the games so far are in {log}; {AGAIN}"

    alike = partial(names_alike, (options.agent,))
    with signals.keeping(words), Workers(options.jobs, alike=alike) as workers:
        ledger = Ledger(table, workers, log, progress.say)
        improved = improve(deck, ledger, search, tell=tell, format=options.format)
    progress.clear()
    return improved
