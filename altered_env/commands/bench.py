"""`altered bench`: how fast it is on this machine, beside what it promises."""

from __future__ import annotations

import argparse
import functools
import os
import random
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from altered_env import decks, stopping
from altered_env.cards import catalogue
from altered_env.commands.bench_envs import env_rates, peer_rates, ratios
from altered_env.commands.bench_nets import forward_rates, net_rates
from altered_env.decks import Deck
from altered_env.engine.chance import seed_words
from altered_env.engine.compiled import JIT
from altered_env.engine.layout import game_t, new_games
from altered_env.engine.table import clone, clone_often
from altered_env.game import Game
from altered_env.game.books import pool_book
from altered_env.game.errors import EngineError
from altered_env.game.laying_out import lay_out
from altered_env.game.words import RULESETS
from altered_env.serving import begin, random_batch

__all__ = ["Row", "add", "batch_rate", "hot_rate", "run"]

TEMPLATES = 512
TRIES = 3


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table: what, how much, and how much at least was promised."""

    what: str
    value: float
    unit: str
    promised: float | None = None
    lower_is_better: bool = False

    def text(self, base: float | None) -> str:
        """The line; `base` is what rates are compared with."""
        number = f"{self.value:,.0f}" if self.value >= 100 else f"{self.value:,.3g}"
        line = f"{self.what:<44} {number:>12} {self.unit:<12}"
        if base and self.unit == "decisions/s":
            line += f" {self.value / base:>6.2f}x"
        elif self.promised:
            ratio = (
                self.promised / self.value if self.lower_is_better else self.value / self.promised
            )
            line += f" {ratio:>6.2f}x of what is promised"
        return line


@functools.cache
def _pairs(whole: bool) -> list[tuple[Deck, Deck]]:
    """The decks of the games: random legal ones over the whole pool, or the starter decks."""
    starters = decks.pool("starters")
    if not whole:
        return [(a, b) for a in starters for b in starters]
    cards = decks.playable(catalogue().package, pool_book().unsupported)
    chance = random.Random(1)
    return [
        (decks.random_deck(chance, cards, starters), decks.random_deck(chance, cards, starters))
        for _ in range(TEMPLATES)
    ]


@functools.cache
def _dealt(whole: bool) -> NDArray[np.void]:
    """Games at their first decision."""
    games, pairs, book = new_games(TEMPLATES), _pairs(whole), pool_book()
    for i in range(TEMPLATES):
        lay_out(games, i, book, pairs[(7 * i) % len(pairs)], i, RULESETS["2024.09"])
        begin(games, i, book.record)
    return games


class _Field:
    """Games under way, and dealt ones to put in the place of those that end."""

    def __init__(self, count: int, whole: bool = True) -> None:
        self.book = pool_book()
        self.templates = _dealt(whole)
        self.games = new_games(count)
        # whole records as bytes: field by field they are copied at a fraction of the speed
        self._dealt = self.templates.view(np.uint8).reshape(TEMPLATES, -1)
        self._under_way = self.games.view(np.uint8).reshape(count, -1)
        self._under_way[:] = self._dealt[np.arange(count) % TEMPLATES]
        self.renewed = 0

    def renew(self, first: int, last: int) -> None:
        """Begin anew the games that are over."""
        ended = first + np.flatnonzero(self.games["decision"][first:last] == 0)
        if len(ended):
            error = int(self.games["error"][ended].max())
            if error:
                raise EngineError(error, 0, "in random play")
            self.renewed += 1
            for i in ended.tolist():  # one by one: all at once they are copied byte by byte
                self._under_way[i] = self._dealt[(i * 31 + self.renewed) % TEMPLATES]


def _stream(number: int) -> NDArray[np.int64]:
    return np.array(seed_words(number), dtype=np.int64)


def hot_rate(seconds: float, whole: bool = True) -> float:
    """Decisions a second of one game at a time, which stays in the cache of the processor."""
    field = _Field(1, whole)
    rng = _stream(1)
    most = 1_000_000 if JIT else 10
    total = 0
    start = time.thread_time()
    while not total or time.thread_time() - start < seconds:
        for _ in range(50 if JIT else 1):
            total += random_batch(field.games, 0, 1, field.book.record, rng, most)
            field.renew(0, 1)
    return total / (time.thread_time() - start)


def batch_rate(count: int, seconds: float, cores: int) -> float:
    """Decisions a second of a batch in which every game takes one decision in turn."""
    field = _Field(count)
    totals = [0] * cores
    clock = time.thread_time if cores == 1 else time.perf_counter
    bounds = np.linspace(0, count, cores + 1).astype(int).tolist()
    spent = [0.0] * cores

    def work(core: int) -> None:
        start = clock()
        rng = _stream(core)
        first, last = bounds[core], bounds[core + 1]
        rounds = 0
        while not rounds or spent[core] < seconds:
            for _ in range(max(1, 16_384 // count) if JIT else 1):
                totals[core] += random_batch(field.games, first, last, field.book.record, rng, 1)
                rounds += 1
                if rounds % 4 == 0:
                    field.renew(first, last)
            spent[core] = clock() - start

    threads = [threading.Thread(target=work, args=(core,)) for core in range(cores)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(total / took for total, took in zip(totals, spent, strict=True))


def _rate_of_batch(count: int, cores: int, seconds: float) -> float:
    return batch_rate(count, seconds, cores)


def _best(rate: Callable[[float], float], seconds: float) -> float:
    """The best of a few tries: others use the machine as well."""
    return max(rate(seconds) for _ in range(TRIES))


def _clone_rate(seconds: float) -> tuple[float, float, float]:
    """Microseconds for a clone in compiled code, called from Python, and in a whole batch."""
    field = _Field(1024)
    others = new_games(1024)
    copy_one: Callable[..., None] = clone
    copy_one(field.games, 0, others, 0)
    copy_often: Callable[..., None] = clone_often
    copy_often(field.games, 0, others, 0, 1)
    start = time.perf_counter()
    copy_often(field.games, 0, others, 0, 100_000)
    inside = (time.perf_counter() - start) / 100_000
    count = 0
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        for _ in range(1000):
            copy_one(field.games, 0, others, 1)
        count += 1000
    single = (time.perf_counter() - start) / count
    raw, copy = field.games.view(np.uint8), others.view(np.uint8)
    count = 0
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        copy[:] = raw
        count += 1024
    return 1e6 * inside, 1e6 * single, 1e6 * (time.perf_counter() - start) / count


_LOAD = "from altered_env.game.books import pool_book; pool_book()"
_STEP = (
    "from altered_env import Game; g = Game.start('axiom', 'bravos'); g.act(g.legal_actions()[0])"
)


_WHILE_WATCHED = (
    "import os, threading\n"
    "threading.Thread(target=lambda: os._exit(len(os.read(0, 1)) or 1), daemon=True).start()\n"
)
"""It ends when the other end of its standard input is closed: when we end."""


def _process(code: str, cache: str | None = None, times: int = 3) -> float:
    """Seconds that `code` takes in a fresh interpreter, the start of Python left out."""
    timed = f"{_WHILE_WATCHED}import time; t = time.perf_counter()\n{code}\n" + (
        "print(time.perf_counter() - t)"
    )
    environment = dict(os.environ)
    if cache is not None:
        environment["ALTERED_CACHE"] = cache
    best = float("inf")
    for _ in range(times):
        with stopping.starting():
            run = subprocess.Popen(
                [sys.executable, "-c", timed],
                env=environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
            )
        with run, stopping.child(run.pid):
            assert run.stdout is not None
            said = run.stdout.read()
        if run.returncode:
            raise OSError(f"a Python of its own ended with status {run.returncode}: {said[-500:]}")
        best = min(best, float(said.split()[-1]))
    return best


def _measure(what: str, unit: str, number: Callable[[], float], promised: float | None) -> Row:
    """Measure one line, saying meanwhile what is measured."""
    shown = sys.stderr.isatty()
    if shown:
        print(f"  {what} ...", file=sys.stderr, end="\r", flush=True)
    row = Row(what, number(), unit, promised, unit != "decisions/s")
    if shown:
        print(" " * (len(what) + 8), file=sys.stderr, end="\r", flush=True)
    return row


def _environments(seconds: float, cores: int) -> dict[str, float]:
    """The environments, and peers measured in the same run as ratios to the raw AEC loop; the rates
    by name."""
    base = 0.0
    found: dict[str, float] = {}
    for what, rate, promised in env_rates(cores):
        run = functools.partial(_best, rate, seconds / TRIES)
        row = _measure(what, "decisions/s", run, promised)
        base = base or row.value
        found[what] = row.value
        line = row.text(base)
        print(line + (f" ({promised:,.0f} promised)" if promised else ""))
    for what, peer in peer_rates():
        if peer is None:
            print(f"{what:<44} {'absent':>12}")
        else:
            run = functools.partial(_best, peer, seconds / TRIES)
            row = _measure(what, "decisions/s", run, None)
            found[what] = row.value
            print(row.text(base))
    return found


def _ratios(rates: dict[str, float], hot: str) -> None:
    """Each rate beside the one that it is compared with."""
    print("\nratios of this run, and what is aimed at")
    for one, other, aim in ratios(hot):
        share = f"{rates[one] / rates[other]:.2f}" if {one, other} <= set(rates) else "absent"
        print(f"{one + ' / ' + other:<92} {share:>7} {aim:>6}")


def _networks(seconds: float) -> None:
    """Compiled players, and the network in compiled code beside the same in PyTorch."""
    for what, unit, rate in net_rates():
        run = functools.partial(_best, rate, seconds / TRIES)
        print(_measure(what, unit, run, None).text(None))
    for what, pair in forward_rates():
        if pair is None:
            print(f"{what:<44} {'absent':>12}")
            continue
        compiled, pytorch = (_best(rate, seconds / TRIES) for rate in pair)
        print(Row(f"{what}, compiled", compiled, "decisions/s").text(None))
        print(f"{f'{what}, PyTorch':<44} {pytorch:>12,.0f} decisions/s  {compiled / pytorch:.2f}x")


def add(parser: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    parser.add_argument("--seconds", type=float, default=2.0, help="for each measurement (2)")
    parser.add_argument("--cold", action="store_true", help="compile anew, too: takes minutes")


def run(options: argparse.Namespace) -> int:
    """Measure, and print a table."""
    seconds: float = options.seconds
    Game.start("axiom", "bravos")
    if not JIT:
        print("The engine runs without being compiled: these are no figures to go by.")
    cores = min(2, os.cpu_count() or 1)
    print(
        f"random play with random legal decks of {len(catalogue().package):,} cards, the best of "
        f"{TRIES} tries, of one core by its processor's time; a game is {game_t.itemsize:,} bytes\n"
    )
    rate = "decisions/s"
    hottest: dict[str, float] = {}
    for kind, of_pool in (("starter decks", False), ("random decks", True)):
        one = functools.partial(hot_rate, whole=of_pool)
        measured = functools.partial(_best, one, seconds / TRIES)
        hot = _measure(f"one game at a time, one core, {kind}", rate, measured, 300_000)
        hottest.setdefault(hot.what, hot.value)
        print(hot.text(None))
    for count in (64, 1024, 8192):
        for used in range(1, cores + 1):
            what = f"{count:,} games in turn, {used} core" + ("s" if used > 1 else "")
            batch = functools.partial(_rate_of_batch, count, used)
            measured = functools.partial(_best, batch, seconds / TRIES)
            print(_measure(what, rate, measured, None).text(hot.value))
    found = _environments(seconds, cores)
    _networks(seconds)
    inside, single, whole = _clone_rate(seconds / 4)
    print(Row("clone, in compiled code", inside, "us", 1.0, True).text(None))
    print(Row("clone, called from Python", single, "us", None, True).text(None))
    print(Row("clone, a game of a copied batch", whole, "us", None, True).text(None))
    fresh: list[tuple[str, str, str | None, float | None]] = [
        ("import altered_env", "import altered_env", None, 1.0),
        ("every card, read and compiled before", _LOAD, None, 0.3),
        ("import to first step, compiled before", _STEP, None, 1.0),
    ]
    with stopping.temporary_folder() as new, stopping.temporary_folder() as empty:
        fresh.append(("every card, read and compiled anew", _LOAD, new, None))
        if options.cold:
            fresh.append(("import to first step, compiling", _STEP, empty, 120.0))
        for what, code, cache, promised in fresh:
            times = 3 if cache is None else 1
            measured = functools.partial(_process, code, cache, times)
            print(_measure(what, "s", measured, promised).text(None))
    _ratios(found | hottest, next(iter(hottest)))  # the envs play with the starter decks, too
    return 0
