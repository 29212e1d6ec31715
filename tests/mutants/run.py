"""Run the tests meant to detect each mutation of the rules: `make mutants`.

python -m tests.mutants.run                 # all of them, on two processes
python -m tests.mutants.run Asleep Fleeting # those with one of these words in their names
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed

from tests.mutants.mutation import ENGINE, ROOT, Mutation, UnfitMutationError, mutate, read_all

__all__ = ["KILLED", "main", "tests_pass", "try_out"]

KILLED = "killed"
SECONDS = 300
"""The time limit for the tests of one mutation."""


def _pytest(mutation: str, tests: Iterable[str]) -> tuple[int, str]:
    """Run tests with a mutation, or with none; return pytest's status and output."""
    environment = dict(os.environ, NUMBA_DISABLE_JIT="1", ALTERED_MUTATION=mutation)
    command = [sys.executable, "-m", "pytest", "-x", "-q", "--no-header", "-p", "no:cacheprovider"]
    command += ["-p", "tests.mutants.applied", *(f"tests/{test}" for test in tests)]
    try:
        done = subprocess.run(
            command,
            cwd=ROOT,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=SECONDS,
            text=True,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return -1, f"not done after {SECONDS} s"
    return done.returncode, done.stdout


def try_out(mutation: Mutation) -> str:
    """`killed`, or why the mutation is not: a test has to fail, not to be missing or to hang."""
    try:
        mutate((ENGINE / f"{mutation.file}.py").read_text("utf-8"), mutation)
    except (UnfitMutationError, OSError) as error:
        return str(error)
    answer, printed = _pytest(mutation.name, mutation.tests)
    if answer == 1:
        return KILLED
    if answer == 0:
        return f"SURVIVED {', '.join(mutation.tests)}"
    return f"its tests could not be run ({answer}):\n{printed[-1500:]}"


def tests_pass(mutations: Sequence[Mutation]) -> str:
    """Nothing where the tests of all of these pass without a mutation, else what does not."""
    tests = sorted({test for mutation in mutations for test in mutation.tests})
    answer, printed = _pytest("", tests)
    return "" if answer == 0 else printed[-3000:]


def main(words: Sequence[str]) -> int:
    """Try out the mutations whose names have one of these words, or all."""
    every = [m for m in read_all() if not words or any(word in m.name for word in words)]
    if not every:
        print("no mutation has such a name")
        return 2
    start = time.monotonic()
    with ThreadPoolExecutor(int(os.environ.get("WORKERS", "2"))) as pool:
        sound = pool.submit(tests_pass, every)
        tried = {pool.submit(try_out, mutation): mutation for mutation in every}
        wrong = []
        for k, done in enumerate(as_completed(tried), 1):
            mutation, result = tried[done], done.result()
            seconds = time.monotonic() - start
            print(f"[{k}/{len(every)}, {seconds:.0f} s] {mutation.rule}: {mutation.name}: {result}")
            sys.stdout.flush()
            if result != KILLED:
                wrong.append(mutation)
        failing = sound.result()
    if failing:
        print(f"Without a mutation these tests have to pass, and do not:\n{failing}")
    print(f"{len(every) - len(wrong)} of {len(every)} mutations are seen by their tests.")
    for mutation in wrong:
        print(f"  not seen: {mutation.name} ({mutation.rule}, {mutation.source})")
    return 1 if wrong or failing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
