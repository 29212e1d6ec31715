"""Train a network by self-play.

All seats learn. A round is one compiled call (`altered_env/train/collection.py`): in each of
`games` games the learner makes `steps` choices, in a share of the games against an opponent drawn
by rating: a bot, a network or a snapshot. Advantages come from `altered_env/train/credit.py`, and
PPO updates the network on the packed positions. An `expert` may be imitated at first. Without
actors the same command gives the same network on the same machine, and training resumes bit for
bit.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from altered_env._runtime import signals
from altered_env._runtime.file_locks import writing_in
from altered_env._runtime.help_pages import HelpParser
from altered_env.train import runs, settings
from altered_env.train.config import Config
from altered_env.train.refusing import refusing


def add(parser: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    settings.add_run(parser, __doc__, Config, "runs/net")


def run_command(options: argparse.Namespace) -> int:
    """Train; returns the exit status."""
    out, resume = Path(options.out), options.resume
    config = settings.config_of(Config, options.config, settings.given_of(Config, options))
    from altered_env.train.learner import Learner, stoppable  # PyTorch takes seconds

    with writing_in(out):
        (runs.refuse_unsaved if resume else runs.refuse_begun)(out)
        run = Learner(config, out)
        if resume:
            run.resume()
        stoppable(run)
    if run.stopping:
        print(f"stopped; {runs.go_on(out)}")
        return signals.status() or 130
    network = out / "network.safetensors"
    print(
        f"Network:          {network}\n"
        f"Play against it:  altered play --opponent net:{network}\n"
        f"Learning curve:   altered evaluate {out}"
    )
    return 0


@refusing("altered_env.train")
def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; returns the exit status."""
    top = HelpParser(prog="python -m altered_env.train")
    add(top)
    return run_command(top.parse_args(arguments))
