"""The folder of a run: what is kept of it, and how it goes on.

`network.safetensors` is the network as it is now, `run.safetensors` everything that it takes to go
on, `kept/` holds networks of earlier times, named by their decisions, `log.jsonl` a line a round.

>>> kept_name(1200)
'000001200.safetensors'
"""

from __future__ import annotations

from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from agents import checkpoints
from agents.network import Network, Shape

__all__ = [
    "begin",
    "is_begun",
    "is_of",
    "is_saved",
    "keep",
    "kept",
    "kept_name",
    "load_start",
    "make_folder",
    "refuse_begun",
    "resume",
    "save",
    "saved",
]

FREE = ("decisions", "minutes", "save_every", "file_every", "device", "tensorboard", "opponents")
"""Options that may differ when a run goes on; opponents may only be added."""


def kept_name(decisions: int) -> str:
    """The file of the network after so many decisions."""
    return f"{decisions:09d}.safetensors"


def kept(out: Path) -> list[tuple[int, Path]]:
    """The networks of earlier times, each with its decisions, the earliest first."""
    found = [
        (int(path.stem), path)
        for path in (out / "kept").glob("*.safetensors")
        if path.stem.isdecimal()
    ]
    return sorted(found)


def is_begun(out: Path) -> bool:
    """Does a run lie in this folder, or what is left of one? One that was ended before its first
    round was done has left nothing."""
    log = out / "log.jsonl"
    learned = any(decisions for decisions, _ in kept(out))
    return is_saved(out) or learned or (log.exists() and log.stat().st_size > 0)


def refuse_begun(out: Path) -> None:
    """Raise `ValueError` where a run, or what is left of one, would be trained over."""
    if is_saved(out):
        raise ValueError(f"{out}: a run lies there; go on with --resume, or give another --out")
    if is_begun(out):
        raise ValueError(f"{out}: what is left of a run lies there; give another --out")


def is_saved(out: Path) -> bool:
    """Does a run lie in this folder that can go on?"""
    return (out / "run.safetensors").exists()


def saved(out: Path) -> tuple[dict[str, Tensor], dict[str, Any]]:
    """What `save` wrote into a folder. Raises `CheckpointError` where there is none."""
    return checkpoints.read(out / "run.safetensors")


def is_of(config: Any, out: Path) -> bool:
    """Is all that lies in this folder of one run, with exactly this config?"""
    files = [path for _, path in kept(out)]
    if is_saved(out):
        files.append(out / "run.safetensors")
    try:
        found = [checkpoints.read(path)[1].get("config") for path in files]
    except checkpoints.CheckpointError:
        return False
    return bool(found) and all(one == asdict(config) for one in found)


def make_folder(folder: Path) -> None:
    """Make a folder to write to. Raises `ValueError` where there can be none."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ValueError(
            f"{folder}: cannot be made a folder ({error.strerror}); give another --out"
        ) from None


def begin(out: Path) -> None:
    """Make the folder of a run, and clear what an earlier run left there."""
    out.mkdir(parents=True, exist_ok=True)
    for _, path in kept(out):
        path.unlink()
    for name in ("log.jsonl", "run.safetensors", "evaluation.jsonl"):
        (out / name).unlink(missing_ok=True)


def about(trainer: Any) -> dict[str, Any]:
    """What a checkpoint says of itself, beside the layout it was made for."""
    pool = trainer.opponents
    return {
        "config": asdict(trainer.config),
        "rules": trainer.config.rules,
        "format": trainer.config.format,
        "decisions": trainer.taken,
        "round": trainer.round,
        "rating": round(pool.rating, 1),
        "ratings": dict(zip(pool.specs, pool.ratings.round(1).tolist(), strict=False)),
    }


def keep(trainer: Any) -> None:
    """Keep the network of now for good."""
    path = trainer.out / "kept" / kept_name(trainer.taken)
    path.parent.mkdir(parents=True, exist_ok=True)
    checkpoints.save_network(path, trainer.network, about(trainer))


def save(trainer: Any) -> None:
    """Write the network, and everything that it takes to go on, whole or not at all."""
    trainer.out.mkdir(parents=True, exist_ok=True)
    words = about(trainer)
    checkpoints.save_network(trainer.out / "network.safetensors", trainer.network, words)
    tensors = {f"network.{k}": v for k, v in trainer.network.state_dict().items()}
    for number, part in trainer.optimiser.state_dict()["state"].items():
        tensors |= {f"adam.{number}.{k}": torch.as_tensor(v) for k, v in part.items()}
    tensors |= {f"vec.{k}": torch.from_numpy(v) for k, v in trainer.vec.state().items()}
    tensors |= {f"pool.{k}": v for k, v in trainer.opponents.tensors().items()}
    tensors["torch"] = torch.get_rng_state()
    words |= {"rng": trainer.rng.bit_generator.state, "pool": trainer.opponents.about()}
    checkpoints.save(trainer.out / "run.safetensors", tensors, words)


def resume(trainer: Any) -> None:
    """Go on from what `save` wrote. Raises `CheckpointError`."""
    path = trainer.out / "run.safetensors"
    tensors, words = saved(trainer.out)
    mine = asdict(trainer.config)
    try:
        other = [k for k, v in words["config"].items() if k not in FREE and mine.get(k) != v]
        if other:
            raise checkpoints.CheckpointError(
                f"{path}: a run with another {', '.join(other)}; give the same, or another --out"
            )
        _restore(trainer, tensors, words)
    except checkpoints.CheckpointError:
        raise
    except (KeyError, IndexError, TypeError, ValueError, RuntimeError, AttributeError) as error:
        raise checkpoints.CheckpointError(f"{path}: not a whole run: {str(error)[:200]}") from None
    for decisions, file in kept(trainer.out):
        if decisions > trainer.taken:
            file.unlink()


def _restore(trainer: Any, tensors: dict[str, Tensor], words: dict[str, Any]) -> None:
    network = {
        name: checkpoints.as_numbers(name, part)
        for name, part in _under(tensors, "network.").items()
    }
    trainer.network.load_state_dict(network)
    state = trainer.optimiser.state_dict()
    state["state"] = {
        number: _under(tensors, f"adam.{number}.")
        for number in range(len(list(trainer.network.parameters())))
        if f"adam.{number}.step" in tensors
    }
    trainer.optimiser.load_state_dict(state)
    trainer.opponents.restore(_under(tensors, "pool."), words["pool"])
    trainer.vec.restore({k: v.numpy() for k, v in _under(tensors, "vec.").items()})
    torch.set_rng_state(tensors["torch"])
    trainer.rng.bit_generator.state = words["rng"]
    for name in ("round", "decisions"):
        if not isinstance(words[name], int) or words[name] < 0:
            raise ValueError(f"{name} is a whole number, found {words[name]!r:.40}")
    trainer.round, trainer.taken = words["round"], words["decisions"]


def load_start(network: Network, path: str) -> None:
    """Begin from the network of a file, which must have the same shape; one without an adviser
    begins to read one."""
    found, _ = checkpoints.load_network(path)
    if found.shape not in (network.shape, replace(network.shape, adviser="")):
        raise checkpoints.CheckpointError(
            f"{path}: {_words(found.shape)}, but the options say {_words(network.shape)}"
        )
    network.load_state_dict(network.state_dict() | found.state_dict())


def _words(shape: Shape) -> str:
    words = f"width {shape.width}, layers {shape.layers}, heads {shape.heads}"
    return f"{words}, adviser {shape.adviser}" if shape.adviser else words


def _under(tensors: dict[str, Tensor], start: str) -> dict[str, Tensor]:
    return {name[len(start) :]: t for name, t in tensors.items() if name.startswith(start)}
