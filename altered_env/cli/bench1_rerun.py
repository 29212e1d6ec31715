"""`altered bench1 rerun`: run a leader again on sealed seeds."""

from __future__ import annotations

import argparse
import hashlib
import secrets
from pathlib import Path

from altered_env._runtime.help_pages import option, rare
from altered_env._runtime.overwriting import output
from altered_env._runtime.plurals import counted
from altered_env.cli.arguments import add_jobs, add_sandbox
from altered_env.cli.bench1_run import play_entry, refuse_result

SECRET = ".beacon"
"""The ending of the file beside an unfinished run that keeps its beacon."""
_EXAMPLES = """examples:
  altered bench1 rerun leader-T2.jsonl.gz --out sealed/leader-T2.jsonl.gz --sandbox bwrap
The same command resumes an interrupted run, with the same seeds.
"""


def add(parser: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    parser.description = (
        "For maintainers: play the games of an entry again on seeds that nobody could know, and "
        "compare. The beacon is random; its SHA-256 is printed before the first game, and the file "
        "reveals it. The status is 1 if the entry did better before, or is over its time here."
    )
    parser.epilog, parser.formatter_class = _EXAMPLES, argparse.RawDescriptionHelpFormatter
    parser.add_argument("file", metavar="FILE", help="the result file of the entry")
    output(parser, "--out", "the new result file", required=True)
    parser.add_argument("--agent", help="the agent's name on this machine (that of the entry)")
    add_jobs(parser)
    with rare(parser):
        parser.add_argument("--deals", type=int, help="another number of deals (that of the entry)")
        option(parser, "--limit", 30.0, "seconds per decision of an external bot")
        parser.add_argument("--people", metavar="DIR", help="the lists of T3 with people's lists")
        add_sandbox(parser)


def run(options: argparse.Namespace) -> int:
    """Play and compare."""
    from dataclasses import replace

    from altered_env.agents.registry import known_as
    from altered_env.arena.bench1.declarations import refuse_false
    from altered_env.arena.bench1.scoring import FEW, gap
    from altered_env.arena.bench1.sound_results import sound_result
    from altered_env.cli.bench1_table import percent

    before, path = sound_result(Path(options.file)), Path(options.out)
    refuse_result(path)
    agent = options.agent or before.entry.agent
    here, there = (known.partition(" ") for known in (known_as(agent), before.entry.known))
    if here[2] != there[2] or (not here[2] and here[0] != there[0]):
        raise ValueError(
            f"{agent} is not the agent of {options.file}: it is known as {known_as(agent)!r:.80},"
            f" there as {before.entry.known!r:.80}"
        )
    refuse_false(agent, before.entry.trained, before.entry.withheld)
    beacon = _sealed(path, before.entry.beacon)
    deals = before.entry.deals if options.deals is None else options.deals
    entry = replace(before.entry, agent=agent, beacon=beacon, deals=deals)
    print(f"SHA-256 of the beacon: {hashlib.sha256(beacon.encode()).hexdigest()}", flush=True)
    after = play_entry(entry, path, options)
    _secret_of(path).unlink(missing_ok=True)
    assert before.last is not None and after.last is not None
    found = gap(before, after)
    print(f"Before: {percent(before.last['result'])}")
    print(
        f"Before less now: {100 * found['rate']:+z.1f} points"
        f" ({100 * found['low']:+z.1f} to {100 * found['high']:+z.1f})"
    )
    better = found["low"] > 0
    if (least := min(before.entry.deals, deals)) < FEW:
        print(f"Too few for a verdict, {counted(least, 'deal')}: play {FEW} or more.")
        better = False
    if better:
        print("It did better on seeds that were public: do not list it before this is explained.")
    return int(better or not after.last["result"]["in time"])


def _secret_of(path: Path) -> Path:
    from altered_env.arena.bench1.result_files import lines_of

    return path.with_name(lines_of(path).name + SECRET)


def _sealed(path: Path, before: str) -> str:
    """The beacon of a new run, or of an unfinished one that this command began. Raises
    `ValueError` for any other file: its games may be made by whoever wrote it."""
    from altered_env._runtime.atomic_files import write_atomically
    from altered_env._runtime.input_files import OPTIONS, read_text
    from altered_env.arena.bench1.result_files import lines_of, read_result
    from altered_env.arena.bench1.tasks import SEALED

    lines, secret = lines_of(path), _secret_of(path)
    there = next((one for one in (path, lines) if one.exists() and one.stat().st_size), None)
    kept = read_text(secret, OPTIONS).strip() if secret.exists() else ""
    if there is not None:
        found = read_result(there, whole=False)
        own = kept and kept == found.entry.beacon and kept.startswith(SEALED) and kept != before
        if found.last is not None or not own:
            state = "is finished" if found.last is not None else "was not begun by this command"
            raise ValueError(
                f"{there} {state}, so it would not be played now: name another file with --out"
            )
        return kept
    beacon = f"{SEALED}{secrets.token_hex(16)}"
    write_atomically(secret, f"{beacon}\n".encode(), mode=0o600)
    return beacon
