"""What any run is told: on what it learns, against whom, how, and for how long.

Names of options are those of the literature where it has one; an option that was called otherwise
once is refused under its old name, and read under it from the checkpoints of that time
(`altered_env/train/settings.py`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite

from altered_env import formats
from altered_env.train.pool import PREFER, specs_of

__all__ = ["RunConfig", "refuse_beyond", "refuse_outside"]

MOST_ROWS = 1 << 21
"""Decisions of a round: more would not fit into memory."""
MOST = {
    **{"games": 65_536, "minibatch": MOST_ROWS, "threads": 1_024, "keep": 1_024, "epochs": 10_000},
    **{"learning_rate": 1_000.0, "decisions": 10**15, "seed": 10**18},
}
"""What an option is at most: what is far beyond what serves, or what a machine holds."""


@dataclass(frozen=True)
class RunConfig:
    """The options that all kinds of runs have."""

    decks: str = "starters+random:200:1:curve"
    """A pool of decks by name; usual for those that a format is usually played with."""
    rules: str = "2024.09"
    """The ruleset."""
    format: str = "standard"
    """The format; two_against_two and free_for_all have a network of their own layout."""
    seed: int = 0
    """Another number, another run."""
    decisions: int = 2_000_000
    """How many decisions the learner takes in all."""
    minutes: float = 0.0
    """Stop after so many minutes; 0 for no limit."""
    games: int = 64
    """Games that are played at once."""
    steps: int = 64
    """Decisions in each of them between two improvements."""
    epochs: int = 2
    """How often each decision is learned from."""
    minibatch: int = 1024
    """Decisions in one step of the optimiser."""
    learning_rate: float = 1e-3
    """At the start; it falls to a tenth at the end."""
    clip: float = 0.2
    """How far a probability may move in one round."""
    entropy: float = 0.01
    """Weight of not being too sure."""
    value_weight: float = 0.5
    """Weight of the value's error."""
    gamma: float = 1.0
    """The discount: how much less a reward is worth a decision later."""
    gae_lambda: float = 0.95
    """Lambda of the generalised advantages."""
    others: float = 0.25
    """Share of games in which one seat is not the learner's."""
    opponents: str = "random+greedy+rules"
    """Who sits there beside earlier selves: bots, networks as policy:PATH, and, slowly, bots of
    others as cmd:PROGRAM or FILE.py:CLASS, with + between."""
    prefer: str = "strong"
    """Whom the learner meets most, by rating: strong, even (to it), or all alike."""
    keep_every: int = 20
    """Rounds after which the learner joins the pool of earlier selves."""
    keep: int = 8
    """Size of that pool; 0 for no earlier selves."""
    start: str = ""
    """A network of the same shape to begin from."""
    teacher: str = ""
    """Whose judgement is learned first: greedy or rules, with options; in altered_env.train also
    self, what it finds better by looking ahead, self:worlds=1,budget=24,sharp=30, or by playing on
    to the second Morning, self:nights=24,sharp=30; empty for nobody's."""
    taught: float = 0.3
    """Share of the run over which the weight of the teacher falls from 1 to 0."""
    spread: float = 0.5
    """How much worse, to a teacher that is not self, makes an action less likely by e."""
    threads: int = 1
    """Of PyTorch and of the batch."""
    device: str = "auto"
    """cpu, cuda, or whichever there is."""
    save_every: int = 20
    """Rounds between checkpoints."""
    file_every: int = 200_000
    """Decisions between networks that stay as files, for evaluate; 0 for none."""
    tensorboard: bool = True
    """Write scalars for TensorBoard into the folder of the run."""

    def __post_init__(self) -> None:
        counts = ("decisions", "games", "steps", "epochs", "minibatch", "threads")
        refuse_outside(
            self,
            counts=(*counts, "keep_every", "save_every"),
            weights=("minutes", "clip", "entropy", "value_weight", "keep", "file_every", "seed"),
            shares=("others", "gamma", "gae_lambda", "taught"),
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
