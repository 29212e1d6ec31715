"""The long commands, with sizes that take seconds, for interruption by `make attack`."""

from __future__ import annotations

import os
from dataclasses import dataclass

__all__ = ["COMMANDS", "JIT", "Command"]

JIT = os.environ.get("NUMBA_DISABLE_JIT", "0") == "0"


@dataclass(frozen=True)
class Command:
    """A long command, small. Its files are in the folder that it runs in."""

    name: str
    words: str
    """The arguments after `python -m`."""
    needs: str = ""
    """The required input: a dataset or a run of another command."""
    resume: str = ""
    """The arguments to resume; empty if the same command resumes."""
    saved: str = ""
    """A file that a run needs to resume; without it the run starts over."""
    same: tuple[str, ...] = ()
    """Files that are the same in the end as if nothing had been."""
    alone: str = ""
    """The folder or file that is locked meanwhile."""
    cold: bool = False
    """With nothing compiled before; for so long that it is never waited for."""
    plain: str = ""
    """The same, smaller still, for where nothing is compiled; nothing where it would take minutes
    even so."""

    @property
    def line(self) -> str:
        """The arguments after `python -m` here."""
        return self.words if JIT else self.plain


_NET = (
    "--decks axiom --games 4 --steps 16 --minibatch 64 --width 8 --hidden 8"
    " --save-every 1 --no-tensorboard"
)
_STRENGTH = "altered_env strength Kappa --agents random --jobs 2 --out deals.jsonl --deals"
_DATA = ("data/games/*.parquet", "data/cards/*.parquet")
COMMANDS = (
    Command(
        "simulate",
        "altered_env simulate --games 1600 --agents random --jobs 1 --out data",
        plain="altered_env simulate --games 3 --agents random --jobs 1 --out data",
        same=_DATA,
        alone="data",
    ),
    Command(
        "simulate, 2 jobs",
        "altered_env simulate --games 2600 --agents random --jobs 2 --out data",
        same=_DATA,
        alone="data",
    ),
    Command(
        "arena",
        "altered_env arena random greedy --games 30 --seed 0 --jobs 1 --out games.jsonl",
        same=("games.jsonl",),
        alone="games.jsonl",
    ),
    Command(
        "arena, 2 jobs",
        "altered_env arena random greedy --games 40 --seed 0 --jobs 2 --out games.parquet",
        same=("games.jsonl",),
        alone="games.jsonl",
    ),
    Command(
        "strength",
        f"{_STRENGTH} 100",
        plain=f"{_STRENGTH} 2",
        same=("deals.jsonl",),
        alone="deals.jsonl",
    ),
    Command(
        "matchups",
        "altered_env matchups --decks axiom,bravos,lyra --agent random --deals 100 --jobs 2",
        plain="altered_env matchups --decks axiom,bravos,lyra --agent random --deals 2 --jobs 2",
    ),
    Command(
        "metrics",
        "altered_env metrics data --least 5 --csv out.csv",
        plain="altered_env metrics data --least 1 --csv out.csv",
        needs="data",
        same=("out.csv",),
    ),
    Command(
        "metrics --regression",
        "altered_env metrics data --regression --least 5 --csv out.csv",
        plain="altered_env metrics data --regression --least 1 --csv out.csv",
        needs="data",
        same=("out.csv",),
    ),
    Command(
        "report",
        "altered_env report data --least 5 --out report.html",
        plain="altered_env report data --least 1 --out report.html",
        needs="data",
        same=("*.csv",),
    ),
    Command(
        "decks improve",
        "altered_env decks improve axiom --agent random --games 900 --width 3 --race 25"
        " --proof 50 --patience 1 --jobs 2 --log log.jsonl --out better.txt",
        plain="altered_env decks improve axiom --agent random --games 20 --width 2 --race 1"
        " --proof 2 --patience 1 --jobs 2 --log log.jsonl --out better.txt",
        same=("log.jsonl", "better.txt"),
        alone="log.jsonl",
    ),
    Command(
        "decks construct",
        "altered_env decks construct --tries 2 --deals 1 --agents random --jobs 2 --log log.jsonl"
        " --out lists.tsv.gz",
        same=("lists.tsv.gz",),
        alone="log.jsonl",
    ),
    Command(
        "altered_env.train.bench.labelling",
        "altered_env.train.bench.labelling net:v1 --new 12 --jobs 2 --log labels.jsonl"
        " --out positions.json.gz",
        same=("positions.json.gz",),
        alone="labels.jsonl",
    ),
    Command(
        "bench-play",
        "altered_env bench-play random --parts shares cross-play --against random --games 400"
        " --jobs 2 --out figures.json",
        same=("figures.json",),
    ),
    Command(
        "fuzz",
        "altered_env fuzz --games 3000 --jobs 2 --check 100",
        plain="altered_env fuzz --games 4 --jobs 2 --check 0 --format standard",
    ),
    Command("cards cover", "altered_env cards cover --set FUGUE --tries 1 --jobs 2"),
    Command("bench", "altered_env bench --seconds 0.02"),
    Command(
        "demo",
        "altered_env demo --log --save game.json",
        plain="altered_env demo --log --save game.json",
        same=("game.json",),
    ),
    Command(
        "watch",
        "altered_env watch greedy random --save game.json",
        plain="altered_env watch random random --save game.json",
        same=("game.json",),
    ),
    Command(
        "play",
        "altered_env play --opponent random --deck axiom --save mine.altered",
        plain="altered_env play --opponent random --deck axiom --save mine.altered",
    ),
    Command(
        "altered_env.train",
        f"altered_env.train {_NET} --opponents random --decisions 4000 --file-every 1000 --out run",
        resume="--resume",
        saved="run/run.safetensors",
        same=("run/network.safetensors",),
        alone="run",
    ),
    Command(
        "altered_env.train.evaluate",
        "altered_env.train.evaluate run --baselines random --games 6 --decks axiom --most 3 --jobs "
        "2",
        needs="run",
        same=("run/evaluation.jsonl",),
        alone="run/evaluation.jsonl",
    ),
    Command(
        "altered_env.train.exploit",
        f"altered_env.train.exploit random {_NET} --decisions 4000 --measure 4 --most 2 --jobs 1"
        " --file-every 2000 --out hunt",
        resume="--resume",
        saved="hunt/run.safetensors",
        same=("hunt/network.safetensors",),
        alone="hunt",
    ),
    Command(
        "altered_env.train.league",
        f"altered_env.train.league {_NET} --opponents random --decisions 2000 --phases 2"
        " --exploiter-decisions 1000 --measure 4 --jobs 1 --out league",
        resume="--resume",
        saved="league/main/run.safetensors",
        same=("league/main/network.safetensors",),
        alone="league",
    ),
    Command(
        "altered_env.train.rated",
        "altered_env.train.rated random --games 1200 --jobs 2 --out ratings.tsv",
        same=("ratings.tsv",),
    ),
    Command(
        "altered_env.train.average",
        "altered_env.train.average mean.safetensors run/network.safetensors "
        "run/network.safetensors",
        needs="run",
        same=("mean.safetensors",),
    ),
    Command(
        "altered_env.cli.demo_training",
        "altered_env.cli.demo_training --decisions 4000 --games 2 --deals 4 --jobs 2 --out shown",
        alone="shown",
    ),
    Command("compiling", "altered_env demo", cold=True),
)
