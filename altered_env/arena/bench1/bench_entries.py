"""An entry: an agent, a task and its conditions, and the games that follow from them.

Every seed derives from the version of rules and players, a published beacon, and the hash of the
entry, so whoever changes the entry plays other games.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

from altered_env._runtime.seeds import Secret
from altered_env._runtime.suggestions import did_you_mean
from altered_env.agents.conditions import Conditions
from altered_env.agents.network_cards import (
    NONE,
    NOT_SEEN,
    STATES,
    UNKNOWN,
    withheld_seen,
)
from altered_env.agents.registry import known_as
from altered_env.arena.bench1.declarations import trained_of
from altered_env.arena.bench1.people_lists import people_of
from altered_env.arena.bench1.tasks import (
    BENCH,
    CLASSES,
    HEADLINE,
    PANEL,
    PRACTICE,
    PROTOCOL,
    SEALED,
    TASKS,
    TRAINED,
    panel_frozen,
)
from altered_env.arena.deck_sets import legal_decks
from altered_env.arena.pairings import Arena, Drawn
from altered_env.arena.versions import version
from altered_env.decks import Deck, constructed
from altered_env.decks.bench1.bench_pools import Listed, archetypes, read, task_decks, written
from altered_env.decks.bench1.frozen_files import digest_of, hashes
from altered_env.decks.bench1.unique_decks import decks_with, digest_of_cards, withheld_cards
from altered_env.decks.bench1.withheld import trainable_cards, withheld_in
from altered_env.game.books import book_of, pool_book
from altered_env.game.errors import IllegalDeckError, listed
from altered_env.language.book import Book

LATER: Final = ("uniques",)
"""Fields that came later: an entry that does not use them is the same as before them."""
NAME_MOST: Final = 60
BEACON_MOST: Final = 200
DEALS_MOST: Final = 8_000
"""Eight times as many as a task has; with all of the panel, a file has some 58 MB by then."""
TEXT_MOST: Final = {"remark": 500, "agent": 1000, "known": 2000, "deck": 20_000, "people": 100}
"""The characters of a field in a file."""


@dataclass(frozen=True, slots=True)
class Entry:
    """The head of a result file."""

    name: str
    agent: str
    known: str
    """The agent with the hash of its file."""
    task: str
    time_class: str = "open"
    trained: str = "none"
    """The class of training compute, as declared."""
    withheld: str = "unknown"
    """Whether it has seen withheld cards: of networks as their files say, else as declared."""
    remark: str = ""
    lists: str = "open"
    archetype: str = ""
    """The only archetype that is played in T3; empty for all."""
    deck: str = ""
    """In T5, the entrant's deck as text."""
    people: str = ""
    """In T3 with people's lists, the hash of these."""
    deals: int = 0
    against: tuple[str, ...] = HEADLINE
    beacon: str = PRACTICE
    uniques: str = ""
    """In T4 with unique cards, the hash of these."""

    def __post_init__(self) -> None:
        limits: list[tuple[str, str, Iterable[str]]] = [
            ("task", self.task, TASKS),
            ("class", self.time_class, CLASSES),
            ("training class", self.trained, TRAINED),
            ("lists", self.lists, ("open", "closed")),
            ("withheld", self.withheld, STATES),
            *(("opponent", one, PANEL) for one in self.against),
        ]
        if self.archetype:
            limits.append(("archetype", self.archetype, archetypes()))
        for what, value, known in limits:
            if value not in tuple(known):
                hint = did_you_mean(str(value), known) or f", there are {', '.join(known)}"
                raise ValueError(f"no {what} is called {value!r:.40}{hint}")
        if not self.name.isprintable() or not 0 < len(self.name) <= NAME_MOST:
            raise ValueError(
                f"the name must have 1 to {NAME_MOST} characters, all printable; found"
                f" {self.name!r:.80}"
            )
        if self.name != _plain(self.name):
            raise ValueError(f"the name has needless spaces: {self.name!r:.80}; omit them")
        if not 0 < len(self.beacon) <= BEACON_MOST or not self.beacon.isprintable():
            raise ValueError(f"the beacon must have 1 to {BEACON_MOST} characters, all printable")
        if self.beacon != self.beacon.strip():
            raise ValueError(f"the beacon has spaces around it: {self.beacon!r:.60}; omit them")
        meant = "".join(filter(str.isalnum, self.beacon.casefold()))
        if self.beacon != PRACTICE and meant in ("", PRACTICE):
            raise ValueError(
                f"the beacon is {self.beacon!r:.60}: name a value that is published later than the"
                " entry's hash, or omit it for practice"
            )
        for what, most in TEXT_MOST.items():
            value = getattr(self, what)
            plain = what == "deck" or value.isprintable()
            if len(value) > most or not plain:
                raise ValueError(
                    f"the {what} must have at most {most:,} characters, all printable; found"
                    f" {len(value):,}: {value!r:.40}"
                )
        if self.deals < 1:
            raise ValueError(f"there must be 1 deal or more, found {self.deals}")
        if self.deals > DEALS_MOST:
            raise ValueError(f"there must be at most {DEALS_MOST:,} deals, found {self.deals:,}")
        if not set(HEADLINE) <= set(self.against) or len(set(self.against)) < len(self.against):
            raise ValueError(
                f"the opponents must be different, among them {' and '.join(HEADLINE)}"
            )
        if (self.archetype or self.people) and self.task != "T3":
            raise ValueError(f"archetypes and people's lists are of T3, not of {self.task}")
        if self.archetype and self.people:
            raise ValueError("people's lists have no archetypes: omit --archetype, or --people")
        if self.uniques:
            _refuse_uniques(self.task)
        if bool(self.deck) != (self.task == "T5"):
            raise ValueError(
                "T5 needs the entrant's deck: --deck FILE; the other tasks have theirs"
            )

    @property
    def games(self) -> int:
        """The number of its games."""
        return 2 * self.deals * len(self.against)

    @property
    def said(self) -> dict[str, Any]:
        """Its fields, as in a result file."""
        return {k: v for k, v in asdict(self).items() if v or k not in LATER}

    @property
    def is_short(self) -> bool:
        """Has it fewer deals than its task asks for?"""
        return self.deals < TASKS[self.task].deals

    @property
    def deals_said(self) -> str:
        """Its deals, and of how many if it has fewer than its task asks for.

        >>> Entry("mine", "greedy", "greedy", "T2", deals=8).deals_said
        '8 of 1,000'
        """
        asked = f" of {TASKS[self.task].deals:,}" if self.is_short else ""
        return f"{self.deals:,}{asked}"

    @property
    def heading(self) -> str:
        """The heading of entries of its kind.

        >>> Entry("mine", "greedy", "greedy", "T2", lists="closed", deals=8).heading
        'T2 any deck, closed lists, fewer deals than the task asks for'
        """
        short = "fewer deals than the task asks for" if self.is_short else ""
        task = f"{self.task} {TASKS[self.task].title}"
        return ", ".join(filter(None, (task, self.variant, short)))

    @property
    def is_practice(self) -> bool:
        """Could the entrant know its seeds?"""
        return self.beacon == PRACTICE

    @property
    def kind(self) -> tuple[str, str, bool]:
        """Its task, its variant, and whether it is short: entries of one kind compare."""
        return self.task, self.variant, self.is_short

    @property
    def variant(self) -> str:
        """How its games differ from those that the task usually has; empty if they do not.

        >>> Entry("mine", "greedy", "greedy", "T3", archetype="spells", deals=1).variant
        'spells only'
        """
        found = [f"{self.archetype} only"] if self.archetype else []
        found += ["closed lists"] if self.lists == "closed" else []
        found += ["people's lists"] if self.people else []
        return ", ".join([*found, *(["with unique cards"] if self.uniques else [])])

    @property
    def digest(self) -> str:
        """The hash of the entry: agent, decks and conditions, without the beacon."""
        said = self.said | {"beacon": ""}
        return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()

    @property
    def secret(self) -> Secret:
        """The number from which all seeds derive."""
        said = f"{BENCH}/{PROTOCOL}/{version()}/{self.beacon}/{self.digest}"
        return Secret(int(hashlib.sha256(said.encode()).hexdigest()[:32], 16), is_public=True)

    @property
    def pools(self) -> dict[str, str]:
        """The hashes of the frozen files that its games use."""
        name = "T3" if self.task == "T5" else self.task
        return {name: hashes()[name]}

    def head(self) -> dict[str, Any]:
        """The entry as the first line of a result file."""
        return {
            "bench": BENCH,
            "protocol": PROTOCOL,
            "version": version(),
            "entry": self.digest,
            "pools": self.pools,
            "panel": {name: panel_frozen()[name] for name in self.against},
            **self.said,
            "against": list(self.against),
        }


def usual_name(agent: str) -> str:
    """The name of an entry that states none: that of its agent, without folders if it is long.

    >>> usual_name("agents/first_bot.py:Bot")
    'agents/first_bot.py:Bot'
    >>> usual_name("net:runs/of/this/week/with/many/folders/below/each/other/network.safetensors")
    'net:network.safetensors'
    """
    if len(agent) > NAME_MOST:
        agent = re.sub(r"[^\s:=,+]*/", "", agent)
    return agent if len(agent) <= NAME_MOST else f"{agent[: NAME_MOST - 1]}\u2026"


def entry_of(
    agent: str,
    task: str,
    *,
    name: str | None = None,
    deck: str | None = None,
    lists_of: Path | None = None,
    withheld: str | None = None,
    trained: str | None = None,
    deals: int | None = None,
    uniques: bool = False,
    **said: Any,
) -> Entry:
    """The entry of an agent. Raises `LookupError` for an unknown agent, and `ValueError`."""
    if task not in TASKS:
        hint = did_you_mean(task, TASKS) or f", there are {', '.join(TASKS)}"
        raise ValueError(f"no task is called {task!r:.40}{hint}")
    seen = withheld_seen(agent)
    if withheld is not None and seen == NONE:
        raise ValueError(f"{agent} has no network that could have seen cards: omit --withheld")
    if withheld is not None and seen not in (UNKNOWN, withheld):
        raise ValueError(f"{agent}: its network has {seen} withheld cards, not {withheld}")
    known, choices = known_as(agent), trained_of(agent, trained)
    if seen == UNKNOWN and choices == "none":
        seen = NOT_SEEN  # nothing was trained that could have seen any
    if "beacon" in said:
        said["beacon"] = said["beacon"].strip()
        if said["beacon"].casefold().startswith(SEALED.strip()):
            raise ValueError(
                f"the beacon is {said['beacon']!r:.60}: those that begin with {SEALED.strip()!r}"
                " are of maintainers' reruns; name a value that is published later, or omit it"
            )
    if "remark" in said:
        said["remark"] = _plain(said["remark"])
    return Entry(
        _plain(usual_name(agent) if name is None else name),
        agent,
        known,
        task,
        withheld=withheld or seen,
        trained=choices,
        deck="" if deck is None else deck_text(deck),
        people="" if lists_of is None else digest_of(written(people_of(lists_of))),
        deals=TASKS[task].deals if deals is None else deals,
        uniques=_digest_of_uniques(task) if uniques else "",
        **said,
    )


def _plain(text: str) -> str:
    """A text without spaces around it or doubled, which nobody sees but the hash.

    >>> _plain(" my  bot ")
    'my bot'
    """
    return " ".join(filter(None, text.split(" ")))


def _digest_of_uniques(task: str) -> str:
    _refuse_uniques(task)
    return digest_of_cards(withheld_cards())


def _refuse_uniques(task: str) -> None:
    if task != "T4":
        raise ValueError(f"--uniques is for T4, not for {task}")


def deck_text(name: str) -> str:
    """The entrant's deck as text. Raises `IllegalDeckError` for an illegal one, and for one with a
    withheld card."""
    (deck, *others) = legal_decks(name)
    if others:
        raise ValueError(f"--deck {name:.60}: an entry has one deck, this is a pool")
    refuse_withheld(deck)
    if deck.name in {one.deck.name for one in task_decks("T5")}:  # each name is one deck
        deck = Deck(f"{deck.name} of the entrant", deck.hero, deck.cards)
    return written([Listed(deck)])


def refuse_withheld(deck: Deck) -> None:
    """Raise `IllegalDeckError` for a deck with a withheld card."""
    if found := withheld_in(deck.every_card):
        raise IllegalDeckError(
            f"{deck.name} has cards that only T4 has: {listed(map(str, found))}; take others"
        )


def _deck_in(text: str) -> Listed:
    """The entrant's deck. Raises `ValueError` for another text, and `IllegalDeckError`."""
    try:
        (found,) = read(text)
    except (LookupError, ValueError) as error:
        raise ValueError(f"the entrant's deck cannot be read: {error!s:.100}") from None
    if wrong := constructed(found.deck):
        raise IllegalDeckError(f"{found.deck.name} is not legal: {listed(map(str, wrong))}")
    return found


@dataclass(frozen=True, slots=True)
class BenchArena(Arena):
    """The games of an entry. Its agent is only a name until it plays."""

    entry: Entry | None = None
    listed: Mapping[str, Listed] = field(default_factory=dict)

    def refuse_absent(self) -> None:
        """Not checked: whoever verifies games has not got the entrant's agent."""

    def deck(self, name: str) -> Deck:
        """The deck of this name."""
        return self.listed[name].deck

    @property
    def book(self) -> Book:
        """The book of all games of the task: without withheld cards, but for T4."""
        assert self.entry is not None
        if self.entry.task == "T4":
            return pool_book(withheld_cards() if self.entry.uniques else ())
        return book_of(trainable_cards())

    def drawn(self, one: str, two: str, number: int) -> Drawn:
        """The random choices of a game. All opponents have the same deals."""
        assert self.entry is not None
        assert self.secret is not None
        deal = number // 2
        names = self._dealt(deal)
        if self.entry.task == "T5" and number % 2:
            names = names[::-1]  # the entrant keeps its deck
        secret = self.secret
        return Drawn(
            names,
            secret.derive("game", deal),
            [secret.derive("agent", deal, seat) for seat in range(2)],
        )

    def _dealt(self, deal: int) -> list[str]:
        assert self.entry is not None
        assert self.secret is not None
        entry, every = self.entry, self.decks
        if entry.task == "T1":
            return [every[deal // len(every) % len(every)], every[deal % len(every)]]
        first: tuple[str, ...] = every
        if entry.task == "T5":
            first, every = every[:1], every[1:]
        elif entry.task == "T3" and not entry.people:
            first = tuple(n for n in every if self.archetype_of(deal) in self.listed[n].marks)
        return [
            pool[self.secret.derive("deck", deal, seat) % len(pool)]
            for seat, pool in enumerate((first, every))
        ]

    def archetype_of(self, deal: int) -> str:
        """The archetype of the first deck of a deal of T3."""
        assert self.entry is not None
        known = archetypes()
        return self.entry.archetype or known[deal % len(known)]


def arena_of(
    entry: Entry, lists_of: Path | None = None, held_to: Conditions | None = None
) -> Arena:
    """The games of an entry; `lists_of` is the folder of people's lists, `held_to` the conditions
    of an external agent. Raises `ValueError` for other lists, or other decks than the frozen ones.
    """
    if entry.people:
        if lists_of is None:
            raise ValueError("it was played with people's lists: name their folder, --people DIR")
        found = people_of(lists_of)
        if digest_of(written(found)) != entry.people:
            raise ValueError(f"{lists_of}: these are not the lists that the games were played with")
    elif entry.uniques:
        cards = withheld_cards()
        if digest_of_cards(cards) != entry.uniques:
            raise ValueError(
                "the unique cards here are not those that the games were played with: import the"
                " same official data with the same version of altered-env"
            )
        found = list(decks_with(cards))
    else:
        found = list(task_decks(entry.task))
    if entry.task == "T5":
        found = [_deck_in(entry.deck), *found]
    for one in found:
        if entry.task != "T4":
            refuse_withheld(one.deck)
    by_name = {one.deck.name: one for one in found}
    if len(by_name) < len(found):
        raise ValueError("two decks have the same name: rename one")
    agents = tuple(dict.fromkeys((entry.agent, *entry.against)))
    return BenchArena(
        agents,
        tuple(by_name),
        2 * entry.deals,
        conditions=held_to or Conditions(lists=entry.lists),
        secret=entry.secret,
        entry=entry,
        listed=by_name,
    )
