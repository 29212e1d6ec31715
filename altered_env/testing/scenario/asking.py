"""Queries on a table: a player's view, by names."""

from __future__ import annotations

from altered_env.engine.terms import PHASE, Z
from altered_env.game import Game
from altered_env.game.states import members
from altered_env.game.visibility import see_emblems, see_object
from altered_env.language.words import EXPEDITIONS, PHASES, SEATS, ZONES, seat
from altered_env.render.views import EmblemView, ObjectView, PlayerView
from altered_env.testing.scenario.choosing import hear

_HIDDEN = ("deck", "mana")


class Asking:
    """Queries, which change nothing."""

    @property
    def game(self) -> Game:
        """The game of this table."""
        raise NotImplementedError

    def _who(self, player: int | str) -> int:
        return seat(player, self.game.players)

    def _every(self) -> list[ObjectView]:
        """Every object, by zone."""
        record = self.game.record
        found = []
        for zone in range(1, Z.COUNT):
            for player in range(self.game.players):
                for slot in members(record["zone"][zone, player]):
                    found.append(see_object(self.game, slot))
        return sorted(found, key=lambda seen: seen.timestamp)

    def all(self, name: str) -> list[ObjectView]:
        """The objects of this name, oldest first. Decks and Mana zones are searched only if
        there is none elsewhere, or if they are named: `Filler in deck`."""
        every = self._every()
        for objects in ([seen for seen in every if seen.zone not in _HIDDEN], every):
            for spoken in hear(name):
                found = [seen for seen in objects if spoken.means(seen)]
                if spoken.nth is not None:
                    found = found[spoken.nth - 1 : spoken.nth]
                if found:
                    return found
        return []

    def find(self, name: str) -> ObjectView:
        """The only object of this name; `B Ordis Recruit in hero #2` is more precise. Raises
        `LookupError` if there is none or several."""
        found = self.all(name)
        if len(found) != 1:
            have = "; ".join(f"{seen.controller}: {seen.name} in {_where(seen)}" for seen in found)
            every = sorted({seen.name for seen in self._every() if seen.name})
            why = f"several: {have}" if found else f"none; expected one of {', '.join(every)}"
            raise LookupError(f"{name!r}: {why}")
        return found[0]

    def zone(self, player: int | str, zone: str) -> list[str]:
        """The names in a zone of a player: `hand`, `reserve`, `discard`, `deck` (the top first),
        `mana`, `hero_expedition`, `companion_expedition`, `landmarks`, `hero`, `limbo`."""
        return [seen.name or "" for seen in self._objects(player, zone)]

    def _objects(self, player: int | str, zone: str) -> list[ObjectView]:
        record = self.game.record
        who = self._who(player)
        if zone == "deck":
            slots = record["deck"][who, : int(record["deck_size"][who])].tolist()[::-1]
            return [see_object(self.game, slot) for slot in slots]
        way, _, end = zone.partition("_")
        if end == "expedition" and way in EXPEDITIONS:
            wanted = [seen for seen in self._every() if seen.expedition == way]
            return [seen for seen in wanted if seen.controller == SEATS[who]]
        if zone not in ZONES.values():
            words = [*list(ZONES.values())[1:], "hero_expedition", "companion_expedition"]
            raise ValueError(f"no zone is called {zone!r}; expected one of {', '.join(words)}")
        number = next(number for number, word in ZONES.items() if word == zone)
        found = [see_object(self.game, slot) for slot in members(record["zone"][number, who])]
        return sorted(found, key=lambda seen: seen.timestamp)

    def _seat(self, player: int | str) -> PlayerView:
        return self.game.view().players[self._who(player)]

    def reactions(self) -> list[tuple[str, str, int]]:
        """The Reactions waiting in Limbo: their controller, their source, and its ability, counted
        from 0."""
        return [
            (emblem.controller, emblem.source or "", emblem.ability)
            for emblem in see_emblems(self.game)
            if emblem.kind == "reaction"
        ]

    def ongoing(self) -> list[EmblemView]:
        """The emblems in Limbo of lasting effects."""
        emblems = see_emblems(self.game)
        return [emblem for emblem in emblems if emblem.kind != "reaction"]

    def progress(self, player: int | str, expedition: str) -> int:
        """The distance of an Expedition, `hero` or `companion`, from its start, in regions."""
        e = 2 * self._who(player) + EXPEDITIONS.index(expedition)
        return int(self.game.record["progress"][e])

    def ascended(self, player: int | str, expedition: str) -> bool:
        """Is the Expedition Ascended?"""
        e = 2 * self._who(player) + EXPEDITIONS.index(expedition)
        return bool((int(self.game.record["ascended"]) >> e) & 1)

    def statistics(self, player: int | str, expedition: str) -> tuple[int, int, int]:
        """The forest, mountain and water of an Expedition."""
        found = self._seat(player).expeditions[EXPEDITIONS.index(expedition)]
        return found.forest, found.mountain, found.water

    def region(self, number: int) -> frozenset[str]:
        """The current terrains of a region; none while it is face-down."""
        last = len(self.game.record["terrain"]) - 1
        if not 0 <= number <= last:
            raise ValueError(f"there is no region {number}; expected 0 to {last}")
        regions = self.game.view().regions
        return regions[number].terrains if number < len(regions) else frozenset()

    def mana(self, player: int | str) -> tuple[int, int]:
        """The ready Mana Orbs, and all of them."""
        found = self._seat(player)
        return found.mana_ready, len(found.mana)

    def limits(self, player: int | str) -> tuple[int, int]:
        """The player's Reserve limit and Landmark limit."""
        found = self._seat(player)
        return found.reserve_limit, found.landmark_limit

    @property
    def day(self) -> int:
        """The day."""
        return self.game.day

    @property
    def phase(self) -> str:
        """The phase."""
        return self.game.phase

    @property
    def first(self) -> str:
        """The first player."""
        return SEATS[int(self.game.record["first_player"])]

    @property
    def turn(self) -> str | None:
        """The player whose turn it is, in the Afternoon."""
        player = int(self.game.record["turn_player"])
        return SEATS[player] if player >= 0 and self.phase == PHASES[PHASE.AFTERNOON] else None

    @property
    def winner(self) -> str | None:
        """The winner."""
        found = self.game.winner
        return None if found is None else SEATS[found]

    @property
    def over(self) -> bool:
        """Is the game over?"""
        return self.game.over

    def snapshot(self) -> bytes:
        """The bytes of the state."""
        return self.game.state()

    def __str__(self) -> str:
        return str(self.game)


def _where(seen: ObjectView) -> str:
    return f"{seen.expedition} Expedition" if seen.expedition else seen.zone
