"""A league: a main agent, its snapshots, and exploiters: `python -m altered_env.train.league
--help`.

In each phase the main agent trains as in `altered_env.train`, against bots, snapshots and the
exploiters so far; then a new exploiter trains against the current main agent
(`altered_env/train/exploit.py`), and becomes one of its opponents. The win rate of each exploiter
shows how exploitable the main agent was, so strength is not measured only against itself. An
interrupted league resumes with --resume and its original options, stored in `league.json`, or with
more phases and more decisions.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from altered_env._runtime import signals
from altered_env._runtime.atomic_files import make_folder
from altered_env._runtime.file_locks import writing_in
from altered_env._runtime.help_pages import HelpParser, option
from altered_env.arena.workers import Jobs, add_jobs, reach
from altered_env.train import runs, settings
from altered_env.train.config import Config
from altered_env.train.evaluate import refuse_odd
from altered_env.train.exploit import Exploit, against, exploit, measured
from altered_env.train.league_files import (
    PROGRAM,
    Plan,
    read_plan,
    read_row,
    refuse_another,
    write_row,
)
from altered_env.train.learner import Learner, stoppable
from altered_env.train.refusing import refusing


@dataclass(frozen=True)
class Phase:
    """The record of the main agent's finished share of a phase."""

    network: str

    @property
    def taken(self) -> int:
        """The decisions of the main agent so far."""
        stem = Path(self.network).stem
        return int(stem) if stem.isdecimal() else 0


class League:
    """The folder of a league: `main/` is the main agent's run, `exploiter-1/` and so on theirs."""

    def __init__(
        self, config: Config, out: Path, phases: int, decisions: int, games: int, jobs: Jobs = 0
    ) -> None:
        """`decisions`: of each exploiter. `games`: in its measurement."""
        if phases < 1 or decisions < 1:
            raise ValueError(
                f"phases and decisions of an exploiter must be 1 or more, found {phases}, "
                f"{decisions}"
            )
        refuse_odd(games, "games of an exploiter")
        if not config.file_every:
            raise ValueError("a league needs networks as files: file_every must be 1 or more")
        self.config, self.out, self.phases = config, out, phases
        self.decisions, self.games, self.jobs = decisions, games, jobs
        self.stopped = False

    @property
    def plan(self) -> Plan:
        """All options that determine the games."""
        numbers = self.phases, self.decisions, self.games
        return Plan(PROGRAM, *numbers, asdict(self.config))

    def begin(self) -> None:
        """Store the options that determine the games. Raises `ValueError` if there is a league
        already."""
        measured = list(self.out.glob("exploiter-*/exploit.json"))
        if runs.is_saved(self.out / "main") or self._done() or measured:
            raise ValueError(
                f"{self.out}: there is a league already; add --resume, or give another --out"
            )
        runs.refuse_begun(self.out / "main")
        make_folder(self.out)
        self._write_plan()

    def resume(self) -> None:
        """Check that this can continue the stored league. Raises `ValueError`."""
        runs.refuse_unsaved(self.out / "main")
        path, done = self.out / "league.json", self._done()
        if path.exists():
            taken = read_row(Phase, self._note(done)).taken if done else 0
            refuse_another(path, read_plan(path), self.plan, taken, done)
        elif done:
            raise ValueError(
                f"{path}, the options of the league, is missing, and {done} phases are done:"
                " restore it, or start a new league with another --out"
            )
        self._write_plan()

    def _write_plan(self) -> None:
        write_row(self.out / "league.json", asdict(self.plan))

    def _done(self) -> int:
        """The number of phases in which the main agent is done."""
        return sum(1 for _ in itertools.takewhile(Path.exists, map(self._note, itertools.count(1))))

    def _note(self, phase: int) -> Path:
        return self.out / f"phase-{phase}.json"

    def run(self, show: bool = True) -> list[Exploit]:
        """Play the remaining phases; return the result of each exploiter."""
        results: list[Exploit] = []
        for phase in range(1, self.phases + 1):
            frozen = self._train_main(phase, show)
            if not self.stopped:
                results.append(self._exploit(phase, frozen, show))
            if self.stopped:
                break
        return results

    def words(self) -> str:
        """The message for an immediate stop."""
        return runs.so_far("the league", self.out / "main", self.out)

    def _train_main(self, phase: int, show: bool) -> Path:
        """Train the main agent for a phase; return its network, which will not change."""
        done = self._note(phase)
        if done.exists():
            return Path(read_row(Phase, done).network)
        _say(show, f"\nphase {phase} of {self.phases}: the main agent")
        exploiters = [f"net:{self._folder(k) / 'network.safetensors'}" for k in range(1, phase)]
        known = "+".join(filter(None, [self.config.opponents, *exploiters]))
        folder = self.out / "main"
        with writing_in(folder):
            run = Learner(replace(self.config, opponents=known), folder)
            if runs.is_saved(folder):
                run.resume()
            stoppable(run, self.config.decisions * phase // self.phases, show)
        self.stopped = run.stopping
        network = folder / "kept" / runs.kept_name(run.taken)
        if not self.stopped:
            write_row(done, {"network": str(network)})
        return network

    def _exploit(self, phase: int, frozen: Path, show: bool) -> Exploit:
        """Train and measure an exploiter of the current main agent."""
        folder = self._folder(phase)
        done = folder / "exploit.json"
        if done.exists():
            return read_row(Exploit, done)
        _say(show, f"\nphase {phase} of {self.phases}: exploiter {phase} against the main agent")
        budget = replace(
            self.config, decisions=self.decisions, seed=self.config.seed + phase, start=""
        )
        config = against(budget, f"net:{frozen}", fresh=False)
        self.stopped = exploit(config, folder, show).stopping
        if self.stopped:
            return Exploit(str(frozen), 0, 0, 0, config.decks)
        result, _ = measured(folder, config, self.games, self.jobs)
        _say(show, f"exploiter {phase}: {result.words()}")
        return result

    def _folder(self, phase: int) -> Path:
        return self.out / f"exploiter-{phase}"


def _say(show: bool, text: str) -> None:
    if show:
        print(text, flush=True)


def table(results: Sequence[Exploit]) -> str:
    """The results of the exploiters, phase by phase.

    >>> print(table([Exploit("net:a", 1000, 60, 100, "starters")]))
    phase  exploiter wins        interval  games
        1          60.0 %     50.2 - 69.1    100
    """
    lines = ["phase  exploiter wins        interval  games"]
    for phase, one in enumerate(results, start=1):
        low, high = one.interval
        span = f"{100 * low:z.1f} - {100 * high:z.1f}"
        lines.append(f"{phase:5}{100 * one.won / one.games:14.1f} %{span:>16}{one.games:7}")
    return "\n".join(lines)


@refusing("altered_env.train.league")
def main(arguments: Sequence[str] | None = None) -> int:
    """Run a league and print the results of the exploiters; return the exit status."""
    top = HelpParser(prog="python -m altered_env.train.league")
    settings.add_run(top, __doc__, Config, "runs/league", without=settings.OF_ARENA)
    option(top, "--phases", 4, "phases of main agent and exploiter")
    option(top, "--exploiter-decisions", 1_000_000, "decisions of each exploiter")
    option(top, "--measure", 200, "evaluation games of each exploiter")
    add_jobs(top)
    options = top.parse_args(arguments)
    out = Path(options.out)
    reach(options.jobs)
    given = settings.given_of(Config, options, settings.OF_ARENA)
    config = settings.config_of(Config, options.config, given)
    decisions, games = options.exploiter_decisions, options.measure
    league = League(config, out, options.phases, decisions, games, options.jobs)
    with writing_in(out):
        if options.resume:
            league.resume()
        else:
            league.begin()
        with signals.keeping(league.words):
            results = league.run()
    if league.stopped:
        print(f"stopped; {runs.go_on(out)}")
        return signals.status() or 130
    print("\n" + table(results))
    print(f"\nMain agent: {out / 'main' / 'network.safetensors'}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
