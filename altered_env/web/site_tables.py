"""The tables of the site without a server: the layout of a game's record, terms of the engine, the
words and cards of messages, and the choices for a game. `tab/` reads them.

Whatever a page is told is made here by the same code as for `altered web`.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any, Final

from altered_env import decks, formats
from altered_env.agents import STRONGEST_FAST
from altered_env.agents.judge import calibration
from altered_env.agents.judge import numbers as numbers_of_judge
from altered_env.agents.judge_words import TELLING, time_of_moves
from altered_env.agents.judging import COSTLIEST
from altered_env.agents.named import JUDGE
from altered_env.agents.seated import PERSON
from altered_env.cards import catalogue
from altered_env.cardstats.collection.for_deck import TRIED
from altered_env.cardstats.context.context_terms import FEATURES, TYPICAL_COST, features
from altered_env.cardstats.context.many_cards import without_context
from altered_env.cardstats.context.of_deck import middles
from altered_env.cardstats.context.worth_model import Z90, model
from altered_env.cardstats.improving import NEAR
from altered_env.decks import Deck, share_code
from altered_env.decks.constructing import ARCHETYPES, heroes, lists, serves, shared_words
from altered_env.decks.legality import CITED, MAX_RARITY, MAX_SAME_NAME, MIN_CONSTRUCTED
from altered_env.engine import terms
from altered_env.engine.layout import (
    BITS,
    EMBLEMS,
    KEPT_SETS,
    LENGTH,
    OBJECTS,
    REGION_CODE,
    SETS,
    F,
    M,
    game_t,
)
from altered_env.engine.playing import AT
from altered_env.engine.table import COMMAND
from altered_env.game.books import digest, pool_book
from altered_env.game.game import DAY_LIMIT
from altered_env.game.headers import FORMAT
from altered_env.game.narration import lets_move
from altered_env.game.replay import KIND
from altered_env.game.saving import engine_version
from altered_env.language.words import DURATIONS, EMBLEM_WORDS, PHASES, RULESETS
from altered_env.web import card_pages, lessons
from altered_env.web.build_pages import SUGGESTED, package_values
from altered_env.web.game_choices import choices
from altered_env.web.messages import face_of
from altered_env.web.replay_pages import LINE

Json = dict[str, Any]

AGENTS: Final = {
    "goldfish": "",
    "random": "",
    "greedy": "greedy",
    "rules": "rules",
    STRONGEST_FAST: "net",
}
"""The computer players, each with its name in the WebAssembly package if it is there."""
RANDOM_DECKS: Final = 60
"""The number of random legal decks that are made beforehand."""
_TERMS: Final = (
    *("ABILITY", "C", "CODE", "DECIDE", "EMBLEM", "ERROR", "EV", "FRAME", "NOTED", "PHASE"),
    *("STAGE", "STATUS", "STEP", "TERRAIN", "TYPE", "USE", "Z"),
)


def tables() -> Json:
    """Everything but the cards."""
    namespaces: dict[str, Any] = {name: getattr(terms, name) for name in _TERMS}
    namespaces |= {"F": F, "M": M, "AT": AT, "COMMAND": COMMAND}
    book = pool_book()
    return {
        "record": record(),
        "terms": {name: _numbers(module) for name, module in namespaces.items()},
        "bits": BITS,
        "emblems": EMBLEMS,
        "kept_sets": KEPT_SETS,
        "length": LENGTH,
        "objects": OBJECTS,
        "region_code": REGION_CODE,
        "sets": SETS,
        "rulesets": RULESETS,
        "of_rulesets": RULESETS["2024.09"] | RULESETS["5.0"],
        "emblem_words": _words(EMBLEM_WORDS),
        "durations": _words(DURATIONS),
        "since": _since(),
        "lets_move": [card.reference for card in book.cards if lets_move(card)],
        "prints": prints(),
        "legality": legality(),
        "codes": codes(),
        "day_limit": DAY_LIMIT,
        "replay": {
            "kind": KIND,
            "format": FORMAT,
            "engine": engine_version(),
            "rules": "2024.09",
            "game_format": "standard",
            "day_limit": DAY_LIMIT,
            "book": digest(book),
        },
        "agents": AGENTS,
        "usual": STRONGEST_FAST,
        "chance": calibration().factor,
        "judge": judge(),
        "choices": offered(),
        "first_game": first_game(),
        "decks": {name: numbers(decks.public(name)) for name in decks.lists()},
        "random": [numbers(decks.random(k, uniques=0)) for k in range(RANDOM_DECKS)],
    }


def judge() -> Json:
    """The judge's numbers. Its network is the only one of the site, of its strongest player."""
    return {
        **numbers_of_judge(),
        "name": JUDGE,
        "costliest": COSTLIEST,
        "telling": TELLING,
        "times": {phase: time_of_moves(phase) for phase in PHASES.values()},
        "line": LINE,
    }


def record() -> dict[str, list[Any]]:
    """The fields of a game's record: offset, kind, shape."""
    found: dict[str, list[Any]] = {}
    for name, (kind, at, *_) in (game_t.fields or {}).items():
        base, shape = kind.subdtype or (kind, ())
        found[name] = [at, base.str[1:], list(shape)]
    return found


def faces() -> list[Json]:
    """The printed cards, in the order of the book."""
    return [face_of(card) for card in pool_book().cards]


def offered() -> Json:
    """The choices for a game, as far as the site has them."""
    found = choices(None)
    form = formats.get("standard")
    return {
        **found,
        "formats": [one for one in found["formats"] if one["name"] == form.name],
        "rules": ["2024.09"],
        "agents": [one for one in found["agents"] if one["name"] in AGENTS],
        "levels": {name: title for name, title in found["levels"].items() if name in AGENTS},
        "strongest": STRONGEST_FAST,
        "public_seed": True,
    }


def first_game() -> Json:
    """The game of `/learn`."""
    return {
        "decks": [numbers(decks.first_game(name)) for name in lessons.DECKS],
        "seats": [PERSON, lessons.OPPONENT],
        "seed": lessons.SEED,
        "format": lessons.FORMAT,
        "why": lessons.OPEN,
    }


def numbers(deck: Deck) -> Json:
    """A deck as the engine takes it: its cards by number in the book."""
    index = pool_book().index
    hero = -1 if deck.hero is None else index[deck.hero.reference]
    return {"hero": hero, "cards": [index[card.reference] for card in deck.cards]}


def prints() -> dict[str, str]:
    """Further prints of cards, by reference, with the one that the book has."""
    return {other: card.reference for card in catalogue() for other in card.prints}


def about() -> Json:
    """What the pages of cards say besides the faces: filters, and of each card its notation, its
    status and its worth."""
    index = pool_book().index
    found = []
    worth: Json = {}
    for card in catalogue():
        told = card_pages.about(card)
        more = {name: told[name] for name in ("status", "set", "suspended", "prints")}
        lines = [line["notation"] for line in told["lines"]]
        short = card_pages.worth_of(card)
        found.append([index[card.reference], {**more, "lines": lines, "worth": short}])
        worth[card.reference] = {"worth": told["worth"], "to_others": told["to_others"]}
    begun: dict[str, list[Json]] = {}
    for one in lists():
        told = {"name": one.deck.name, "archetype": one.archetype, "text": one.deck.to_text()}
        begun.setdefault(one.deck.hero.reference if one.deck.hero else "", []).append(told)
    return {
        "words": card_pages.filters(),
        "cards": found,
        "worths": worth,
        "begun": begun,
        "values": values(),
        "contexts": contexts(),
        "suggesting": {"most": SUGGESTED, "tried": TRIED, "near": NEAR},
    }


def values() -> list[Json]:
    """The cards that have a worth: that in random decks, that averaged over contexts with its
    variance, their features, and the words that they share with each Hero."""
    known = [one for one in package_values() if one.worth is not None and one.card is not None]
    every = [one.card for one in known if one.card is not None]
    told, mean, variance = without_context(every, [one.estimate for one in known])
    every_hero = [card for card in catalogue() if card.type == "hero"]
    found = []
    for k, worth, own in zip(told, mean.tolist(), variance.tolist(), strict=True):
        card = every[k]
        mine = [one for one in every_hero if one.faction == card.faction]
        shared = {one.reference: n for one in mine if (n := shared_words(card, one))}
        row: Json = {"reference": card.reference, "source": known[k].source}
        row |= {"worth": known[k].worth, "mean": worth, "variance": own, "shared": shared}
        row["features"] = [int(much) for much in features(card)]
        found.append(row)
    return found


def contexts() -> Json:
    """The terms of Heroes, archetypes and the curve, each with its error, and how the archetype of
    a deck is found."""
    found = model()

    def of(kind: str, name: str) -> list[tuple[float, float]]:
        return [found.terms.get((kind, name, feature), (0.0, 0.0)) for feature in FEATURES]

    means, spread = middles()
    pool = [card for card in catalogue() if card.type != "hero" and not card.token]
    return {
        "heroes": {one.reference: of("hero", one.reference) for one in heroes()},
        "archetypes": {name: of("archetype", name) for name in ARCHETYPES},
        "curve": of("curve", ""),
        "shared": found.terms.get(("shared", "", ""), (0.0, 0.0)),
        "serves": found.terms.get(("serves", "", ""), (0.0, 0.0)),
        "around": [found.around[kind] ** 2 for kind in ("hero", "archetype")],
        "typical": TYPICAL_COST,
        "z": Z90,
        "player": found.players[0],
        "means": means.tolist(),
        "spread": spread.tolist(),
        "serving": {
            card.reference: served
            for card in pool
            if (served := [k for k, name in enumerate(ARCHETYPES) if serves(card, name)])
        },
    }


def legality() -> Json:
    """The limits of a deck in Standard under rules 2024.09, with the paragraphs."""
    return {
        "least": MIN_CONSTRUCTED,
        "same": MAX_SAME_NAME,
        "rarities": MAX_RARITY,
        "suspended": [card.reference for card in catalogue() if card.suspended],
        "cite": {point: cited for point, (cited, _) in CITED.items()},
    }


def codes() -> Json:
    """The words of deck codes, by number."""
    return {
        "sets": share_code.SETS,
        "factions": share_code.FACTIONS,
        "rarities": share_code.RARITIES,
        "products": share_code.PRODUCTS,
        "short": share_code.SHORT_RARITY,
        "group": share_code.GROUP,
    }


def _numbers(namespace: ModuleType) -> dict[str, int]:
    return {
        name: value
        for name, value in vars(namespace).items()
        if type(value) is int and not name.startswith("_")
    }


def _words(found: dict[int, str]) -> dict[str, str]:
    return {str(int(number)): word for number, word in found.items()}


def _since() -> dict[str, list[list[int]]]:
    """Of each card, the abilities that work from a certain moment on: bit and number."""
    book = pool_book().record[0]
    found: dict[str, list[list[int]]] = {}
    for number, card in enumerate(book.card[: len(pool_book().cards)]):
        for a in range(int(card.first), int(card.last)):
            row = book.ability[a]
            if int(row.kind) == terms.ABILITY.SINCE:
                found.setdefault(str(number), []).append([int(row.value), a])
    return found
