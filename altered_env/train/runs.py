"""The folder of a run: its files, and resuming.

`network.safetensors` is the current network, `run.safetensors` the full state to resume from,
`kept/` has earlier networks, named by their decisions, and `log.jsonl` a line per round.

>>> kept_name(1200)
'000001200.safetensors'
"""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any, Protocol

from numpy.typing import NDArray

from altered_env._runtime.input_files import NETWORK, InputFileError, refuse_unreadable
from altered_env.agents import tensor_files
from altered_env.agents.tensor_files import FileOfTensorsError, said_of
from altered_env.train.settings import with_names_of_today

KIND = "altered net run"
"""The metadata of the checkpoint to resume from."""
FREE = (
    *("decisions", "minutes", "save_every", "file_every", "device", "tensorboard", "opponents"),
    *("actors", "max_age", "ray"),
)
"""Options that may differ when a run is resumed; opponents may only be added."""


class Kept(Protocol):
    """A run stored in a folder, which can resume from it."""

    config: Any
    out: Path
    taken: int

    def write_network(self, path: Path) -> None:
        """Write the current network."""

    def state(self) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
        """The full state needed to resume: tensors and metadata."""

    def restore(self, tensors: dict[str, NDArray[Any]], words: dict[str, Any]) -> None:
        """Resume from `state`."""


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


def make_folder(folder: Path) -> None:
    """Create a folder to write to. Raises `ValueError` if this is impossible."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ValueError(
            f"{folder}: the folder cannot be created ({error.strerror}); give another --out"
        ) from None


def begin(out: Path) -> None:
    """Create the folder of a run, and clear the remains of an earlier run. Raises `ValueError` if
    this is impossible."""
    make_folder(out)
    for _, path in kept(out):
        path.unlink()
    for name in ("log.jsonl", "run.safetensors", "evaluation.jsonl"):
        (out / name).unlink(missing_ok=True)


def keep(run: Kept) -> None:
    """Store the current network permanently."""
    path = run.out / "kept" / kept_name(run.taken)
    path.parent.mkdir(parents=True, exist_ok=True)
    run.write_network(path)


def save(run: Kept) -> None:
    """Write the network and the full state to resume from, atomically."""
    run.out.mkdir(parents=True, exist_ok=True)
    run.write_network(run.out / "network.safetensors")
    tensor_files.write(run.out / "run.safetensors", *run.state())


def resume(run: Kept) -> None:
    """Restore what `save` wrote. Raises `FileOfTensorsError`."""
    path = run.out / "run.safetensors"
    tensors, words = tensor_files.read(path, KIND)
    mine = asdict(run.config)
    try:
        theirs = with_names_of_today(words["config"])
        other = [k for k, v in theirs.items() if k not in FREE and mine.get(k) != v]
        if other:
            raise FileOfTensorsError(
                f"{path}: the run has another {', '.join(other)}; give the same, or another --out"
            )
        run.restore(tensors, words)
    except FileOfTensorsError:
        raise
    except KeyError as error:
        raise FileOfTensorsError(f"{path}: not a whole run: {error} is missing") from None
    except (
        *(IndexError, TypeError, ValueError, RuntimeError, AttributeError, OverflowError),
        MemoryError,
    ) as error:
        raise FileOfTensorsError(f"{path}: not a whole run: {str(error)[:200]}") from None
    for decisions, file in kept(run.out):
        if decisions > run.taken:
            file.unlink()


def so_far(what: str, folder: Path, out: Path) -> str:
    """The kept results of a run stopped at once, in this folder among those of `out`."""
    if is_saved(folder):
        return f"{what} is saved up to its last checkpoint; {go_on(out)}"
    if is_begun(folder):
        return "there was no checkpoint yet to resume from; give another --out"
    return "nothing was learned yet"


def go_on(out: Path) -> str:
    """How to resume a stopped run, for messages."""
    return f"resume with --resume --out {out}"
