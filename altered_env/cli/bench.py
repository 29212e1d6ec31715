"""`altered bench`: speed on this machine, compared with the stated targets."""

from __future__ import annotations

import argparse
import functools
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from altered_env._runtime import signals
from altered_env._runtime.help_pages import option
from altered_env._runtime.plurals import counted
from altered_env.cards import catalogue
from altered_env.cli.bench_engine import batch_rate, clone_times, hot_rate
from altered_env.cli.bench_envs import env_rates, peer_rates
from altered_env.cli.bench_nets import forward_rates, net_rates, share_of_products
from altered_env.cli.bench_ratios import PAIRS, ratios
from altered_env.cli.bench_views import size_lines
from altered_env.engine.compiled import IS_COMPILED
from altered_env.engine.layout import game_t
from altered_env.game import Game

TRIES = 3
Number = TypeVar("Number")


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table: the measurement, its value, and the stated minimum."""

    what: str
    value: float
    unit: str
    promised: float | None = None
    lower_is_better: bool = False

    def text(self, base: float | None) -> str:
        """The line; rates are compared with `base`."""
        number = f"{self.value:,.0f}" if self.value >= 100 else f"{self.value:,.3g}"
        line = f"{self.what:<44} {number:>12} {self.unit:<12}"
        if base and self.unit == "decisions/s":
            line += f" {self.value / base:>6.2f}x"
        elif self.promised:
            ratio = (
                self.promised / self.value if self.lower_is_better else self.value / self.promised
            )
            line += f" {ratio:>6.2f}x of the target"
        return line


def _best(rate: Callable[[float], float], seconds: float) -> float:
    """The best of a few tries, since the machine may be shared."""
    return max(rate(seconds) for _ in range(TRIES))


_LOAD = "from altered_env.game.books import pool_book; pool_book()"
_STEP = (
    "from altered_env import Game; g = Game.start('axiom', 'bravos'); g.act(g.legal_actions()[0])"
)


_WHILE_WATCHED = (
    "import os, threading\n"
    "threading.Thread(target=lambda: os._exit(len(os.read(0, 1)) or 1), daemon=True).start()\n"
)
"""Code that ends the process when its standard input is closed, as this process ends."""


def _process(code: str, cache: str | None = None, times: int = 3) -> float:
    """Seconds that `code` takes in a fresh interpreter, without Python's start-up."""
    timed = f"{_WHILE_WATCHED}import time; t = time.perf_counter()\n{code}\n" + (
        "print(time.perf_counter() - t)"
    )
    environment = dict(os.environ)
    if cache is not None:
        environment["ALTERED_CACHE"] = cache
    best = float("inf")
    for _ in range(times):
        with signals.starting():
            run = subprocess.Popen(
                [sys.executable, "-c", timed],
                env=environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
            )
        with run, signals.child(run.pid):
            assert run.stdout is not None
            said = run.stdout.read()
        if run.returncode:
            raise OSError(
                f"a fresh Python process ended with status {run.returncode}: {said[-500:]}"
            )
        best = min(best, float(said.split()[-1]))
    return best


def _measure(what: str, unit: str, number: Callable[[], float], promised: float | None) -> Row:
    """Measure one line, showing meanwhile what is measured."""
    return Row(what, _said(what, number), unit, promised, unit != "decisions/s")


def _said(what: str, number: Callable[[], Number]) -> Number:
    """Measure a number, showing meanwhile which."""
    shown = sys.stderr.isatty()
    if shown:
        print(f"  {what} ...", file=sys.stderr, end="\r", flush=True)
    found = number()
    if shown:
        print(" " * (len(what) + 8), file=sys.stderr, end="\r", flush=True)
    return found


def _environments(seconds: float, cores: int) -> None:
    """The environments, and peers measured in the same run as ratios to the raw AEC loop."""
    base = 0.0
    for what, rate, promised in env_rates(cores):
        run = functools.partial(_best, rate, seconds / TRIES)
        row = _measure(what, "decisions/s", run, promised)
        base = base or row.value
        line = row.text(base)
        print(line + (f" ({promised:,.0f} promised)" if promised else ""))
    for what, peer in peer_rates():
        if peer is None:
            print(f"{what:<44} {'absent':>12}")
        else:
            run = functools.partial(_best, peer, seconds / TRIES)
            print(_measure(what, "decisions/s", run, None).text(base))


def _ratios(seconds: float, words: str) -> None:
    """Each rate with the one it is compared with, and the target."""
    chosen = list(ratios(words))
    if not chosen:
        names = "\n  ".join(ratio.name for ratio in ratios())
        raise ValueError(f"no ratio has {words!r:.60} in its name; the names are\n  {names}")
    print(f"ratios over all decisions: median of {PAIRS} pairs, and the target")
    for ratio in chosen:
        value = _said(ratio.name, functools.partial(ratio.measured, seconds))
        print(ratio.text(value), flush=True)


def _networks(seconds: float) -> None:
    """Compiled players, and the compiled network compared with PyTorch."""
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
    if pair is not None and (found := share_of_products(compiled, seconds)) is not None:
        did, most = found
        what = "compiled network, share of a matrix product"
        print(f"{what:<44} {did / most:>12.2f}  {did:.1f} of {most:.0f} GFLOP/s")


def add(parser: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    option(parser, "--seconds", 2.0, "seconds per measurement")
    parser.add_argument(
        "--buffers",
        action="store_true",
        help="only the size of each view and of its rollout buffer, with masks",
    )
    parser.add_argument(
        "--ratios",
        nargs="?",
        const="",
        metavar="WORDS",
        help="only the ratios, or those whose name contains these words, such as '2 cores'",
    )
    parser.add_argument(
        "--cold", action="store_true", help="also measure compiling from scratch: takes minutes"
    )


def run(options: argparse.Namespace) -> int:
    """Measure, and print a table."""
    if options.buffers:
        print("\n".join(size_lines()))
        return 0
    seconds: float = options.seconds
    Game.start("axiom", "bravos", seed=0)
    if not IS_COMPILED:
        print("The engine is not compiled: these figures mean nothing.")
    if options.ratios is not None:
        _ratios(seconds, options.ratios)
        return 0
    cores = min(2, os.cpu_count() or 1)
    print(
        f"random play with random legal decks of {len(catalogue().package):,} cards: best of "
        f"{TRIES} "
        f"tries, processor time of one core; a game takes {game_t.itemsize:,} bytes\n"
    )
    rate = "decisions/s"
    for kind, of_pool in (("starter decks", False), ("random decks", True)):
        one = functools.partial(hot_rate, whole=of_pool)
        measured = functools.partial(_best, one, seconds / TRIES)
        hot = _measure(f"one game at a time, one core, {kind}", rate, measured, 300_000)
        print(hot.text(None))
    for count in (64, 1024, 8192):
        for used in range(1, cores + 1):
            what = f"{counted(count, 'game')} in turn, {used} core" + ("s" if used > 1 else "")
            batch = functools.partial(batch_rate, count, cores=used)
            measured = functools.partial(_best, batch, seconds / TRIES)
            print(_measure(what, rate, measured, None).text(hot.value))
    _environments(seconds, cores)
    _networks(seconds)
    inside, single, whole = clone_times(seconds / 4)
    print(Row("clone in compiled code", inside, "us", 1.0, True).text(None))
    print(Row("clone from Python", single, "us", None, True).text(None))
    print(Row("clone, a game of a copied batch", whole, "us", None, True).text(None))
    fresh: list[tuple[str, str, str | None, float | None]] = [
        ("import altered_env", "import altered_env", None, 1.0),
        ("every card, read and compiled before", _LOAD, None, 0.3),
        ("import to first step, compiled before", _STEP, None, 1.0),
    ]
    with signals.temporary_folder() as new, signals.temporary_folder() as empty:
        fresh.append(("every card, read and compiled again", _LOAD, new, None))
        if options.cold:
            fresh.append(("import to first step, compiling", _STEP, empty, 120.0))
        for what, code, cache, promised in fresh:
            times = 3 if cache is None else 1
            measured = functools.partial(_process, code, cache, times)
            print(_measure(what, "s", measured, promised).text(None))
    _ratios(seconds, "")
    return 0
