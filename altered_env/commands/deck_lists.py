"""`altered decks`: deck lists in the terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from altered_env import decks, formats
from altered_env.cards import Card
from altered_env.decks import Deck
from altered_env.decks.share_code import looks_like_code
from altered_env.game.books import book_for
from altered_env.game.saving import write_atomically

__all__ = ["check", "find_deck", "make_random", "print_lists", "print_stats", "show"]

WIDTH = 30


def find_deck(text: str, format: str = "standard") -> Deck:
    """The deck that `text` names: by name, as the format takes it, by path or as a code.

    >>> find_deck("axiom").hero.name
    'Sierra & Oddball'
    """
    if looks_like_code(text) and not Path(text).exists():
        return Deck.from_code(text, name=text[:12])
    return formats.get(format).deck(text)


def check(names: Sequence[str], format: str, rules: str | None) -> int:
    """Say what makes each deck illegal, rule by rule; 1 if anything does."""
    status = 0
    for name in names:
        deck = find_deck(name, format)
        unsupported = book_for(deck.every_card).unsupported
        cannot = [
            f"{card} cannot be played yet"
            for card in dict.fromkeys(deck.every_card)
            if card.reference in unsupported
        ]
        for ruleset in decks.RULESETS if rules is None else (rules,):
            found = formats.get(format).of_deck(deck, ruleset)
            wrong = [str(violation) for violation in found] + cannot
            status |= bool(wrong)
            verdict = f"{len(wrong)} rules broken" if len(wrong) > 1 else "1 rule broken"
            size = f"{len(deck.cards)} cards" + (f", {deck.hero.name}" if deck.hero else "")
            print(f"{deck.name} ({size}), {format}, {ruleset}: {verdict if wrong else 'legal'}")
            for line in wrong:
                print(f"  {line}")
    return status


def show(names: Sequence[str], form: str) -> int:
    """Print each deck in a form."""
    for number, name in enumerate(names):
        deck = find_deck(name)
        if number:
            print()
        if form == "json":
            print(deck.to_json(), end="")
        elif form == "code":
            print(deck.to_code())
        elif form != "text":
            print(deck.to_text(form), end="")
        else:
            _print_deck(deck)
    return 0


_KINDS = (
    ("character", "Characters"),
    ("spell", "Spells"),
    ("landmark_permanent", "Landmark Permanents"),
    ("expedition_permanent", "Expedition Permanents"),
    ("mana", "Mana"),
)


def _print_deck(deck: Deck) -> None:
    print(f"{deck.name}: {len(deck.cards)} cards")
    if deck.hero is not None:
        print(f"Hero: {deck.hero.name} ({deck.hero.faction})")
    for kind, title in _KINDS:
        counted = {card: n for card, n in deck.counted.items() if card.type == kind}
        if not counted:
            continue
        print(f"\n{title} ({sum(counted.values())})")
        for card in sorted(counted, key=lambda card: (card.hand_cost, card.name, card.reference)):
            print(f"  {counted[card]} {card!s:<38} {_numbers(card):<13} {card.reference}")


def _numbers(card: Card) -> str:
    cost = f"{card.hand_cost}/{card.reserve_cost}"
    if card.type == "character":
        cost += f"  {card.forest}/{card.mountain}/{card.water}"
    return cost


def print_stats(names: Sequence[str]) -> int:
    """Print what each deck is made of."""
    for number, name in enumerate(names):
        deck = find_deck(name)
        found = decks.stats(deck)
        if number:
            print()
        hero = f", {deck.hero.name}" if deck.hero else ""
        print(f"{deck.name}: {found.cards} cards{hero}")
        _bars("Hand Cost", found.curve)
        print(
            f"  mean {found.mean_hand_cost:.2f} from hand, {found.mean_reserve_cost:.2f} from "
            f"Reserve; {found.early} cards cost 1 to 3"
        )
        print("Terrain     total  a Character  a mana  best in")
        for terrain, numbers in found.terrains.items():
            print(
                f"  {terrain:<9} {numbers.total:>5} {numbers.per_character:>12.2f}"
                f" {numbers.per_mana:>7.2f} {numbers.best:>8}"
            )
        print(f"Types       {_counts(found.types)}")
        print(f"Rarities    {_counts(found.rarities)}")
        if len(found.factions) > 1:
            print(f"Factions    {_counts(found.factions)}")
        print(f"Sets        {_counts(found.sets)}")
        print(f"Roles       {_counts(found.roles)}")
        for hint in found.hints:
            print(f"Archetype   {hint}")
    return 0


def _bars(title: str, curve: Mapping[int, int]) -> None:
    print(title)
    most = max([*curve.values(), 1])
    for cost, count in curve.items():
        print(f"  {cost:>2} {count:>3} {'#' * round(WIDTH * count / most)}".rstrip())


def _counts(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{n} {word.replace('_', ' ')}" for word, n in counts.items() if n) or "none"


def make_random(
    number: int, seed: int, faction: str | None, curve: bool, folder: str | None
) -> int:
    """Print random legal decks, or write a file for each."""
    words = [f"random:{number}:{seed}", *([faction] if faction else []), *(["curve"] * curve)]
    for deck in decks.pool(":".join(words)):
        if folder is None:
            print(deck.to_text())
            continue
        path = Path(folder) / f"{deck.name.replace(' ', '-')}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, deck.to_text().encode())
        print(path)
    return 0


def print_lists() -> int:
    """Name the decks of the package, and the pools."""
    for title, loader, known in (
        ("Starter decks", decks.starter, decks.names()),
        ("Public lists", decks.public, decks.lists()),
    ):
        print(title)
        for name in known:
            deck = loader(name)
            hero = deck.hero.name if deck.hero is not None else ""
            print(f"  {name:<18} {hero:<20} {decks.archetypes(deck)[0].archetype}")
    print("Pools")
    for name, what in decks.POOLS.items():
        print(f"  {name:<18} {what}")
    return 0
