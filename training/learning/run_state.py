"""What a run of a compiled network keeps, and how it goes on from that.

The network and what was learned with it, earlier selves and ratings, the games as they stand and
all that anything is drawn from: with the same engine a run goes on bit for bit. Features are known
by name, so it goes on after the layout of observations or the words on cards have changed, too.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from numpy.typing import NDArray

from agents.net_weights import LATER, NetWeights, by_name, part_names
from altered_env.game.saving import engine_version

if TYPE_CHECKING:
    from training.learning.learner import Learner

__all__ = ["KIND", "restore", "state_of"]

KIND = "altered net run"
"""What the file says that a run goes on from."""
_MOMENTS = ("exp_avg", "exp_avg_sq")


def state_of(run: Learner) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
    """Everything that it takes to go on."""
    net = run.module.weights()
    arrays: dict[str, NDArray[Any]] = {f"net.{k}": v for k, v in net.parts.items()}
    steps = {}
    for name, part in run.learned.items():
        if name not in net.parts:
            arrays[name] = part.numpy(force=True).copy()
        state = run.optimiser.state.get(part, {})
        for moment in _MOMENTS:
            if moment in state:
                arrays[f"{moment}.{name}"] = state[moment].detach().cpu().numpy()
                steps[name] = float(state["step"])
    if run.reference is not None:
        reference = run.reference.weights()
        arrays |= {f"reference.{k}": v for k, v in reference.parts.items()}
    for k, other in enumerate(run.pool.selves):
        arrays |= {f"self.{k}.{name}": part for name, part in other.parts.items()}
    arrays |= {f"vec.{k}": v for k, v in run.vec.state().items()}
    arrays |= {f"pool.{k}": v for k, v in run.pool.numbers().items()}
    games = run.rollouts
    arrays |= {"against": games.against, "theirs": games.theirs, "rngs": games.rngs}
    return arrays, {
        **run.about(),
        **net.about(),
        "kind": KIND,
        "engine": engine_version(),
        "steps": steps,
        "rng": run.rng.bit_generator.state,
        "pool": run.pool.about(),
    }


def restore(run: Learner, tensors: dict[str, NDArray[Any]], words: dict[str, Any]) -> None:
    """Go on from what `state_of` gave."""
    names = part_names(run.players)

    def part(key: str, name: str) -> NDArray[np.float32]:
        if name in LATER and key not in tensors:
            return np.zeros(tuple(run.module.parts[name].shape), dtype=np.float32)
        numbers = np.asarray(tensors[key], dtype=np.float32)
        if not np.isfinite(numbers).all():
            raise ValueError(f"{key} has numbers that are not finite")
        if name in names and name in words["names"]:
            numbers = by_name(numbers, words["names"][name], names[name])
        return numbers

    for name, parameter in run.learned.items():
        key = f"net.{name}" if name in run.module.parts else name
        if name == key and tensors[key].shape != tuple(parameter.shape):
            continue  # other words are on cards now: what the critic makes of them begins anew
        with torch.no_grad():
            parameter.copy_(torch.from_numpy(part(key, name)))
        if name in words["steps"]:
            run.optimiser.state[parameter] = {
                "step": torch.tensor(words["steps"][name]),
                **{
                    moment: torch.from_numpy(part(f"{moment}.{name}", name)).to(run.device)
                    for moment in _MOMENTS
                },
            }
    if run.reference is not None:
        for name, parameter in run.reference.parts.items():
            with torch.no_grad():
                parameter.copy_(torch.from_numpy(part(f"reference.{name}", name)))
    _restore_pool(run, tensors, words, part)
    games = run.rollouts
    games.rngs[:] = tensors["rngs"]
    run.rng.bit_generator.state = words["rng"]
    run.goes_on_at(words)


def _restore_pool(
    run: Learner,
    tensors: dict[str, NDArray[Any]],
    words: dict[str, Any],
    part: Callable[[str, str], NDArray[np.float32]],
) -> None:
    """Who is met, and the games as they stood; they begin anew where the engine is another now."""
    config, pool, games = run.config, run.pool, run.rollouts
    pool.selves = [
        NetWeights(
            config.width,
            config.hidden,
            run.players,
            {name: part(f"self.{k}.{name}", name) for name in run.module.parts},
            run.module.looks,
        )
        for k in range(words["pool"]["selves"])
    ]
    there, more = pool.rate_again(tensors["pool.ratings"], tensors["pool.lost"], words["pool"])
    games.seat_selves()
    if words["engine"] == engine_version():
        run.vec.restore({k: tensors[f"vec.{k}"] for k in ("games", "desks")})
        against = tensors["against"]
        games.against[:] = np.where(against >= there, against + more, against)
        games.theirs[:] = tensors["theirs"]
    else:
        run.vec.reset(config.seed + words["round"])
