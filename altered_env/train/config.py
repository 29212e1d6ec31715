"""Options of a run: decks, opponents, method and budget.

Options have the names of the literature where it has one. An option that once had another name is
refused under that name, and read under it from the checkpoints of that time
(`altered_env/train/settings.py`).
"""

from __future__ import annotations

from argparse import ArgumentTypeError
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import isfinite

from altered_env import formats
from altered_env.agents.net_weights import refuse_afterstates
from altered_env.arena.workers import Cluster, Jobs
from altered_env.train.pool import MATCHMAKING, specs_of

ANY = "any"
"""The address of whichever cluster there is."""
MOST_ROWS = 1 << 21
"""Decisions of a round: more would not fit into memory."""
MOST = {
    **{
        "games": 65_536,
        "minibatch": MOST_ROWS,
        "threads": 1_024,
        "snapshots": 1_024,
        "epochs": 10_000,
    },
    **{"learning_rate": 1_000.0, "decisions": 10**15, "seed": 10**18},
    **{"actors": 1_024, "max_age": 10**9},
}
"""Upper limits of options, far beyond useful values or a machine's memory."""

AGAINST = " against "
"""Between the pools of the seats, such as `mine.txt against starters`."""


@dataclass(frozen=True)
class Config:
    """Options of a training run."""

    decks: str = "starters+public+random:2000:1:curve"
    """A pool of decks by name; usual for a format's usual decks; a pool for each seat as `mine.txt
    against starters`."""
    rules: str = "2024.09"
    """The ruleset."""
    format: str = "standard"
    """The format; two_against_two and free_for_all use networks with another layout."""
    legal: bool = True
    """Refuse illegal decks."""
    seed: int = 0
    """Seed of the run."""
    decisions: int = 20_000_000
    """Total number of the learner's choices; forced answers do not count."""
    minutes: float = 0.0
    """Stop after this many minutes; 0 for no limit."""
    games: int = 256
    """Number of parallel games."""
    steps: int = 64
    """Choices per game and round."""
    epochs: int = 2
    """Epochs per round."""
    minibatch: int = 2048
    """Choices per optimiser step."""
    learning_rate: float = 1e-3
    """Initial learning rate; it falls to a tenth."""
    clip: float = 0.2
    """PPO's clip range."""
    entropy: float = 0.01
    """Initial entropy coefficient."""
    value_weight: float = 0.5
    """Coefficient of the value loss."""
    gamma: float = 1.0
    """Discount factor per decision."""
    gae_lambda: float = 0.9
    """Lambda of GAE."""
    opponent_fraction: float = 0.25
    """Fraction of games with an opponent in one seat."""
    opponents: str = "random+greedy+rules"
    """Opponents besides snapshots: compiled players, including net:PATH, joined with +."""
    matchmaking: str = "hard"
    """Sampling of opponents by rating: hard, even (close to the learner's), or uniform."""
    snapshot_every: int = 20
    """Rounds between snapshots of the learner in the pool."""
    snapshots: int = 8
    """Number of snapshots in the pool; 0 for none."""
    start: str = ""
    """Initial network: a file, or net:NAME of a released one; larger width and hidden widen it."""
    start_temperature: float = 1.0
    """Divide the logits of the initial network by this: above 1 it tries again what it finds all
    but impossible."""
    expert: str = ""
    """Expert to imitate at first: greedy or rules, with options; or the learner with look-ahead,
    self:worlds=1,budget=24,value_weight=30, or with rollouts, self:rollouts=24,value_weight=30;
    empty for none."""
    distill_until: float = 0.05
    """Share of the run over which the expert's weight falls to 0."""
    temperature: float = 0.5
    """Temperature of an expert other than self: the value difference that makes an action e times
    less likely."""
    threads: int = 1
    """Threads that play and learn; on a CPU their number changes no result."""
    device: str = "auto"
    """Device of the learner: cpu, cuda or auto; acting uses processors."""
    save_every: int = 20
    """Rounds between checkpoints."""
    file_every: int = 2_000_000
    """Choices between network files kept for evaluation; 0 for none."""
    tensorboard: bool = True
    """Write scalars for TensorBoard into the folder of the run."""
    entropy_end: float = 0.002
    """Final entropy coefficient; it changes linearly."""
    kl_coef: float = 0.0
    """Initial KL coefficient to a reference policy; it falls to 0."""
    ema_rate: float = 0.05
    """Rate of the reference policy's moving average per round."""
    critic: bool = False
    """Use a privileged critic in training, which sees all hands and Decks."""
    distill_weight: float = 1.0
    """Initial weight of the expert's loss; the remainder is the policy loss."""
    width: int = 64
    """Width of a row and of an option."""
    hidden: int = 128
    """Width of the game's token."""
    afterstates: int = 0
    """Answers the network tries per decision to read afterstates; 0: none, or as many as that of
    `start`."""
    deck_inputs: bool = True
    """The network reads deck lists: what remains in its own Deck, and what it has not seen of the
    other's list, in half of the games."""
    actors: int = 0
    """Processes that play while this one learns; 0: alternate in this process."""
    max_age: int = 4
    """With actors: maximum lag of rollouts in updates; older ones are dropped."""
    ray: str = field(default="", metadata={"alone": ANY})
    """With actors: address of a Ray cluster, or any; empty for local processes."""

    def __post_init__(self) -> None:
        counts = ("decisions", "games", "steps", "epochs", "minibatch", "threads")
        weights = ("minutes", "clip", "entropy", "value_weight", "snapshots", "file_every", "seed")
        refuse_outside(
            self,
            counts=(*counts, "snapshot_every", "save_every"),
            weights=(*weights, "entropy_end", "kl_coef", "actors", "max_age"),
            shares=(
                "opponent_fraction",
                "gamma",
                "gae_lambda",
                "distill_until",
                "ema_rate",
                "distill_weight",
            ),
            positive=(
                "learning_rate",
                "temperature",
                "start_temperature",
                *(("distill_until",) if self.expert else ()),
            ),
        )
        refuse_beyond(self, MOST)
        if self.games * self.steps > MOST_ROWS:
            raise ValueError(
                f"games {self.games:,} times steps {self.steps:,} must be at most "
                f"{MOST_ROWS:,}, the"
                " decisions kept per round"
            )
        if self.matchmaking not in MATCHMAKING:
            raise ValueError(
                f"matchmaking must be one of {', '.join(MATCHMAKING)}, found "
                f"{self.matchmaking!r:.40}"
            )
        formats.get(self.format)
        specs_of(self.opponents)
        if self.actors > self.games:
            raise ValueError(
                f"actors must be at most the number of games, {self.games}, found {self.actors}"
            )
        if self.ray and not self.actors:
            raise ValueError(f"ray {self.ray!r} needs a number of actors: set actors")
        refuse_afterstates(self.afterstates)
        jobs_of(self.actors, self.ray)


def jobs_of(actors: int, ray: str) -> Jobs:
    """The engine of this many actors: processes, or the cluster at this address.

    >>> jobs_of(2, ""), jobs_of(2, ANY), jobs_of(2, "head:6379")
    (2, Cluster(address=''), Cluster(address='head:6379'))
    """
    try:
        return Cluster("" if ray == ANY else ray) if ray else actors
    except ArgumentTypeError as error:
        raise ValueError(f"ray: {error}") from None


def refuse_outside(
    config: object,
    counts: Sequence[str] = (),
    weights: Sequence[str] = (),
    shares: Sequence[str] = (),
    positive: Sequence[str] = (),
) -> None:
    """Raise `ValueError` for an option out of range."""
    for name in counts:
        if getattr(config, name) < 1:
            raise ValueError(f"{name} must be 1 or more, found {getattr(config, name)}")
    for name in weights:
        if not (isfinite(getattr(config, name)) and getattr(config, name) >= 0):
            raise ValueError(f"{name} must be 0 or more, found {getattr(config, name)}")
    for name in shares:
        if not 0 <= getattr(config, name) <= 1:
            raise ValueError(f"{name} must be a share from 0 to 1, found {getattr(config, name)}")
    for name in positive:
        if not (isfinite(getattr(config, name)) and getattr(config, name) > 0):
            raise ValueError(f"{name} must be more than 0, found {getattr(config, name)}")


def refuse_beyond(config: object, most: Mapping[str, float]) -> None:
    """Raise `ValueError` for an option that is more than it may be."""
    for name, bound in most.items():
        if getattr(config, name) > bound:
            found = getattr(config, name)
            words = f"{found:,}" if isinstance(found, int) else f"{found:g}"
            raise ValueError(f"{name} must be at most {bound:,.0f}, found {words:.40}")
