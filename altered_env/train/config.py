"""The options of a run: what it learns on, against whom, how, and for how long.

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
from altered_env.agents.net_weights import refuse_looks
from altered_env.arena.workers import Cluster, Jobs
from altered_env.train.pool import PREFER, specs_of

__all__ = ["Config", "jobs_of", "refuse_beyond", "refuse_outside"]

ANY = "any"
"""The address of whichever cluster there is."""
MOST_ROWS = 1 << 21
"""Decisions of a round: more would not fit into memory."""
MOST = {
    **{"games": 65_536, "minibatch": MOST_ROWS, "threads": 1_024, "keep": 1_024, "epochs": 10_000},
    **{"learning_rate": 1_000.0, "decisions": 10**15, "seed": 10**18},
    **{"actors": 1_024, "max_age": 10**9},
}
"""Upper limits of options, far beyond useful values or a machine's memory."""


@dataclass(frozen=True)
class Config:
    """What is trained, on what, and for how long."""

    decks: str = "starters+public+random:2000:1:curve"
    """A pool of decks by name; usual for those that a format is usually played with."""
    rules: str = "2024.09"
    """The ruleset."""
    format: str = "standard"
    """The format; two_against_two and free_for_all have a network of their own layout."""
    seed: int = 0
    """Another number, another run."""
    decisions: int = 20_000_000
    """How many choices the learner makes in all; where there is but one answer is no choice."""
    minutes: float = 0.0
    """Stop after this many minutes; 0 for no limit."""
    games: int = 256
    """Games that are played at once."""
    steps: int = 64
    """Decisions in each of them between two improvements."""
    epochs: int = 2
    """How often each decision is learned from."""
    minibatch: int = 2048
    """Choices in one step of the optimiser."""
    learning_rate: float = 1e-3
    """At the start; it falls to a tenth at the end."""
    clip: float = 0.2
    """How far a probability may move in one round."""
    entropy: float = 0.01
    """Weight of not being too sure, at the start."""
    value_weight: float = 0.5
    """Weight of the value's error."""
    gamma: float = 1.0
    """The discount: how much less a reward is worth a decision later."""
    gae_lambda: float = 0.9
    """Lambda of the generalised advantages."""
    others: float = 0.25
    """Share of games in which one seat is not the learner's."""
    opponents: str = "random+greedy+rules"
    """Who sits there beside earlier selves: compiled players, net:PATH too, with + between."""
    prefer: str = "strong"
    """Whom the learner meets most, by rating: strong, even (to it), or all alike."""
    keep_every: int = 20
    """Rounds after which the learner joins the pool of earlier selves."""
    keep: int = 8
    """Size of that pool; 0 for no earlier selves."""
    start: str = ""
    """A network to begin from, its file, or net:NAME of one that comes along. Where width and
    hidden are more than it has, it plays as it did at first, and learns what to make of the
    rest."""
    teacher: str = ""
    """The expert to imitate at first: greedy or rules, with options; or self, what it finds better
    by looking ahead, self:worlds=1,budget=24,sharp=30, or by playing on to the second Morning,
    self:nights=24,sharp=30; empty for nobody's."""
    taught: float = 0.05
    """Share of the run over which the weight of the teacher falls to 0."""
    spread: float = 0.5
    """How much worse, to a teacher that is not self, makes an action less likely by e."""
    threads: int = 1
    """Of PyTorch and of the batch."""
    device: str = "auto"
    """Where it is learned: cpu, cuda, or whichever there is; acting takes processors."""
    save_every: int = 20
    """Rounds between checkpoints."""
    file_every: int = 2_000_000
    """Choices between networks that stay as files, for evaluate; 0 for none."""
    tensorboard: bool = True
    """Write scalars for TensorBoard into the folder of the run."""
    entropy_end: float = 0.002
    """Weight of not being too sure, at the end; it changes evenly."""
    pull: float = 0.0
    """Weight of staying near a reference policy, at the start; it falls to nought at the end."""
    drift: float = 0.05
    """How far the reference moves towards the network after each round, as a share."""
    critic: bool = False
    """Does a critic that sees everything, the other hands and the Decks too, say what is expected
    while this learns? It is thrown away after."""
    lesson: float = 1.0
    """The weight of the teacher at the start; what is left of 1 is that of playing."""
    width: int = 64
    """Width of a row and of an option."""
    hidden: int = 128
    """Width of the game's token."""
    looks: int = 0
    """So many answers the network tries at a decision, to read what comes of each option; 0: none,
    or as many as that of `start`."""
    actors: int = 0
    """Processes that play, sharing the games, while this one learns; with 0 this one plays and
    learns by turns."""
    max_age: int = 4
    """With actors: by how many updates the network may be behind with which something was played;
    what is older is dropped."""
    ray: str = field(default="", metadata={"alone": ANY})
    """With actors: the address of a Ray cluster where they are, any without one; empty for
    processes of this machine."""

    def __post_init__(self) -> None:
        counts = ("decisions", "games", "steps", "epochs", "minibatch", "threads")
        weights = ("minutes", "clip", "entropy", "value_weight", "keep", "file_every", "seed")
        refuse_outside(
            self,
            counts=(*counts, "keep_every", "save_every"),
            weights=(*weights, "entropy_end", "pull", "actors", "max_age"),
            shares=("others", "gamma", "gae_lambda", "taught", "drift", "lesson"),
            positive=("learning_rate", "spread", *(("taught",) if self.teacher else ())),
        )
        refuse_beyond(self, MOST)
        if self.games * self.steps > MOST_ROWS:
            raise ValueError(
                f"games {self.games:,} times steps {self.steps:,} is at most {MOST_ROWS:,}: so"
                " many decisions are kept of a round"
            )
        if self.prefer not in PREFER:
            raise ValueError(f"prefer is {', '.join(PREFER)}, found {self.prefer!r:.40}")
        formats.get(self.format)
        specs_of(self.opponents)
        if self.actors > self.games:
            raise ValueError(
                f"actors are at most as many as games, which they share, {self.games}, found"
                f" {self.actors}"
            )
        if self.ray and not self.actors:
            raise ValueError(f"ray is where actors play: say how many, actors, beside {self.ray!r}")
        refuse_looks(self.looks)
        jobs_of(self.actors, self.ray)


def jobs_of(actors: int, ray: str) -> Jobs:
    """Where so many actors play: in processes, or on the cluster of this address.

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
    """Raise `ValueError` for an option that is outside of what it may be."""
    for name in counts:
        if getattr(config, name) < 1:
            raise ValueError(f"{name} is 1 or more, found {getattr(config, name)}")
    for name in weights:
        if not (isfinite(getattr(config, name)) and getattr(config, name) >= 0):
            raise ValueError(f"{name} is 0 or more, found {getattr(config, name)}")
    for name in shares:
        if not 0 <= getattr(config, name) <= 1:
            raise ValueError(f"{name} is a share from 0 to 1, found {getattr(config, name)}")
    for name in positive:
        if not (isfinite(getattr(config, name)) and getattr(config, name) > 0):
            raise ValueError(f"{name} is more than 0, found {getattr(config, name)}")


def refuse_beyond(config: object, most: Mapping[str, float]) -> None:
    """Raise `ValueError` for an option that is more than it may be."""
    for name, bound in most.items():
        if getattr(config, name) > bound:
            found = getattr(config, name)
            words = f"{found:,}" if isinstance(found, int) else f"{found:g}"
            raise ValueError(f"{name} is at most {bound:,.0f}, found {words:.40}")
