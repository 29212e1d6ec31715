"""Random tables at which a card may show what it does."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

import numpy as np

from altered_env.cards import Card
from altered_env.engine.chance import seed_words
from altered_env.engine.layout import EXPEDITIONS, REGIONS, new_games
from altered_env.engine.terms import STATUS, TERRAIN, C, Z
from altered_env.game.engine_api import begin, open_game, put_object, resume
from altered_env.language.book import Book
from altered_env.language.words import PHASES, RULESETS, STATUSES
from altered_env.testing.card_coverage.cast import folk, heroes, maker
from altered_env.testing.card_coverage.speaking import Topic
from altered_env.testing.card_coverage.twins import Games, Move
from altered_env.testing.scenario.flow import BEGUN

_PHASES = ("morning", "noon", "noon", "afternoon", "afternoon", "afternoon", "dusk", "night")
_STATUS = {word: bit for bit, word in STATUSES.items()}
_CHARACTERS = ("anchored", "asleep", "fleeting", "exhausted")
_IN_EXPEDITION = ("character", "expedition_permanent")


@dataclass(slots=True)
class Table:
    """A table before play begins, and how it begins."""

    games: Games
    begin: Move
    player: int
    """Whose card is exercised."""


def lay_table(book: Book, card: Card, topic: Topic, chance: random.Random) -> Table:
    """A table with the card in the places where it can be, among everything it speaks of."""
    return _Laying(book, card, topic, chance).table()


class _Laying:
    """One table being set up."""

    def __init__(self, book: Book, card: Card, topic: Topic, chance: random.Random) -> None:
        self.book = book
        self.card = card
        self.topic = topic
        self.chance = chance
        self.player = chance.randrange(2)
        self.games = new_games(1)
        self.record: Any = self.games[0]
        words = np.array(seed_words(chance.getrandbits(32)), dtype=np.int64)
        open_game(self.games, 0, book.record, words, 2, chance.choice(list(RULESETS.values())))

    def table(self) -> Table:
        """Set everything up."""
        chance, record = self.chance, self.record
        record["day"] = chance.choice((1, 1, 2, 2, 3, 5))
        record["turn"] = 1
        record["first_player"] = chance.randrange(2)
        self._regions()
        for player in chance.sample((0, 1), 2):
            self._side(player)
        self._exercised()
        record["dirty"] = 1
        if self.card.type == "hero" and chance.random() < 0.2:
            return self._from_the_start()
        phases = self.topic.phases
        phase = chance.choice(phases if phases and chance.random() < 0.4 else _PHASES)
        number = next(number for number, word in PHASES.items() if word == phase)
        stage, pages = BEGUN[phase], self.book.record

        def go_on(games: Games) -> None:
            resume(games, 0, pages, stage, number, True)

        return Table(self.games, go_on, self.player)

    def _from_the_start(self) -> Table:
        """A separate game from set-up on (4.1), for a Hero's starting effects."""
        words = np.array(seed_words(self.chance.getrandbits(32)), dtype=np.int64)
        rules, pages = int(self.record["rules"]), self.book.record
        self.games = new_games(1)
        self.record = self.games[0]
        open_game(self.games, 0, pages, words, 2, rules)
        for player in range(2):
            mine = player == self.player
            self._put(self.card if mine else self.chance.choice(heroes()), player, Z.HERO)
            for _ in range(30):
                self._put(self.topic.some(self.chance, "anywhere"), player, Z.DECK)

        def start(games: Games) -> None:
            begin(games, 0, pages)

        return Table(self.games, start, self.player)

    def _regions(self) -> None:
        """Terrains, where the Expeditions are, which of them are Ascended."""
        chance, record = self.chance, self.record
        up = {0, REGIONS - 1}
        for player in range(2):
            hero = chance.choice((0, 0, 1, 1, 2, 3, 4))
            companion = chance.choice((0, 0, 1, 1, 2, 3))
            record["progress"][2 * player : 2 * player + 2] = (hero, companion)
            up |= set(range(hero + 1)) | {REGIONS - 1 - d for d in range(companion + 1)}
        everything = chance.random() < 0.3
        for region in range(REGIONS):
            bits = TERRAIN.ALL if region in (0, REGIONS - 1) else chance.randint(1, TERRAIN.ALL)
            record["terrain"][region] = bits
        for region in up:
            start = region - (region - 1) % 2 if 0 < region < REGIONS - 1 else region
            record["face_up"][start] = 1
            if 0 < region < REGIONS - 1:
                record["face_up"][start + 1] = 1
        if everything:
            record["face_up"][:] = 1
        for terrain in (TERRAIN.FOREST, TERRAIN.MOUNTAIN, TERRAIN.WATER):
            if self.topic.counters and chance.random() < 0.3:
                k = int(record["markers"])
                record["marker_region"][k] = chance.randrange(REGIONS)
                record["marker_terrains"][k] = terrain
                record["markers"] = k + 1
        for e in range(EXPEDITIONS):
            if self.topic.often(chance, "ascended", 0.15):
                record["ascended"] = int(record["ascended"]) | (1 << e)

    def _side(self, player: int) -> None:
        """A player's objects, apart from the card under test."""
        chance = self.chance
        if player != self.player or self.card.type != "hero":
            self._counters(self._put(chance.choice(heroes()), player, Z.HERO))
        self._mana(player)
        for _ in range(self._many(7, 4)):
            self._put(self.topic.some(chance, "anywhere"), player, Z.HAND)
        for _ in range(self._many(5, 2)):
            self._in_reserve(self._put(self.topic.some(chance, "anywhere"), player, Z.RESERVE))
        for way in range(2):
            for _ in range(self._many(5, 2)):
                card = self.topic.some(chance, "expedition")
                self._in_play(self._put(card, player, Z.EXPEDITION, 2 * player + way), card)
        for _ in range(self._many(5, 1)):
            card = self.topic.some(chance, "landmark")
            self._in_play(self._put(card, player, Z.LANDMARK), card)
        for _ in range(self._many(10, 3)):
            self._put(self.topic.some(chance, "anywhere"), player, Z.DISCARD)
        for _ in range(chance.choice((0, 3, 12, 12, 16))):
            self._put(self.topic.some(chance, "anywhere"), player, Z.DECK)

    def _many(self, most: int, usual: int) -> int:
        """How many of something there are: few, about as many as the card speaks of, or many."""
        if self.chance.random() < 0.4:
            return self.topic.number(self.chance, most)
        return self.chance.randint(0, 2 * usual)

    def _mana(self, player: int) -> None:
        chance = self.chance
        count = chance.choice((2, 6, 8, 9, 10, 10, 12))
        if chance.random() < 0.4:
            count = self.topic.number(chance, 12)
        spent = chance.random() * 0.5 if chance.random() < 0.3 else 0.0
        for _ in range(count):
            slot = self._put(chance.choice(folk()), player, Z.MANA)
            if chance.random() < spent:
                self.record["obj"][slot, C.STATUS] = STATUS.EXHAUSTED

    def _put(self, card: Card, player: int, zone: int, expedition: int = -1) -> int:
        """Put a card down; returns its slot."""
        book = self.book
        row = book.index[card.reference]
        slot = put_object(self.games, 0, book.record, row, player, zone, player, expedition)
        if zone in (Z.HAND, Z.MANA):
            self.record["obj"][slot, C.KNOWN] = 1 << player
        return slot

    def _in_play(self, slot: int, card: Card) -> None:
        """Give something in play a state."""
        chance, topic = self.chance, self.topic
        words: tuple[str, ...] = ("exhausted", "fleeting")
        if card.type == "character":
            words = _CHARACTERS
        elif card.type == "landmark_permanent":
            words = ("exhausted", "completed") if "feat" in card.subtypes else ("exhausted",)
        status = sum(_STATUS[word] for word in words if topic.often(chance, word, 0.12, 0.35))
        self.record["obj"][slot, C.STATUS] = status
        if card.type == "character" and chance.random() < 0.35:
            self.record["obj"][slot, C.BOOSTS] = topic.number(chance, 4)
        if chance.random() < 0.3:
            self._counters(slot)

    def _in_reserve(self, slot: int) -> None:
        chance, topic = self.chance, self.topic
        if topic.often(chance, "exhausted", 0.15) or topic.often(chance, "ready", 0.05, 0.3):
            self.record["obj"][slot, C.STATUS] = STATUS.EXHAUSTED
        if chance.random() < 0.25:
            self.record["obj"][slot, C.BOOSTS] = topic.number(chance, 3)
        if chance.random() < 0.2:
            self._counters(slot)

    def _counters(self, slot: int) -> None:
        """Counters of kinds that the card speaks of."""
        kinds = self.topic.counters
        for i, name in enumerate(self.chance.sample(kinds, min(2, len(kinds)))):
            number = self.topic.number(self.chance, 8)
            if number:
                self.record["obj"][slot, C.COUNTER_KIND + i] = self.book.counters.index(name)
                self.record["obj"][slot, C.COUNTER_NUMBER + i] = number

    def _exercised(self) -> None:
        """The card itself, in every place where it may be."""
        chance, card, player = self.chance, self.card, self.player
        if card.type == "hero":
            slot = self._put(card, player, Z.HERO)
            if chance.random() < 0.7:
                self._counters(slot)
            if self.topic.often(chance, "exhausted", 0.05, 0.2):
                self.record["obj"][slot, C.STATUS] = STATUS.EXHAUSTED
            return
        if card.type == "mana":
            self._put(card, player, Z.MANA)
            return
        if card.token and card.reserve_cost:
            for _ in range(chance.choice((1, 1, 2))):
                self._in_reserve(self._put(card, player, Z.RESERVE))
        elif not card.token:
            for _ in range(chance.choice((0, 1, 1, 2))):
                self._put(card, player, Z.HAND)
            for _ in range(chance.choice((0, 1, 1, 2))):
                self._in_reserve(self._put(card, player, Z.RESERVE))
            for zone in (Z.DISCARD, Z.DECK, Z.MANA):
                if chance.random() < 0.25:
                    self._put(card, player, zone)
        else:
            for zone in (Z.HAND, Z.RESERVE):
                self._put(maker(card), player, zone)
        if card.type in _IN_EXPEDITION:
            for way in range(2):
                if chance.random() < 0.4:
                    self._in_play(self._put(card, player, Z.EXPEDITION, 2 * player + way), card)
            if chance.random() < 0.15:
                other = 1 - player
                self._in_play(self._put(card, other, Z.EXPEDITION, 2 * other), card)
        if card.type == "landmark_permanent" and chance.random() < 0.6:
            slot = self._put(card, player, Z.LANDMARK)
            self._in_play(slot, card)
            self._counters(slot)
