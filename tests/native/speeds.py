"""The built engine compared with Numba: the same measurements in two processes, in turn, in
processor time. It prints a table of medians.

    python -m tests.native.speeds [--seconds 1] [--pairs 7]
"""

from __future__ import annotations

import argparse
import functools
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable

ENGINES = ("aot", "jit")


def measures() -> dict[str, Callable[[float], float]]:
    """The measurement: decisions per second, over about this many seconds."""
    from altered_env.cli import bench_engine, bench_envs, bench_nets
    from altered_env.envs import raw_env

    return {
        "one game at a time, nothing observed": bench_engine.hot_rate,
        "batch of 256, nothing observed": lambda s: bench_engine.batch_rate(256, s, 1),
        "batch of 256, observations": lambda s: bench_envs.vec_rate(256, "full", 1, s),
        "PettingZoo's AEC": lambda s: bench_envs.aec_rate(raw_env, s),
        "Gymnasium, one seat, all decisions": lambda s: bench_envs._one_seat(s, every=True),
        "SB3 VecEnv, raw, all decisions": lambda s: bench_envs._seats(s, "raw", True),
        "greedy in compiled games": lambda s: bench_nets._games("greedy", "decisions/s", s),
        "rules in compiled games": lambda s: bench_nets._games("rules", "decisions/s", s),
        "net in compiled games": lambda s: bench_nets._games("net", "decisions/s", s),
        "a network of width 64": bench_nets._compiled,
    }


def answer() -> None:
    """Measure in a separate process whatever is requested, line by line."""
    time.perf_counter = time.process_time  # what else the machine does does not count
    known = measures()
    for line in sys.stdin:
        seconds, _, what = line.strip().partition(" ")
        print(known[what](float(seconds)), flush=True)


def started(engine: str) -> subprocess.Popen[str]:
    """A process that measures with this engine."""
    environ = {name: value for name, value in os.environ.items() if name != "ALTERED_CHECKED"}
    return subprocess.Popen(
        [sys.executable, "-m", "tests.native.speeds", "--answer"],
        env=environ | {"ALTERED_ENGINE": engine}, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        text=True,
    )  # fmt: skip


def rate(process: subprocess.Popen[str], what: str, seconds: float) -> float:
    """A measurement by that process."""
    assert process.stdin and process.stdout
    process.stdin.write(f"{seconds} {what}\n")
    process.stdin.flush()
    return float(process.stdout.readline())


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition(":")[0])
    parser.add_argument("--seconds", type=float, default=1.0, help="of a measurement; 1")
    parser.add_argument("--pairs", type=int, default=7, help="measurements of each; 7")
    parser.add_argument("--answer", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.answer:
        return answer()
    processes = [started(engine) for engine in ENGINES]
    ask = functools.partial(rate, seconds=options.seconds)
    print(f"medians of {options.pairs} pairs{'':24}{'aot':>12}{'jit':>12}{'aot/jit':>9}")
    for what in measures():
        for process in processes:
            rate(process, what, 0.01)  # compiling or reading on first use
        pairs = [[ask(process, what) for process in processes] for _ in range(options.pairs)]
        one, other = (statistics.median(column) for column in zip(*pairs, strict=True))
        ratio = statistics.median(a / b for a, b in pairs)
        print(f"{what:44}{one:>12,.0f}{other:>12,.0f}{ratio:>9.2f}", flush=True)
    for process in processes:
        process.communicate("")


if __name__ == "__main__":
    main()
