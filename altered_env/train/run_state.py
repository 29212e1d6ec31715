"""Checkpoints of a run of a compiled network, and resuming.

The network and optimiser, snapshots and ratings, the running games and all random states: with the
same engine a run resumes bit for bit. Features are matched by name, so it also resumes after a
change of the observation layout or the card words.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any, Protocol

import numpy as np
import torch
from numpy.typing import NDArray

from altered_env.agents.net_module import NetModule
from altered_env.agents.net_weights import LATER, NetWeights, by_name, names_in, part_names
from altered_env.envs.vec import Vec
from altered_env.game.saving import engine_version
from altered_env.spaces.layouts import layout_of
from altered_env.train.collection import Rollouts
from altered_env.train.pool import Pool
from altered_env.train.runs import KIND
from altered_env.train.saved_words import like, number, whole_number

_MOMENTS = ("exp_avg", "exp_avg_sq")
Part = Callable[..., NDArray[np.float32]]
"""A part of a network by its key among what was saved, and by its name."""


class Keeps(Protocol):
    """The parts of a run of a compiled network that are kept."""

    module: NetModule
    reference: NetModule | None
    optimiser: torch.optim.Adam
    vec: Vec
    pool: Pool
    rollouts: Rollouts
    rng: np.random.Generator
    device: torch.device
    players: int
    round: int
    answers: int

    @property
    def config(self) -> Any:
        """The options of the run."""

    @property
    def learned(self) -> dict[str, Any]:
        """All learned parameters, by name."""

    def about(self) -> dict[str, Any]:
        """The state of any run."""

    def goes_on_at(self, words: dict[str, Any]) -> None:
        """Go on from there."""


def state_of(run: Keeps) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
    """The full state needed to resume."""
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
        "answers": run.answers,
        "rng": run.rng.bit_generator.state,
        "pool": run.pool.about(),
    }


def restore(run: Keeps, tensors: dict[str, NDArray[Any]], words: dict[str, Any]) -> None:
    """Restore what `state_of` returned. Raises `ValueError`, which names the fault."""
    names = part_names(run.players)

    def part(key: str, name: str, least: float = -inf) -> NDArray[np.float32]:
        mine = run.learned[name].numpy(force=True)
        if name in LATER and key not in tensors:
            return np.zeros(mine.shape, dtype=np.float32)
        found = tensors[key]
        if name in names and name in words["names"]:
            found = by_name(found, names_in(words, name), names[name])
        return np.asarray(like(key, found, mine, least), dtype=np.float32)

    run.goes_on_at(words)
    _restore_learned(run, tensors, words, part)
    if run.reference is not None:
        for name, parameter in run.reference.parts.items():
            with torch.no_grad():
                parameter.copy_(torch.from_numpy(part(f"reference.{name}", name)))
    _restore_pool(run, tensors, words, part)
    games = run.rollouts
    games.rngs[:] = like("rngs", tensors["rngs"], games.rngs)
    run.answers = whole_number("answers", words.get("answers", 0))


def _restore_learned(
    run: Keeps, tensors: dict[str, NDArray[Any]], words: dict[str, Any], part: Part
) -> None:
    """The parameters, with the optimiser's state."""
    for name, parameter in run.learned.items():
        own = name in run.module.parts
        key = f"net.{name}" if own else name
        if not own and tensors[key].shape != tuple(parameter.shape):
            continue  # card words have changed: the critic's card weights are initialised again
        with torch.no_grad():
            parameter.copy_(torch.from_numpy(part(key, name)))
        moments = [f"{moment}.{name}" for moment in _MOMENTS]
        if name not in words["steps"]:
            if any(moment in tensors for moment in moments):
                raise ValueError(f"steps lacks the number of {name}")
            if run.round and own and name not in LATER:
                raise ValueError(f"{moments[0]} is missing")
            continue
        step = number(f"steps of {name}", words["steps"][name])
        if step < 1:
            raise ValueError(f"steps of {name} must be 1 or more, found {step:g}")
        run.optimiser.state[parameter] = {
            "step": torch.tensor(step),
            **{
                moment: torch.from_numpy(part(moments[k], name, 0 if k else -inf)).to(run.device)
                for k, moment in enumerate(_MOMENTS)
            },
        }


def _restore_pool(
    run: Keeps, tensors: dict[str, NDArray[Any]], words: dict[str, Any], part: Part
) -> None:
    """The opponents and the running games, which restart if the engine has changed."""
    config, pool, games = run.config, run.pool, run.rollouts
    selves = whole_number("selves", words["pool"]["selves"], config.snapshots)
    pool.selves = [
        NetWeights(
            config.width,
            config.hidden,
            run.players,
            {name: part(f"self.{k}.{name}", name) for name in run.module.parts},
            run.module.afterstates,
        )
        for k in range(selves)
    ]
    there, more = pool.rate_again(tensors["pool.ratings"], tensors["pool.lost"], words["pool"])
    games.seat_selves()
    layout = layout_of(run.players).hash
    if words["engine"] == engine_version() and words.get("layout", layout) == layout:
        run.vec.restore({k: tensors[f"vec.{k}"] for k in ("games", "desks")})
        against = like("against", tensors["against"], games.against, -1, there + selves - 1)
        games.against[:] = np.where(against >= there, against + more, against)
        games.theirs[:] = like("theirs", tensors["theirs"], games.theirs, 0, run.players - 1)
    else:
        run.vec.reset(config.seed + words["round"])
