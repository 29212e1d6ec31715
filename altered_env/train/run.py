"""A run of a compiled network: its parts, and its checkpoints.

A checkpoint holds the network and optimiser, snapshots and ratings, the running games and all
random states: with the same engine a run resumes bit for bit. Features are matched by name, so it
also resumes after a change of the observation layout or the card words.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, replace
from math import inf
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from altered_env._runtime.progress import hint
from altered_env.agents import refuse_seats, tensor_files
from altered_env.agents.net import NetAgent
from altered_env.agents.net_module import NetModule
from altered_env.agents.net_weights import LATER, NetWeights, by_name, names_in, part_names
from altered_env.agents.network_cards import (
    NOT_SEEN,
    STATES,
    TAUGHT,
    is_of_splits,
    taught_by,
    worst,
)
from altered_env.agents.tensor_files import FileOfTensorsError
from altered_env.agents.widening import widened
from altered_env.game.saving import engine_version
from altered_env.spaces.layouts import layout_of
from altered_env.train import runs
from altered_env.train.actor_parts import rollouts_of, vec_of
from altered_env.train.config import Config
from altered_env.train.critic import Critic
from altered_env.train.masked_policy import device_named
from altered_env.train.pool import OtherOpponentsError, Pool, specs_of
from altered_env.train.saved_words import draw_on, like, number, whole_number
from altered_env.train.settings import with_names_of_today

KIND = "altered net run"
"""The metadata of the checkpoint to resume from."""
FREE = (
    *("decisions", "minutes", "save_every", "file_every", "device", "tensorboard", "opponents"),
    *("actors", "max_age", "ray", "threads"),
)
"""Options that may differ when a run is resumed; opponents may only be added."""
ASKED = 0.01
"""The relative learning rate of the option query: its update is multiplied by the whole token,
about a hundred times as large."""
_MOMENTS = ("exp_avg", "exp_avg_sq")
Part = Callable[..., NDArray[np.float32]]
"""A part of a network by its key among what was saved, and by its name."""


class Run:
    """The parts of a run, how far it is, and how it is kept in its folder (`train.runs`)."""

    def __init__(self, config: Config, out: Path) -> None:
        self.config = config
        self.out = out
        self.round = 0
        self.taken = 0
        """The number of the learner's decisions."""
        self.answers = 0
        """All that were given in the games, by whomever."""
        self.device = device_named(config.device)
        torch.set_num_threads(1)  # the learner gives each thread positions of its own
        self.vec = vec_of(config, config.games, 1 if config.actors else config.threads)
        self.players = self.vec.kernel.players
        specs = specs_of(config.opponents)
        refuse_seats(specs, self.players)
        self.taught = taught_by(specs, config.start)
        """Have its opponents and its start seen the cards that Altered-Bench 1 withholds?"""
        if self.taught != NOT_SEEN and is_of_splits(config.decks):
            hint(
                "Whether the network has seen the cards that Altered-Bench 1 withholds will be"
                f" {self.taught!r}, from its opponents and its start. Train against random, greedy,"
                " rules or networks of your own."
            )
        net = NetWeights.new(
            config.width, config.hidden, self.players, config.seed, config.afterstates,
            config.deck_inputs,
        )  # fmt: skip
        if config.start:
            net = _started(config.start, net, config.seed, config.start_temperature)
        self.module = NetModule.of(net, self.vec.card_features).to(self.device)
        self.reference: NetModule | None = None
        """The reference policy of the KL term: a moving average of the policy."""
        if config.kl_coef:
            self.reference = NetModule.of(net, self.vec.card_features).to(self.device)
        self.critic: Critic | None = None
        if config.critic:
            self.critic = Critic.of(self.module, config.seed).to(self.device)
        parts = self.module.parts
        groups: list[dict[str, Any]] = [
            {"params": [part for name, part in parts.items() if name != "asked"]},
            {"params": [parts["asked"]], "share": ASKED},
        ]
        if self.critic is not None:
            groups.append({"params": list(self.critic.parameters())})
        self.optimiser = torch.optim.Adam(groups, lr=config.learning_rate, eps=1e-5, fused=True)
        self.rng = np.random.default_rng(config.seed)
        self.pool: Pool = Pool(specs, config.snapshots, config.matchmaking)
        self.rollouts = rollouts_of(config, self.vec, self.pool)

    @property
    def learned(self) -> dict[str, torch.nn.Parameter]:
        """The trained modules by name: the network, and the critic if there is one."""
        found = dict(self.module.parts.items())
        if self.critic is not None:
            found |= {f"critic.{name}": part for name, part in self.critic.named_parameters()}
        return found

    def join_selves(self) -> None:
        """Add a snapshot of the learner to the pool."""
        if self.config.snapshots:
            if self.pool.take(self.module.weights()):
                moved = self.rollouts.against > len(self.pool.specs)
                self.rollouts.against[moved] -= 1  # those who play the oldest meet the next
            self.rollouts.seat_selves()

    def about(self) -> dict[str, Any]:
        """The metadata of a checkpoint, besides its purpose."""
        pool = self.pool
        return {
            "config": asdict(self.config),
            TAUGHT: self.taught,
            "rules": self.config.rules,
            "format": self.config.format,
            "decisions": self.taken,
            "round": self.round,
            "rating": round(pool.rating, 1),
            "ratings": dict(zip(pool.specs, pool.ratings.round(1).tolist(), strict=False)),
        }

    # checkpoints

    def write_network(self, path: Path) -> None:
        """Write the current network."""
        self.module.weights().save(path, self.about())

    def keep(self) -> None:
        """Store the current network permanently."""
        path = self.out / "kept" / runs.kept_name(self.taken)
        path.parent.mkdir(parents=True, exist_ok=True)
        self.write_network(path)

    def save(self) -> None:
        """Write the network and the full state to resume from, atomically."""
        self.out.mkdir(parents=True, exist_ok=True)
        self.write_network(self.out / "network.safetensors")
        tensor_files.write(self.out / "run.safetensors", *self.state())

    def resume(self, remedy: str = "give the same, or append more") -> None:
        """Restore what `save` wrote. Raises `FileOfTensorsError`; for other opponents it names the
        `remedy`."""
        path = self.out / "run.safetensors"
        tensors, words = tensor_files.read(path, KIND)
        mine = asdict(self.config)
        try:
            theirs = with_names_of_today(words["config"])
            other = [k for k, v in theirs.items() if k not in FREE and mine.get(k) != v]
            if other:
                given = " ".join(f"--{k.replace('_', '-')} {theirs[k]!s:.80}" for k in other)
                raise FileOfTensorsError(
                    f"{path}: the run was started with {given}; give the same, or another --out"
                )
            self.restore(tensors, words)
        except FileOfTensorsError:
            raise
        except OtherOpponentsError as error:
            raise FileOfTensorsError(f"{path}: {error}: {remedy}, or another --out") from None
        except KeyError as error:
            raise FileOfTensorsError(f"{path}: not a whole run: {error} is missing") from None
        except (
            *(IndexError, TypeError, ValueError, RuntimeError, AttributeError, OverflowError),
            MemoryError,
        ) as error:
            raise FileOfTensorsError(f"{path}: not a whole run: {str(error)[:200]}") from None
        for decisions, file in runs.kept(self.out):
            if decisions > self.taken:
                file.unlink()

    def state(self) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
        """The full state needed to resume."""
        net = self.module.weights()
        arrays: dict[str, NDArray[Any]] = {f"net.{k}": v for k, v in net.parts.items()}
        steps = {}
        for name, part in self.learned.items():
            if name not in net.parts:
                arrays[name] = part.numpy(force=True).copy()
            state = self.optimiser.state.get(part, {})
            for moment in _MOMENTS:
                if moment in state:
                    arrays[f"{moment}.{name}"] = state[moment].detach().cpu().numpy()
                    steps[name] = float(state["step"])
        if self.reference is not None:
            reference = self.reference.weights()
            arrays |= {f"reference.{k}": v for k, v in reference.parts.items()}
        for k, other in enumerate(self.pool.selves):
            arrays |= {f"self.{k}.{name}": part for name, part in other.parts.items()}
        arrays |= {f"vec.{k}": v for k, v in self.vec.state().items()}
        arrays |= {f"pool.{k}": v for k, v in self.pool.numbers().items()}
        games = self.rollouts
        arrays |= {"against": games.against, "theirs": games.theirs, "rngs": games.rngs}
        return arrays, {
            **self.about(),
            **net.about(),
            "kind": KIND,
            "engine": engine_version(),
            "steps": steps,
            "answers": self.answers,
            "rng": self.rng.bit_generator.state,
            "pool": self.pool.about(),
        }

    def restore(self, tensors: dict[str, NDArray[Any]], words: dict[str, Any]) -> None:
        """Go on from what `state` gave. Raises `ValueError` that names what cannot be."""
        names = part_names(self.players)

        def part(key: str, name: str, least: float = -inf) -> NDArray[np.float32]:
            mine = self.learned[name].numpy(force=True)
            if name in LATER and key not in tensors:
                return np.zeros(mine.shape, dtype=np.float32)
            found = tensors[key]
            if name in names and name in words["names"]:
                found = by_name(found, names_in(words, name), names[name])
            return np.asarray(like(key, found, mine, least), dtype=np.float32)

        for name in ("round", "decisions"):
            whole_number(name, words[name])
        self.round, self.taken = words["round"], words["decisions"]
        if words.get(TAUGHT) in STATES:
            self.taught = worst([self.taught, words[TAUGHT]])
        draw_on(self.rng, words["rng"])
        self._restore_learned(tensors, words, part)
        if self.reference is not None:
            for name, parameter in self.reference.parts.items():
                with torch.no_grad():
                    parameter.copy_(torch.from_numpy(part(f"reference.{name}", name)))
        self._restore_pool(tensors, words, part)
        games = self.rollouts
        games.rngs[:] = like("rngs", tensors["rngs"], games.rngs)
        self.answers = whole_number("answers", words.get("answers", 0))

    def _restore_learned(
        self, tensors: dict[str, NDArray[Any]], words: dict[str, Any], part: Part
    ) -> None:
        """The parameters, with the optimiser's state."""
        for name, parameter in self.learned.items():
            own = name in self.module.parts
            key = f"net.{name}" if own else name
            if not own and tensors[key].shape != tuple(parameter.shape):
                continue  # card words have changed: the critic's card weights are initialised again
            with torch.no_grad():
                parameter.copy_(torch.from_numpy(part(key, name)))
            moments = [f"{moment}.{name}" for moment in _MOMENTS]
            if name not in words["steps"]:
                if any(moment in tensors for moment in moments):
                    raise ValueError(f"steps lacks the number of {name}")
                if self.round and own and name not in LATER:
                    raise ValueError(f"{moments[0]} is missing")
                continue
            step = number(f"steps of {name}", words["steps"][name])
            if step < 1:
                raise ValueError(f"steps of {name} must be 1 or more, found {step:g}")
            self.optimiser.state[parameter] = {
                "step": torch.tensor(step, device=self.device),
                **{
                    moment: torch.from_numpy(part(moments[k], name, 0 if k else -inf)).to(
                        self.device
                    )
                    for k, moment in enumerate(_MOMENTS)
                },
            }

    def _restore_pool(
        self, tensors: dict[str, NDArray[Any]], words: dict[str, Any], part: Part
    ) -> None:
        """The opponents and the running games, which restart if the engine has changed."""
        config, pool, games = self.config, self.pool, self.rollouts
        selves = whole_number("selves", words["pool"]["selves"], config.snapshots)
        pool.selves = [
            NetWeights(
                config.width,
                config.hidden,
                self.players,
                {name: part(f"self.{k}.{name}", name) for name in self.module.parts},
                self.module.afterstates,
            )
            for k in range(selves)
        ]
        there, more = pool.rate_again(tensors["pool.ratings"], tensors["pool.lost"], words["pool"])
        games.seat_selves()
        layout = layout_of(self.players).hash
        if words["engine"] == engine_version() and words.get("layout", layout) == layout:
            self.vec.restore({k: tensors[f"vec.{k}"] for k in ("games", "desks")})
            against = like("against", tensors["against"], games.against, -1, there + selves - 1)
            games.against[:] = np.where(against >= there, against + more, against)
            games.theirs[:] = like("theirs", tensors["theirs"], games.theirs, 0, self.players - 1)
        else:
            self.vec.reset(config.seed + words["round"])


def _started(path: str, wanted: NetWeights, seed: int, temperature: float) -> NetWeights:
    """The network of a file to begin from, as wide as wanted, at this temperature."""
    net = NetAgent(path=path.removeprefix("net:")).net
    if net.players != wanted.players:
        raise ValueError(
            f"{path}: the network is for {net.players} players, but the options for "
            f"{wanted.players}"
        )
    try:
        net = widened(net, wanted.width, wanted.hidden, seed)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None
    if net.deck_inputs and not wanted.deck_inputs:
        raise ValueError(f"{path}: the network reads deck lists: omit --no-deck-inputs")
    if wanted.deck_inputs:
        net = net.with_deck_inputs()
    outputs = {name: net.parts[name] / np.float32(temperature) for name in ("score", "asked")}
    afterstates = wanted.afterstates or net.afterstates
    return replace(net, afterstates=afterstates, parts={**net.parts, **outputs})
