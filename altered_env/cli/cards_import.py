"""`altered cards import`: the cards of a file of official data become your own."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path

from altered_env._runtime.atomic_files import make_folder_of
from altered_env._runtime.input_files import REFERENCES, read_text
from altered_env._runtime.overwriting import output
from altered_env.cards import Card, CardFileError, Catalogue, catalogue
from altered_env.cards.home import add_own, card_folder, is_there, keep, write_whole
from altered_env.cards.importing import Reading
from altered_env.cards.writer import in_order, write_cards, write_tokens
from altered_env.cli.arguments import add_quiet
from altered_env.cli.official_files import print_failures, print_remarks, understood
from altered_env.formats.variants import references_in
from altered_env.language.kinds import Names
from altered_env.language.notation import read_ability
from altered_env.language.writing import write_ability


@dataclass(slots=True)
class _Sorted:
    """The cards of a file, by the action to take."""

    new: list[Card] = field(default_factory=list)
    different: list[Card] = field(default_factory=list)
    """There already, and not alike: under the reference of the card that is there."""
    alike: int = 0


def add(parser: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    parser.add_argument(
        "file", help="official card data: JSON, JSON Lines, or a folder of such files"
    )
    parser.add_argument(
        "--deck",
        metavar="LIST",
        help="import only the cards listed in this file, such as a deck list",
    )
    output(parser, "--out", "write the cards to this file instead")
    parser.add_argument(
        "--as-errata", action="store_true", help="replace existing cards with those of the file"
    )
    add_quiet(parser)


def run(options: argparse.Namespace) -> int:
    """Add the cards of a file to your own; 1 if any was not understood or could not be read, and
    if there are none."""
    as_errata: bool = options.as_errata
    if options.out is not None:
        make_folder_of(options.out)
    found, readings = understood(options.file, _wanted(options.deck))
    pool = catalogue()
    cards = _sorted([r.card for r in readings if r.card is not None], pool)
    made = _made(readings, [*pool.tokens.values(), *cards.new])
    places = _write(cards.new + made, cards.different if as_errata else [], options.out)
    for error in found.errors:
        print(f"{error}\n")
    failed = [reading for reading in readings if reading.card is None]
    unplayable = sum(reading.card is not None and not reading.ok for reading in readings)
    for reading in readings:
        if not reading.ok:
            print_failures(reading)
        elif reading.official.remarks:
            print(f"{reading.official.reference} {reading.official.name}:")
            print_remarks(reading)
    different = len(cards.different)
    rows = {
        "imported": len(cards.new),
        "corrected": different if as_errata else 0,
        "already there": cards.alike + (0 if as_errata else different),
        "not understood": len(failed),
        "errors": len(found.errors),
    }
    for what, count in rows.items():
        if count or what != "corrected":
            print(f"{what:<16} {count:>8,}")
    if different and not as_errata:
        print(
            f"{different:,} of the existing cards differ: --as-errata replaces them by those of "
            "the file"
        )
    if unplayable:
        print(f"{unplayable:,} of the cards are understood, but cannot be played yet")
    for token in made:
        stats = f"{token.forest}/{token.mountain}/{token.water}"
        print(f"note: {token.name} {stats} is a new token, inferred from the cards that create it")
    for remark in found.remarks:
        print(f"note: {remark}")
    if places:
        print("written to " + ", ".join(map(str, places[:6])) + (" ..." if places[6:] else ""))
    return 1 if failed or found.errors or not readings else 0


def _wanted(deck: str | None) -> frozenset[str] | None:
    """The references of the cards to import; None for all."""
    if deck is None:
        return None
    found = references_in(read_text(deck, REFERENCES))
    if not found:
        raise ValueError(f"{deck} contains no reference such as ALT_CORE_B_AX_16_U_380")
    return found


def _sorted(cards: Iterable[Card], pool: Catalogue) -> _Sorted:
    found = _Sorted()
    names = pool.names
    for card in cards:
        if not is_there(card, pool):
            found.new.append(card)
            continue
        known = _known(card, pool)
        card = replace(
            card,
            reference=known.reference,
            prints=known.prints,
            source=known.source,
            suspended=known.suspended or card.suspended,
        )
        if _in_one_form(card, names) == _in_one_form(known, names):
            found.alike += 1
        else:
            found.different.append(card)
    return found


def _made(readings: Iterable[Reading], known: Iterable[Card]) -> list[Card]:
    """The unknown tokens that cards create, once each."""
    words = {card.reference for card in known if card.token}
    made: dict[str, Card] = {}
    for token in (token for reading in readings for token in reading.tokens):
        if token.reference not in words:
            made.setdefault(token.reference, token)
    return list(made.values())


def _known(card: Card, pool: Catalogue) -> Card:
    """The card of the catalogue of which this is a print."""
    if card.token:
        return next(token for token in pool.tokens.values() if token.name == card.name)
    return pool[next(ref for ref in (card.reference, *card.prints) if ref in pool)]


def _in_one_form(card: Card, names: Names) -> Card:
    """The card with its abilities in normal form, and its sub-types in order."""
    return replace(
        card,
        abilities=_canonical(card.abilities, names),
        support=_canonical(card.support, names),
        subtypes=tuple(sorted(card.subtypes)),
    )


def _canonical(lines: tuple[str, ...], names: Names) -> tuple[str, ...]:
    try:
        return tuple(write_ability(read_ability(line, names=names)) for line in lines)
    except ValueError:
        return lines


def _write(new: list[Card], corrections: list[Card], out: str | None) -> list[Path]:
    """Write the cards to their files, after a check that the catalogue accepts them."""
    if not new and not corrections:
        return []
    if out is not None:
        cards = new + corrections
        place = Path(out)
        heading = "Imported by `altered cards`."
        tokens = [card for card in cards if card.token]
        others = in_order(card for card in cards if not card.token)
        texts = {place: write_cards(others, heading=heading)} if others else {}
        if tokens:
            beside = place.with_name("tokens.yaml")
            if beside.exists():
                raise ValueError(f"{beside} exists already, and the tokens would be written there")
            texts[beside] = write_tokens(tokens, heading)
        for path, text in texts.items():
            write_whole(path, text)
        return list(texts)
    folder = card_folder()
    trial = Catalogue.of_package()
    add_own(trial, folder)
    trial.add(new)
    trial.correct(corrections)
    places = keep(new, folder) + keep(corrections, folder, errata=True)
    catalogue.cache_clear()
    try:
        catalogue()
    except CardFileError as error:
        raise CardFileError(
            error.file, f"written, but cannot be read back: {error.problem}"
        ) from None
    return places
