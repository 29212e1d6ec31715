"""Which cards the scenarios of the tests name: writes `altered_env/cards/verified.tsv`.

A scenario names a card as `Scenario` does: `"Foundry Armorer R1"`, a reference, or a name alone,
which means the commonest version. The names are read from the source, nothing is run. A name alone
counts where a card is put on the table (`.hand("Inari")`), or where there is only one version of
it; `versions("Inari", C=.., R1=..)` names each of these versions. A version with the same name and
the same abilities as a named one is verified with it. The totals go into the README.

    python tests/verified_cards.py    # `make docs`
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
BEGIN, END = "<!-- cards: `make docs` writes this -->", "<!-- end of cards -->"

PLACES = frozenset(
    {"hero", "hand", "reserve", "discard", "deck", "orbs", "landmarks"}
    | {f"{kind}_expedition" for kind in ("hero", "companion")}
)
"""The methods of a side of the table that put cards on it."""

VERSION = re.compile(r"C|R1|R2|R|F|E|U_\d+")


def is_scenario(tree: ast.Module) -> bool:
    """Return whether this file puts cards on tables."""
    return any(placing(node) and node.args for node in calls(tree))


def calls(tree: ast.Module) -> list[ast.Call]:
    """The calls in a file."""
    return [node for node in ast.walk(tree) if isinstance(node, ast.Call)]


def placing(call: ast.Call) -> bool:
    """Return whether this call puts cards on a table."""
    return isinstance(call.func, ast.Attribute) and call.func.attr in PLACES


def looked_up(tree: ast.Module) -> set[ast.AST]:
    """The argument of `cards.find(..)`: a card that is only looked up."""
    return {
        argument
        for call in calls(tree)
        if isinstance(call.func, ast.Attribute) and ast.unparse(call.func).startswith("cards.")
        for argument in call.args
    }


def text_of(node: ast.AST) -> str | None:
    """The text of a string constant."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    return None


def named_in(tree: ast.Module) -> Iterator[tuple[str, bool]]:
    """Each text of a file that may name a card, and whether a name alone counts there."""
    own = {
        text_of(call.args[0])  # a card that the table defines for itself
        for call in calls(tree)
        if call.args and isinstance(call.func, ast.Attribute) and call.func.attr == "card"
    }
    for call in calls(tree):
        for argument in call.args if placing(call) else ():
            if (text := text_of(argument)) and text not in own:
                yield text, True
        first = text_of(call.args[0]) if call.args else None
        keys = list(keys_of(call, tree))
        if first and keys and all(VERSION.fullmatch(key) for key in keys):
            yield from ((f"{first} {key}", False) for key in keys)
    aside = looked_up(tree)
    for node in ast.walk(tree):
        if (text := text_of(node)) and text not in own and node not in aside:
            yield text, False


def keys_of(call: ast.Call, tree: ast.Module) -> Iterator[str]:
    """The names of the keywords of a call, also of `**DICT` where the file defines it."""
    for keyword in call.keywords:
        if keyword.arg is not None:
            yield keyword.arg
        elif isinstance(keyword.value, ast.Name):
            for node in tree.body:
                if (
                    isinstance(node, ast.Assign)
                    and ast.unparse(node.targets[0]) == keyword.value.id
                ):
                    if isinstance(node.value, ast.Dict):
                        yield from (text_of(key) or "" for key in node.value.keys if key)
                    elif isinstance(node.value, ast.Call):
                        yield from (inner.arg or "" for inner in node.value.keywords)


def named_references(texts: Iterator[tuple[str, bool]]) -> set[str]:
    """The references of the cards that these texts name."""
    from altered_env.cards import AmbiguousCardError, Catalogue, UnknownCardError

    pool = Catalogue.of_package()
    found = set()
    for text, placed in dict.fromkeys(texts):
        if len(text) > 60 or not text.strip() or "\n" in text:
            continue
        alone = pool.versions(text)
        if alone and not placed and len(alone) > 1:
            continue
        if not alone and not re.search(r"[ _](?:C|R1?|R2|F|E|U[_ ]\d+)$", text, re.IGNORECASE):
            continue  # most texts: `find` would look for something similar
        try:
            card = pool.find(text)
        except (AmbiguousCardError, UnknownCardError):
            continue
        if not card.token:
            found.add(card.reference)
    return found


def verified() -> dict[str, str]:
    """The verified cards: names by reference, in the catalogue's order."""
    from altered_env.cards import Catalogue

    trees = [
        ast.parse(path.read_text("utf-8"), str(path))
        for path in sorted((ROOT / "tests").rglob("test_*.py"))
    ]
    texts = (named for tree in trees if is_scenario(tree) for named in named_in(tree))
    named = named_references(texts)
    pool = [card for card in Catalogue.of_package() if not card.token]
    alike = {(c.name, c.abilities, c.support) for c in pool if c.reference in named}
    return {c.reference: c.name for c in pool if (c.name, c.abilities, c.support) in alike}


def table(cards: dict[str, str]) -> str:
    """The file of the verified cards."""
    rows = sorted(f"{reference}\t{name}" for reference, name in cards.items())
    return "\n".join(["reference\tname", *rows]) + "\n"


def totals(cards: dict[str, str]) -> str:
    """The lines of the README."""
    from altered_env.cards import Catalogue
    from altered_env.game.books import pool_book

    every = [card for card in Catalogue.of_package() if not card.token]
    unsupported = pool_book().unsupported
    playable = [card.reference for card in every if card.reference not in unsupported]
    known = sum(reference in cards for reference in playable)
    return (
        f"{len(every):,} cards: {len(playable):,} can be played, {len(every) - len(playable):,} "
        f"cannot yet; {known:,} are verified by scenarios of the tests.\n"
        "`altered cards status` counts them by set and faction.\n"
    )


def readme(text: str, cards: dict[str, str]) -> str:
    """The README with the totals of today."""
    before, rest = text.split(BEGIN)
    _, after = rest.split(END)
    return f"{before}{BEGIN}\n{totals(cards)}{END}{after}"


def main() -> None:
    """Write the list and the totals."""
    from altered_env.cards.verified import FILE

    cards = verified()
    FILE.write_text(table(cards), "utf-8", newline="\n")
    README.write_text(readme(README.read_text("utf-8"), cards), "utf-8", newline="\n")
    print(f"wrote {FILE.relative_to(ROOT)} and the totals in {README.name}")


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    main()
