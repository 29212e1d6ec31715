"""The overhead of distributed work, for the table of docs/scaling.md. In the environment of
`make test-ray`:

    build/ray/bin/python -m tests.cluster.measure [--games 2000] [--parts 60]

First a simulation is played by one process, two, and Ray with one node and with two, a core each:
games a second, and the share of core time spent on parts (on a loaded machine less). Then parts of
the same size are sent without playing: the overhead of a part, by the clock and in processor time
of the main process, which has to keep up with all cores.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from pathlib import Path

import ray
from ray.cluster_utils import Cluster as Nodes

from altered_env.arena.workers import Cluster, Jobs, Workers, compile_first
from altered_env.cardstats.dataset_places import Folder, write_part
from altered_env.cardstats.simulation import PART, Simulation, run

PLAN = Simulation(("axiom", "bravos", "lyra"), ("greedy",), seed=1)


def part_of(size: int, number: int) -> tuple[int, dict[str, bytes]]:
    """A part that takes no time, of this size."""
    return number, {"games": os.urandom(size // 5), "cards": os.urandom(size - size // 5)}


def measured(jobs: Jobs, cores: int, games: int, parts: int, folder: Path) -> tuple[str, int]:
    """The cells of a row, and how large a part is."""
    with Workers(jobs, 2, first=compile_first) as workers:  # they are begun, and have compiled
        list(workers.each(part_of, [(10, k) for k in range(4 * cores)]))
        begun = time.perf_counter()
        played, processor = run(PLAN, games, folder / "played", jobs)
        took = time.perf_counter() - begun
        size = sum(p.stat().st_size for p in (folder / "played").glob("*/*.parquet"))
        size //= len(list((folder / "played/games").iterdir()))
        place = Folder(folder / "empty")
        place.make()
        begun, own = time.perf_counter(), time.process_time()
        for number, data in workers.each(part_of, [(size, k) for k in range(parts)]):
            write_part(place, number, data)
        clock, own = time.perf_counter() - begun, time.process_time() - own
    share = 100 * processor / (took * cores)
    cells = f"{played / took:,.0f} | {share:.0f} % | {1000 * processor * PART / played:,.0f} ms"
    return f"{cells} | {1000 * clock / parts:.1f} ms | {1000 * own / parts:.1f} ms", size


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--parts", type=int, default=60)
    options = parser.parse_args()
    compile_first()
    print("| | games/s | on parts | a part takes | and besides | of that the giver |")
    print("|---|---|---|---|---|---|")
    nodes = None
    with tempfile.TemporaryDirectory() as name:
        for what, cores in (("1 process", 1), ("2 processes", 2), ("Ray", 1), ("Ray", 2)):
            jobs: Jobs = cores
            if what == "Ray":
                ray.shutdown()
                if nodes is not None:
                    nodes.shutdown()
                nodes = Nodes(initialize_head=True, head_node_args={"num_cpus": 1})
                for _ in range(cores - 1):
                    nodes.add_node(num_cpus=1)
                nodes.wait_for_nodes()
                what, jobs = f"Ray, {cores} node{'s' * (cores > 1)}", Cluster(nodes.address)
            folder = Path(name) / what
            folder.mkdir()
            row, size = measured(jobs, cores, options.games, options.parts, folder)
            print(f"| {what} | {row} |", flush=True)
    print(f"A part is {PART} games and {size / 1000:,.0f} kB; load {os.getloadavg()[0]:.0f}.")
    ray.shutdown()
    if nodes is not None:
        nodes.shutdown()


if __name__ == "__main__":
    main()
