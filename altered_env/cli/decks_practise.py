"""`altered decks practise`: train a pilot for one list, or for several, against a field."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from pathlib import Path
from textwrap import fill

from altered_env import formats
from altered_env._runtime import signals
from altered_env._runtime.atomic_files import in_a_file_name, refuse_unwritable
from altered_env._runtime.file_locks import writing_in
from altered_env._runtime.help_pages import option, rare
from altered_env._runtime.overwriting import output
from altered_env._runtime.plurals import counted
from altered_env._runtime.progress import Progress, hint, is_quiet
from altered_env.agents import STRONGEST_FAST, make
from altered_env.agents.network_cards import network_of
from altered_env.arena.pilots import ENDING
from altered_env.arena.rating_table import who_played
from altered_env.cards import catalogue
from altered_env.cards.home import is_there
from altered_env.cardstats.metagame.field import read_field
from altered_env.cli.arguments import add_format, add_jobs, add_rules, add_seed
from altered_env.cli.collecting import UsageError
from altered_env.cli.naming_decks import find_deck
from altered_env.decks import Deck

_EXAMPLES = """examples:
  altered decks practise mine.txt --field public --minutes 10
  altered decks practise mine.txt --field field.tsv --minutes 30 --out pilots/mine.pilot.safetensors
  altered play --deck mine.txt --opponent net:mine.pilot.safetensors
  altered meta field.tsv --deck mine.txt --practised .
  altered decks practise lists --out pilots/lists.pilot.safetensors

The pilot lies next to the list (mine.pilot.safetensors), the run in mine.practice; the same command
again practises for longer. The lists of a folder share one pilot.
"""


def add(parser: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    parser.epilog, parser.formatter_class = _EXAMPLES, argparse.RawDescriptionHelpFormatter
    parser.add_argument(
        "deck",
        metavar="FILE",
        help="your list: a path, a name, a deck code; or a folder of lists",
    )
    parser.add_argument(
        "--field", metavar="FIELD", help="its opponents, as in altered meta (public; or the folder)"
    )
    option(parser, "--minutes", 10.0, "minutes of training")
    option(parser, "--start", STRONGEST_FAST, "the network to begin from: net:NAME or net:PATH")
    option(parser, "--deals", 100, "deals per opponent before and after, 2 games each")
    output(parser, "--out", f"file of the pilot (NAME{ENDING})")
    add_format(parser)
    add_seed(parser)
    add_jobs(parser)
    with rare(parser):
        option(parser, "--most", 60, "maximum number of decks of the field")
        add_rules(parser)


def run(options: argparse.Namespace) -> int:
    """Train the pilot and print what it is worth."""
    from altered_env.train import runs
    from altered_env.train.learner import Learner, stoppable
    from altered_env.train.practising import Practice, gains, games_of, write_pilot

    if not 0 < options.minutes <= 10_000:
        raise UsageError(f"--minutes must be above 0, found {options.minutes:g}")
    if options.deals < 2:
        raise UsageError(f"--deals must be 2 or more, found {options.deals}")
    if not network_of(options.start):
        raise UsageError(f"--start {options.start}: expected a network, such as {STRONGEST_FAST}")
    make(options.start)  # before anything is written
    form = formats.get(options.format)
    of = options.format, options.rules
    together = read_field(options.deck, *of) if Path(options.deck).is_dir() else None
    decks = (_deck(options, form),) if together is None else together.decks
    against = options.field or ("public" if together is None else options.deck)
    if together is None or options.field:
        field = read_field(against, *of, most=options.most, seed=options.seed)
    else:
        field = together
    for remark in dict.fromkeys((*(together.remarks if together else ()), *field.remarks)):
        hint(remark)
    pool = catalogue()
    every = [card for one in (*decks, *field.decks) for card in one.every_card]
    pool.add(card for card in dict.fromkeys(every) if not is_there(card, pool))
    pilot = _pilot(options, decks[0].name)
    refuse_unwritable(pilot)
    folder = pilot.with_name(pilot.name.removesuffix(ENDING) + ".practice")
    practice = Practice(decks, field.decks, options.start, form.name, options.rules, options.seed)
    with writing_in(folder):
        practice.write_decks(folder)
        threads = options.jobs if isinstance(options.jobs, int) else 0
        config = practice.config(folder, options.minutes, threads or os.cpu_count() or 1)
        learner = Learner(config, folder)
        if runs.is_saved(folder):
            learner.resume()
            hint(f"{folder}: practises on after {counted(learner.taken, 'decision')}.")
        before = learner.taken
        stoppable(learner, show=not is_quiet())
        write_pilot(learner, practice, pilot, options.minutes)
    print(
        f"{_named(decks)} practised {counted(learner.taken - before, 'decision')} against"
        f" {counted(len(field.decks), 'deck')}, {learner.taken:,} in all. Pilot: {pilot}"
    )
    if learner.stopping:
        print("stopped; the same command practises on, and then measures")
        return signals.status() or 130
    progress = Progress(games_of(options.deals), "games", games=True)
    with signals.keeping(f"the pilot is in {pilot}"):
        found = gains(practice, f"net:{pilot}", options.deals, options.jobs, progress.say)
    progress.clear()
    print(f"\n{'against':14}{'before':>24}{'after':>24}{'change':>25}")
    for row in found:
        cells = [
            f"{50 + 50 * one.mean:z.1f} % ({50 + 50 * one.low:z.1f} .. {50 + 50 * one.high:z.1f})"
            for one in (row.before, row.after)
        ]
        change = row.change
        span = f"{100 * change.mean:+z.1f} ({100 * change.low:+z.1f} .. {100 * change.high:+z.1f})"
        print(f"{row.against[:13]:14}{cells[0]:>24}{cells[1]:>24}{span:>25}")
    print(
        "\n"
        + fill(
            f"Win rates of {_named(decks)} against the field, before (by {options.start}) and"
            f" after (by the pilot), in the same {counted(options.deals, 'deal')}, both seats."
            " Itself: both decks by the same player. Intervals are 95 %.",
            90,
        )
    )
    if found[0].change.low <= 0:
        print(
            f"No gain against {found[0].against} beyond chance: practise for longer, or measure"
            " more --deals."
        )
    print(f"Rules {options.rules}, {form.name}, seed {options.seed}; field {against}.")
    print(who_played([options.start]))
    return 0


def _deck(options: argparse.Namespace, form: formats.Format) -> Deck:
    deck = form.as_played(find_deck(options.deck, options.format))
    if wrong := form.of_deck(deck, options.rules):
        raise ValueError(f"{deck.name} is illegal: {wrong[0]} (altered decks check)")
    return deck


def _named(decks: Sequence[Deck]) -> str:
    return decks[0].name if len(decks) == 1 else counted(len(decks), "list")


def _pilot(options: argparse.Namespace, name: str) -> Path:
    """The file of the pilot: next to the list, or as named."""
    if options.out is not None:
        if not options.out.endswith(ENDING):
            raise UsageError(f"--out {options.out}: a pilot's name ends in {ENDING}")
        return Path(options.out)
    path = Path(options.deck)
    if path.is_dir():
        return path.with_name(path.resolve().name + ENDING)
    if path.is_file():
        return path.with_name(path.stem + ENDING)
    return Path(in_a_file_name(name) + ENDING)
