"""The leaderboard of Altered-Bench 1 as a page: a section for each task, and a page for each entry
with games to replay."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any, Final

from altered_env._runtime.atomic_files import in_a_file_name, make_folder, write_atomically
from altered_env.arena.bench1.archetype_means import (
    ArchetypeMean,
    archetype_means,
    mean_over_archetypes,
    mean_with,
)
from altered_env.arena.bench1.bench_entries import BenchArena, arena_of
from altered_env.arena.bench1.result_files import PlayedGame, ResultFile
from altered_env.arena.bench1.tasks import CLASSES, HEADLINE, PRACTICE, TASKS
from altered_env.arena.bench1.verifying import game_of
from altered_env.arena.versions import version
from altered_env.cardstats.reporting.made_files import MadeFiles
from altered_env.cardstats.reporting.page import write
from altered_env.cardstats.reporting.sections import Report, Section
from altered_env.cardstats.reporting.sheets import Column, Sheet, spanned
from altered_env.decks.bench1.bench_pools import archetypes
from altered_env.decks.bench1.frozen_files import hashes
from altered_env.game import Replay

PAGE: Final = "index.html"
ENTRIES: Final = "entries"
REPLAYS: Final = "replays"
SHOWN: Final = 6
"""Games of an entry against each opponent of the headline that its page links to: the first."""
WATCHED: Final = 1
"""Those of them that have a page to watch them on, of some 300 kB each."""
_COLUMNS: Final = (
    Column("entry", "entry", "link"),
    Column("bar", "0 to 100 %", "bar", "win rate with its interval; the line is at one half"),
    Column("rate", "won", "percent", f"the mean against {' and '.join(HEADLINE)}"),
    *(Column(f"rate {one}", f"against {one}", "percent") for one in HEADLINE),
    Column("elo", "Elo", "elo", "above the mean of these two"),
    Column("deals", "deals", "count"),
    Column("all_deals", "all deals", "text", "has it as many deals as the task asks for?"),
    Column("class", "class", "text", "of time for a decision"),
    Column("in_time", "in time"),
    Column("ms", "ms per decision", "number", "on the reference machine"),
    Column("trained", "trained", "text", "choices, as declared"),
    Column("withheld", "withheld cards", "text", "has it seen them in training?"),
    Column("variant", "variant"),
    Column("runs", "runs", "count", "files of this name, task and variant in the folder"),
    Column("beacon", "beacon"),
)
_OF_ARCHETYPES: Final = Column(
    "archetypes", "mean of archetypes", "percent", "each archetype with the same weight"
)
MEAN: Final = "the mean of six runs, one for each archetype"


def write_leaderboard(results: Sequence[ResultFile], folder: Path, made: MadeFiles) -> list[Path]:
    """Write the page, a page and some replays for each entry; the pages written. All files are
    added to those made."""
    make_folder(folder)
    try:
        written = write(gather(results), folder / PAGE)
        made.add(written)
        pages = written[:1]
        means, _ = archetype_means(results)
        for one in results:
            replays = list(_replays(one, folder / ENTRIES, made))
            report = _of_entry(one, replays, mean_with(one, means))
            written = write(report, folder / ENTRIES / f"{page_name(one)}.html")
            made.add(written)
            pages += written[:1]
    finally:
        made.write_list()
    return pages


def page_name(one: ResultFile) -> str:
    """The name of an entry's page: its task, its name, its hash."""
    entry = one.entry
    return f"{entry.task}-{in_a_file_name(entry.name)}-{one.games_digest[:8]}"


def gather(results: Sequence[ResultFile]) -> Report:
    """All results, by task."""
    conditions = (
        ("Result", f"mean win rate against {' and '.join(HEADLINE)}, each deal in both seats"),
        ("Intervals", "95 %, bootstrap of deals"),
        ("Version of rules and players", version()),
        ("Files of the tasks", ", ".join(f"{k} {v[:8]}" for k, v in hashes().items())),
        ("Practice", f"beacon {PRACTICE}: seeds that the entrant could know before"),
    )
    runs = Counter(_run_of(one) for one in results)
    sections = []
    for task in TASKS.values():
        mine = [one for one in results if one.entry.task == task.name]
        words = [f"{task.asks[0].upper()}{task.asks[1:]}: {task.decks}."]
        section = Section(task.name, f"{task.name} {task.title}", words)
        whole = [one for one in mine if not one.entry.variant]
        others = [one for one in mine if one.entry.variant]
        section.sheets += _sheets(whole, runs)
        section.sheets += _sheet_of_means(others, section.words)
        section.sheets += _sheets(others, runs)
        if not mine:
            section.words.append("No result yet.")
        sections.append(section)
    return Report("Altered-Bench 1", conditions, tuple(sections), tuple(CLASSES), tabs=True)


def _run_of(one: ResultFile) -> tuple[str, str, str]:
    return one.entry.name, one.entry.task, one.entry.variant


def _sheets(results: Sequence[ResultFile], runs: Mapping[tuple[str, str, str], int]) -> list[Sheet]:
    """A table for each kind of results of a task, the best first."""
    found = []
    for kind in sorted({one.entry.kind for one in results}):
        task, variant, short = kind
        mine = [one for one in results if one.entry.kind == kind]
        mine.sort(key=lambda one: -_result(one)["rate"])
        rows = [_row(one, runs[_run_of(one)]) for one in mine]
        columns = _COLUMNS
        if any(_OF_ARCHETYPES.key in row for row in rows):
            columns = (*_COLUMNS[:3], _OF_ARCHETYPES, *_COLUMNS[3:])
        name = in_a_file_name("-".join(filter(None, (task, variant, "short" if short else ""))))
        found.append(Sheet(name, mine[0].entry.heading, columns, rows))
    return found


def _sheet_of_means(results: Sequence[ResultFile], words: list[str]) -> list[Sheet]:
    """The table of those who entered T3 with a player for each archetype; `words` get remarks."""
    means, remarks = archetype_means(results)
    words += remarks
    if not means:
        return []
    columns = (
        Column("entry", "entry"),
        Column(
            "rate",
            "mean",
            "percent",
            "of six runs; how each player was trained is not checked",
        ),
        *(Column(name, name, "percent") for name in archetypes()),
        Column("all_deals", "all deals", "text", "have all as many deals as the task asks for?"),
        *(one for one in _COLUMNS if one.key in ("class", "trained", "withheld", "beacon")),
    )
    rows = []
    for one in means:
        row = {"entry": one.name, **_rate("rate", one.mean)}
        for its in one.results:
            row |= _rate(its.entry.archetype, _result(its))
        entry = one.results[0].entry
        row |= {
            "all_deals": "no" if one.is_short else "yes",
            "class": entry.time_class,
            "trained": entry.trained,
            "withheld": entry.withheld,
            "beacon": entry.beacon if entry.is_practice else "published",
        }
        rows.append(row)
    return [Sheet("T3-mean", f"T3 {TASKS['T3'].title}: {MEAN}", columns, rows)]


def _result(one: ResultFile) -> Mapping[str, Any]:
    assert one.last is not None
    found: Mapping[str, Any] = one.last["result"]
    return found


def _rate(key: str, rate: Mapping[str, Any]) -> dict[str, Any]:
    return spanned(key, rate["rate"], rate["low"], rate["high"])


def _row(one: ResultFile, runs: int) -> dict[str, Any]:
    entry, result = one.entry, _result(one)
    page = f"{ENTRIES}/{page_name(one)}.html"
    row = {"entry": entry.name, "entry_link": page, **_rate("rate", result)}
    row |= _rate("bar", result)
    for opponent in HEADLINE:
        row |= _rate(f"rate {opponent}", result["against"][opponent])
    if (mean := mean_over_archetypes(one)) is not None:
        row |= _rate(_OF_ARCHETYPES.key, mean)
    elo = result["elo"]
    return {
        **row,
        **spanned("elo", elo["elo"], elo["low"], elo["high"]),
        "deals": result["deals"],
        "all_deals": "no" if entry.is_short else "yes",
        "class": entry.time_class,
        "in_time": "yes" if result["in time"] else "no",
        "ms": result["reference milliseconds"],
        "trained": entry.trained,
        "withheld": entry.withheld,
        "variant": entry.variant,
        "runs": runs,
        "beacon": entry.beacon,
    }


def _of_entry(
    one: ResultFile, replays: Sequence[tuple[PlayedGame, str]], mean: ArchetypeMean | None
) -> Report:
    """The page of an entry; `mean` is that of T3 which it is part of."""
    entry, result = one.entry, _result(one)
    conditions = (
        ("Agent", entry.agent),
        ("Entry", entry.digest),
        ("Beacon", entry.beacon),
        ("Remark", entry.remark or "none"),
        ("Variant", entry.variant or "none"),
        ("Deals", entry.deals_said),
        ("Withheld cards", f"{entry.withheld} in training"),
        ("Deck", entry.deck.split("\t")[-1].strip() or f"those of {entry.task}"),
    )
    rows = [{"of": name, **_rate("rate", rate)} for name, rate in result["against"].items()]
    rows += [{"of": k, **_rate("rate", rate)} for k, rate in result.get("archetypes", {}).items()]
    if (over := mean_over_archetypes(one)) is not None:
        rows.append({"of": _OF_ARCHETYPES.title, **_rate("rate", over)})
    if mean is not None:
        rows += [
            {"of": f"run of {its.entry.archetype}", **_rate("rate", _result(its))}
            for its in mean.results
        ]
        rows.append({"of": MEAN, **_rate("rate", mean.mean)})
    columns = (Column("of", "against, or with"), Column("rate", "won", "percent"))
    links = "".join(f"<li>{_link(game, path)}</li>" for game, path in replays)
    return Report(
        f"{entry.name} in {entry.task} of Altered-Bench 1",
        conditions,
        (
            Section("results", "Results", [], [], [Sheet("results", "Results", columns, rows)]),
            Section(
                "games",
                "Games",
                ["altered replay FILE shows a game of which only the replay is here."],
                [f"<ol>{links}</ol>"],
            ),
        ),
    )


def _replays(one: ResultFile, folder: Path, made: MadeFiles) -> Iterator[tuple[PlayedGame, str]]:
    """Some games, each with the path of its replay from the entry's page. No agent plays."""
    if one.entry.people:
        return  # people's lists are not shown
    arena = arena_of(one.entry)
    assert isinstance(arena, BenchArena)
    make_folder(folder / REPLAYS)
    for opponent in HEADLINE:
        for said in [game for game in one.games if game.against == opponent][:SHOWN]:
            number = len(HEADLINE) * said.number + HEADLINE.index(opponent)
            name = f"{REPLAYS}/{page_name(one)}-{number}.json"
            replay = Replay.of(game_of(arena, one.entry, said))
            replay.save(folder / name)
            made.add([folder / name])
            if said.number < WATCHED:
                page = Path(name).with_suffix(".html").as_posix()
                write_atomically(folder / page, replay.to_html().encode())
                made.add([folder / page])
            yield said, name


def _link(game: PlayedGame, path: str) -> str:
    how = {1.0: "won", 0.0: "lost"}.get(game.score, "no winner")
    text = f"game {game.number} against {game.against}: {how} on day {game.days}"
    link = f'<a href="{escape(path)}">{escape(text)}</a>'
    if game.number < WATCHED:
        link += f', <a href="{escape(path.removesuffix("json"))}html">watch</a>'
    return link
