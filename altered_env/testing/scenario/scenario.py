"""A scenario: set up a position, begin play, act and choose by names, query a player's view."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

from altered_env import formats
from altered_env.cards import Card
from altered_env.engine.chance import seed_words
from altered_env.engine.layout import NO_ANSWER
from altered_env.engine.terms import STAGE, TERRAIN, C, Z
from altered_env.game import Game, Provenance
from altered_env.game.books import book_of, refuse_unsupported
from altered_env.game.compiling import announced
from altered_env.game.engine_api import advance_to, enter_arena_now, open_game, put_object, resume
from altered_env.game.errors import AmbiguousActionError, IllegalActionError, listed
from altered_env.game.kernels import games_for, kernel_for
from altered_env.game.states import duplicate, overwrite
from altered_env.language.words import PHASES, SEATS, TERRAINS, seat
from altered_env.testing.scenario import acting
from altered_env.testing.scenario.asking import Asking
from altered_env.testing.scenario.choosing import choose
from altered_env.testing.scenario.flow import BEGUN, go_to_phase, go_to_stage
from altered_env.testing.scenario.own_cards import FILLER, define
from altered_env.testing.scenario.seating import Placement, Side

if TYPE_CHECKING:
    from altered_env.language.book import Book

FILLED = 20
CENTRAL = (3, 4)
"""The regions of the Tumult card in the middle: of four players both are turned up together."""
NOWHERE = -1
"""No stage of the day: nothing stops before the next decision."""
_TERRAIN = {word: bit for bit, word in TERRAINS.items()}
_STANDARD = (
    TERRAIN.ALL,
    TERRAIN.FOREST,
    TERRAIN.MOUNTAIN | TERRAIN.WATER,
    TERRAIN.MOUNTAIN,
    TERRAIN.FOREST | TERRAIN.WATER,
    TERRAIN.WATER,
    TERRAIN.FOREST | TERRAIN.MOUNTAIN,
    TERRAIN.ALL,
)


class Scenario(Asking):
    """An empty table for the players of a format: A and B, or A to D.

    First set it up (`player`, `card`, `terrain`, `dice`, `arena`), then begin play (`begin`) and
    continue it (`act`, `choose`, `pass_turns`, `until`). After that, a player's view can be queried
    at any time (`find`, `zone`, `progress`, ...).
    """

    def __init__(
        self,
        rules: str = "2024.09",
        seed: int = 0,
        *,
        format: str = "standard",
        book: Book | None = None,
    ) -> None:
        """`book`, which must contain all the cards (`cards`), replaces the scenario's own book, so
        that an env with that book can start here."""
        form = formats.get(format)
        self._mask = form.rule_bits(rules)
        self._players = form.players
        self._rules = rules
        self._seed = seed
        self._own: list[Card] = []
        self._placements: list[Placement] = []
        self._sides = [
            Side(player, self._placements, self._own, form.players)
            for player in range(form.players)
        ]
        self._terrains: dict[int, int] = {}
        self._dice: list[int] = []
        self._arena = False
        self._game: Game | None = None
        self._paused = False
        self._book = book

    # setting up

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards on the table so far, including the fillers of unspecified Decks.

        >>> table = Scenario()
        >>> _ = table.player("A").hand("Kappa")
        >>> [card.name for card in table.cards]
        ['Kappa', 'Filler']
        """
        return tuple(dict.fromkeys(one.card for one in self._every_placement()))

    def card(
        self,
        name: str,
        *,
        type: str = "character",
        cost: str = "1/1",
        stats: str = "1/1/1",
        limits: str = "2/2",
        subtypes: Sequence[str] = (),
        abilities: Sequence[str] = (),
        support: Sequence[str] = (),
        faction: str = "axiom",
        rarity: str = "common",
    ) -> str:
        """Define a card for this scenario, in the notation of card files; returns its name.

        >>> table = Scenario()
        >>> table.card("Bee", stats="0/0/1", abilities=["J: resupply()"])
        'Bee'
        """
        self._set_up()
        self._own.append(
            define(
                len(self._own) + 1,
                name,
                type=type,
                cost=cost,
                stats=stats,
                limits=limits,
                subtypes=subtypes,
                abilities=abilities,
                support=support,
                faction=faction,
                rarity=rarity,
            )
        )
        return name

    def player(self, player: int | str) -> Side:
        """A player's side, on which cards are placed."""
        self._set_up()
        return self._sides[self._seat_of(player)]

    def terrain(self, region: int, *terrains: str) -> None:
        """Print these terrains on a region, 0 (Hero) to 7 (Companion), of four players 8 to 15
        besides; its Tumult card is turned face-up."""
        self._set_up()
        last = kernel_for(self._players).rules.REGIONS - 1
        if not 0 <= region <= last:
            raise ValueError(f"there is no region {region}; expected 0 to {last}")
        for word in terrains:
            if word not in _TERRAIN:
                raise ValueError(
                    f"no terrain is called {word!r}; expected one of {', '.join(_TERRAIN)}"
                )
        self._terrains[region] = sum(_TERRAIN[word] for word in set(terrains))

    def dice(self, *values: int) -> None:
        """Set the results of the next dice."""
        if any(value not in range(1, 7) for value in values):
            raise ValueError(f"a die shows 1 to 6, not {values}")
        self._dice += values
        if self._game is not None:
            self._fix_dice()

    def arena(self) -> None:
        """Begin play as a tiebreaker, in the Arena."""
        self._set_up()
        self._arena = True

    def begin(self, phase: str = "afternoon", first: int | str = "A", day: int = 2) -> None:
        """Begin play with the beginning of a phase: `morning`, `noon`, `afternoon`, `dusk` or
        `night`, and advance to the first decision. `first` is the first player as the phase begins;
        a Morning changes it. Players who can only pass do so automatically; if that is true of all
        players in the Afternoon, play stops before the first turn."""
        self._set_up()
        if phase not in BEGUN:
            raise ValueError(f"no phase is called {phase!r}; expected one of {', '.join(BEGUN)}")
        placements = self._every_placement()
        every = list(dict.fromkeys(placement.card for placement in placements))
        book = book_of(every) if self._book is None else self._book
        if missing := list(map(str, book.unknown(every))):
            raise ValueError(f"cards missing from the book: {listed(missing)}")
        refuse_unsupported(book, every)
        games = games_for(self._players)
        self._game = Game(games, book, Provenance(None, self._seed, self._rules, None))
        with announced(self._players):
            words = np.array(seed_words(self._seed), dtype=np.int64)
            open_game(games, 0, book.record, words, self._players, self._mask)
            record = games[0]
            record.day = day
            record.turn = 1
            record.first_player = self._seat_of(first)
            self._lay_regions(record)
            for placement in placements:
                self._put(placement)
            self._fix_dice()
            if self._arena:
                enter_arena_now(games, 0, book.record)
            number = next(number for number, word in PHASES.items() if word == phase)
            before = duplicate(games)
            resume(games, 0, book.record, BEGUN[phase], number, True)
            if phase == "afternoon" and (record.day, record.phase) != (day, number):
                # all can only pass: stop before they do
                overwrite(games, before)
                resume(games, 0, book.record, BEGUN[phase], number, True, False)
                self._paused = advance_to(games, 0, book.record, NO_ANSWER, BEGUN[phase], 1)
        self._game.stop_at_error()

    def _seat_of(self, player: int | str) -> int:
        return seat(player, self._players)

    def _set_up(self) -> None:
        if self._game is not None:
            raise RuntimeError("play has begun, so the table can no longer be set up")

    def _every_placement(self) -> list[Placement]:
        """Everything to place: named objects in order, then the Decks from the bottom."""
        found = list(self._placements)
        for side in self._sides:
            cards = [FILLER] * FILLED if side.top_of_deck is None else side.top_of_deck
            found += [Placement(c, side.seat, Z.DECK, owner=side.seat) for c in reversed(cards)]
        return found

    def _lay_regions(self, record: Any) -> None:
        length = len(_STANDARD)
        for region in range(len(record.terrain)):
            record.terrain[region] = self._terrains.get(region, _STANDARD[region % length])
            record.face_up[region] = int(region % length in (0, length - 1))
        up = set(self._terrains)
        for side in self._sides:
            for way, distance in enumerate(side.distances):
                record.progress[2 * side.seat + way] = distance
                e = 2 * side.seat + way
                up |= {kernel_for(self._players).region_at(e, d) for d in range(1, distance + 1)}
        if any(region % length in CENTRAL for region in up):
            up |= {
                central + line
                for central in CENTRAL
                for line in range(0, len(record.terrain), length)
            }
        for region in up:
            if 0 < region % length < length - 1:
                start = region - (region - 1) % 2
                record.face_up[start : start + 2] = 1
        record.dirty = 1

    def _put(self, placement: Placement) -> None:
        game = self.game
        row = game.book.index[placement.card.reference]
        zone, player = placement.zone, placement.player
        side = player if zone in (Z.EXPEDITION, Z.LANDMARK) else placement.owner
        slot = put_object(
            game.games, 0, game.book.record, row, placement.owner, zone, side, placement.expedition
        )
        obj = game.record["obj"][slot]
        obj[C.STATUS] = placement.status
        obj[C.BOOSTS] = placement.boosts
        if zone in (Z.HAND, Z.MANA):
            obj[C.KNOWN] = 1 << placement.owner
        kinds = list(game.book.counters)
        for i, (name, count) in enumerate(placement.counters):
            if name not in kinds:
                raise ValueError(
                    f"there are no {name!r} counters; expected one of {', '.join(kinds)}"
                )
            obj[C.COUNTER_KIND + i] = kinds.index(name)
            obj[C.COUNTER_NUMBER + i] = count

    def _fix_dice(self) -> None:
        record = self.game.record
        have = int(record.rigged_count)
        for value in self._dice:
            record.rigged[have] = value
            have += 1
        record.rigged_count = have
        self._dice.clear()

    # playing

    @property
    def game(self) -> Game:
        """The game of this table."""
        if self._game is None:
            raise RuntimeError("play has not begun: call begin() first")
        return self._game

    def _to_decision(self) -> Game:
        """The game, advanced to its next decision if it had stopped before one."""
        game = self.game
        if self._paused:
            self._paused = False
            advance_to(game.games, 0, game.book.record, NO_ANSWER, NOWHERE, 0)
            game.stop_at_error()
        return game

    def act(self, player: int | str, what: str, *choices: str | int) -> None:
        """Take a turn, or a quick action in it, and answer its questions.

        `play X [from hand|from reserve] [to hero|to companion]`, `use X` (`use X 2` for its second
        quick action) or `pass`; then further choices, as for `choose`. If any of it is not legal,
        raises `IllegalActionError`, which lists the legal options, and changes nothing.
        """
        with self._all_or_nothing():
            acting.act(self._to_decision(), self._seat_of(player), what)
            for choice in choices:
                self.choose(player, choice)

    def choose(self, player: int | str, *choices: str | int) -> None:
        """Answer the open decision, and the next ones: an object by its name (`Ordis Recruit`,
        `B Ordis Recruit`, `Ordis Recruit in companion`, `Ordis Recruit #2`), `yes`, `no`, `done`,
        `hero`, `B companion`, a number, `mode 2`, a player, `region 3`, `forest`, a Reaction or an
        ability to activate by the name of its source (`Kappa 2` if it has several)."""
        with self._all_or_nothing():
            for choice in choices:
                game = self._to_decision()
                acting.expect(game, self._seat_of(player))
                game.act(choose(game.options(), choice, self._seat_of(player)).action)

    @contextmanager
    def _all_or_nothing(self) -> Iterator[None]:
        """Context that undoes everything if it fails half-way."""
        game, paused = self.game, self._paused
        before = duplicate(game.games)
        try:
            yield
        except BaseException:
            overwrite(game.games, before)
            self._paused = paused
            raise

    def can(self, player: int | str, what: str, *choices: str | int) -> bool:
        """Would `act` with the same words be legal? Words with several meanings are an error."""
        game, paused = self.game, self._paused
        before = duplicate(game.games)
        try:
            self.act(player, what, *choices)
        except AmbiguousActionError:
            raise
        except IllegalActionError:
            return False
        finally:
            overwrite(game.games, before)
            self._paused = paused
        return True

    def pass_turns(self) -> None:
        """Let all players pass until there is another decision, at most to the end of Dusk, just
        before Night begins."""
        game = self._to_decision()
        if game.decision != "turn":
            raise IllegalActionError(f"the decision is {self.decision}, so no player can pass")
        self._paused = go_to_stage(game, STAGE.NIGHT, quiet=True, turns_only=True)

    def until(self, phase: str) -> None:
        """Advance to the beginning of this phase, passing turns and otherwise answering done, no or
        the first option. Nothing after its beginning has happened; Reactions to it wait in Limbo.
        Querying the player to move lets the game continue."""
        if phase not in BEGUN:
            raise ValueError(f"no phase is called {phase!r}; expected one of {', '.join(BEGUN)}")
        self._paused = go_to_phase(self.game, phase)

    @property
    def decider(self) -> str | None:
        """The player to move: `A`, `B` or None."""
        found = self._to_decision().decider
        return None if found is None else SEATS[found]

    @property
    def decision(self) -> str | None:
        """The kind of the open decision."""
        return self._to_decision().decision

    def options(self, player: int | str | None = None) -> list[str]:
        """The labels of the options; none if the decision is another player's."""
        game = self._to_decision()
        if player is not None and game.decider != self._seat_of(player):
            return []
        return list(game.labels().values())
