"""The folder of a run: its files, and what lies there already.

`network.safetensors` is the current network, `run.safetensors` the full state to resume from,
`kept/` has earlier networks, named by their decisions, and `log.jsonl` a line per round.

>>> kept_name(1200)
'000001200.safetensors'
"""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

from altered_env._runtime.input_files import NETWORK, InputFileError, refuse_unreadable
from altered_env.agents.tensor_files import said_of
from altered_env.train.settings import with_names_of_today


def kept_name(decisions: int) -> str:
    """The file of the network after this many decisions."""
    return f"{decisions:09d}.safetensors"


def kept(out: Path) -> list[tuple[int, Path]]:
    """The earlier networks, each with its decisions, the earliest first."""
    networks = [
        (int(path.stem), path)
        for path in (out / "kept").glob("*.safetensors")
        if path.stem.isdecimal()
    ]
    return sorted(networks)


def is_begun(out: Path) -> bool:
    """Is there a run in this folder, or the remains of one? A run ended before its first round
    leaves nothing."""
    log = out / "log.jsonl"
    learned = any(decisions for decisions, _ in kept(out))
    return is_saved(out) or learned or (log.exists() and log.stat().st_size > 0)


def refuse_begun(out: Path) -> None:
    """Raise `ValueError` if training would overwrite a run or its remains."""
    if is_saved(out):
        raise ValueError(f"{out}: there is a run already; add --resume, or give another --out")
    if is_begun(out):
        raise ValueError(f"{out}: the remains of a run are there; give another --out")


def is_saved(out: Path) -> bool:
    """Is there a run in this folder that can be resumed?"""
    return (out / "run.safetensors").exists()


def refuse_unsaved(out: Path) -> None:
    """Raise `ValueError` for a folder without a run that can be resumed."""
    try:
        refuse_unreadable(out / "run.safetensors", NETWORK)
    except InputFileError as error:
        raise ValueError(str(error)) from None


def is_of(config: Any, out: Path) -> bool:
    """Does this folder contain a single run, with exactly this config?"""
    files = [path for _, path in kept(out)]
    if is_saved(out):
        files.append(out / "run.safetensors")
    configs = [said_of(path).get("config") for path in files]
    mine = asdict(config)
    return bool(configs) and all(
        isinstance(one, dict) and with_names_of_today(one) == mine for one in configs
    )


def begin(out: Path) -> None:
    """Clear the remains of an earlier run from a folder."""
    for _, path in kept(out):
        path.unlink()
    for name in ("log.jsonl", "run.safetensors", "evaluation.jsonl"):
        (out / name).unlink(missing_ok=True)


def so_far(what: str, folder: Path, out: Path, again: str = "") -> str:
    """The kept results of a run stopped at once, in this folder among those of `out`; `again` says
    how to resume it, if not with --resume."""
    if is_saved(folder):
        return f"{what} is saved up to its last checkpoint; {again or go_on(out)}"
    if is_begun(folder):
        return "there was no checkpoint yet to resume from; give another --out"
    return "nothing was learned yet"


def go_on(out: Path) -> str:
    """How to resume a stopped run, for messages."""
    return f"resume with the same options, --resume --out {out}"
