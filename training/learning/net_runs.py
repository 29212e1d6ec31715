"""The folder of a run of `training.learning`: what is kept of it, and how it goes on.

The files are those of `training/learning/runs.py`, without PyTorch's: arrays and JSON. A run goes
on bit for bit. Where the engine, the layout of observations or the words on cards have changed
since, it goes on all the same, with features by name, and its games begin anew.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from numpy.typing import NDArray

from agents import tensor_files
from agents.net_weights import NetWeights, by_name, part_names
from altered_env.game.saving import engine_version
from training.learning import runs

if TYPE_CHECKING:
    from training.learning.learner import Learner

__all__ = ["keep", "resume", "save", "started"]

KIND = "altered net run"
_MOMENTS = ("exp_avg", "exp_avg_sq")


def started(path: str, wanted: NetWeights) -> NetWeights:
    """The network of a file to begin from, which must have the same shape."""
    found = NetWeights.load(path)
    if (found.width, found.hidden, found.players) != (wanted.width, wanted.hidden, wanted.players):
        raise ValueError(
            f"{path}: width {found.width}, hidden {found.hidden}, for {found.players} players, but "
            f"the options say width {wanted.width}, hidden {wanted.hidden}, for {wanted.players}"
        )
    return found


def about(learner: Learner) -> dict[str, Any]:
    """What a checkpoint says of itself."""
    pool = learner.pool
    return {
        "config": asdict(learner.config),
        "rules": learner.config.rules,
        "format": learner.config.format,
        "decisions": learner.taken,
        "round": learner.round,
        "rating": round(pool.rating, 1),
        "ratings": dict(zip(pool.specs, pool.ratings.round(1).tolist(), strict=False)),
    }


def keep(learner: Learner) -> None:
    """Keep the network of now for good."""
    path = learner.out / "kept" / runs.kept_name(learner.taken)
    path.parent.mkdir(parents=True, exist_ok=True)
    learner.module.weights().save(path, about(learner))


def save(learner: Learner) -> None:
    """Write the network, and everything that it takes to go on, whole or not at all."""
    learner.out.mkdir(parents=True, exist_ok=True)
    words = about(learner)
    net = learner.module.weights()
    net.save(learner.out / "network.safetensors", words)
    arrays: dict[str, NDArray[Any]] = {f"net.{k}": v for k, v in net.parts.items()}
    steps = {}
    for name, part in learner.module.parts.items():
        state = learner.optimiser.state.get(part, {})
        for moment in _MOMENTS:
            if moment in state:
                arrays[f"{moment}.{name}"] = state[moment].detach().cpu().numpy()
                steps[name] = float(state["step"])
    if learner.reference is not None:
        reference = learner.reference.weights()
        arrays |= {f"reference.{k}": v for k, v in reference.parts.items()}
    for k, other in enumerate(learner.pool.selves):
        arrays |= {f"self.{k}.{name}": part for name, part in other.parts.items()}
    arrays |= {f"vec.{k}": v for k, v in learner.vec.state().items()}
    arrays |= {f"pool.{k}": v for k, v in learner.pool.numbers().items()}
    acting = learner.acting
    arrays |= {"against": acting.against, "theirs": acting.theirs, "rngs": acting.rngs}
    words |= {
        **net.about(),
        "kind": KIND,
        "engine": engine_version(),
        "steps": steps,
        "rng": learner.rng.bit_generator.state,
        "pool": learner.pool.about(),
    }
    tensor_files.write(learner.out / "run.safetensors", arrays, words)


def resume(learner: Learner) -> None:
    """Go on from what `save` wrote. Raises `FileOfTensorsError`."""
    path = learner.out / "run.safetensors"
    arrays, words = tensor_files.read(path, KIND)
    mine = asdict(learner.config)
    try:
        other = [k for k, v in words["config"].items() if k not in runs.FREE and mine.get(k) != v]
        if other:
            raise tensor_files.FileOfTensorsError(
                f"{path}: a run with another {', '.join(other)}; give the same, or another --out"
            )
        _restore(learner, arrays, words)
    except tensor_files.FileOfTensorsError:
        raise
    except (KeyError, IndexError, TypeError, ValueError, RuntimeError, AttributeError) as error:
        raise tensor_files.FileOfTensorsError(
            f"{path}: not a whole run: {str(error)[:200]}"
        ) from None
    for decisions, file in runs.kept(learner.out):
        if decisions > learner.taken:
            file.unlink()


def _restore(learner: Learner, arrays: dict[str, NDArray[Any]], words: dict[str, Any]) -> None:
    names = part_names(learner.players)

    def part(key: str, name: str) -> NDArray[np.float32]:
        found = np.asarray(arrays[key], dtype=np.float32)
        if not np.isfinite(found).all():
            raise ValueError(f"{key} has numbers that are not finite")
        if name in names:
            found = by_name(found, words["names"][name], names[name])
        return found

    for name in ("round", "decisions"):
        if not isinstance(words[name], int) or words[name] < 0:
            raise ValueError(f"{name} is a whole number, found {words[name]!r:.40}")
    for name, parameter in learner.module.parts.items():
        with torch.no_grad():
            parameter.copy_(torch.from_numpy(part(f"net.{name}", name)))
        if name in words["steps"]:
            learner.optimiser.state[parameter] = {
                "step": torch.tensor(words["steps"][name]),
                **{
                    moment: torch.from_numpy(part(f"{moment}.{name}", name)).to(learner.device)
                    for moment in _MOMENTS
                },
            }
    if learner.reference is not None:
        for name, parameter in learner.reference.parts.items():
            with torch.no_grad():
                parameter.copy_(torch.from_numpy(part(f"reference.{name}", name)))
    config, pool, acting = learner.config, learner.pool, learner.acting
    pool.selves = [
        NetWeights(
            config.width,
            config.hidden,
            learner.players,
            {name: part(f"self.{k}.{name}", name) for name in learner.module.parts},
        )
        for k in range(words["pool"]["selves"])
    ]
    there, more = pool.rate_again(arrays["pool.ratings"], arrays["pool.lost"], words["pool"])
    acting.seat_selves()
    if words["engine"] == engine_version():
        learner.vec.restore({k: arrays[f"vec.{k}"] for k in ("games", "desks")})
        against = arrays["against"]
        acting.against[:] = np.where(against >= there, against + more, against)
        acting.theirs[:] = arrays["theirs"]
    else:
        learner.vec.reset(config.seed + words["round"])
    acting.rngs[:] = arrays["rngs"]
    learner.rng.bit_generator.state = words["rng"]
    learner.round, learner.taken = words["round"], words["decisions"]
