"""A printed card."""

from __future__ import annotations

from dataclasses import dataclass, field

from .printed_words import FACTION_CODES


@dataclass(frozen=True, slots=True)
class Card:
    """One version of a card, with everything that is printed on it.

    A number that a card does not have is 0 (1.1.6.d). Two versions of a card may have nothing in
    common except the name.
    """

    reference: str
    """`CORE_AX_16_R1`: set, faction code, number, rarity code. For a token, its word in the
    notation: `brassbug`."""
    name: str
    faction: str
    """One of the six, or `neutral`."""
    rarity: str | None
    """`common`, `rare`, `exalted` or `unique`; None for a token (2.2.4.c)."""
    type: str
    subtypes: tuple[str, ...] = ()
    hand_cost: int = 0
    reserve_cost: int = 0
    forest: int = 0
    mountain: int = 0
    water: int = 0
    reserve_limit: int = 0
    """A Hero's Reserve limit."""
    landmark_limit: int = 0
    """A Hero's Landmark limit."""
    abilities: tuple[str, ...] = ()
    """The abilities, a line of notation each."""
    support: tuple[str, ...] = ()
    """The abilities that work from Reserve (or, on a Feat, once completed)."""
    token: bool = False
    suspended: bool = False
    """Suspended cards can be played, but are not legal in a constructed deck."""
    prints: tuple[str, ...] = ()
    """The references of its other prints, each with the letter of its product:
    `COREKS_B_AX_16_R1`, `CORE_P_AX_16_R1`."""
    counters: tuple[str, ...] = ()
    """Kinds of counter in its abilities that are not in the printed pool."""
    source: str = field(default="", compare=False)
    """The file and line of the card: `core/axiom.yaml:12`. It is not printed, so that a card of two
    files is the same."""

    def __hash__(self) -> int:
        return hash(self.reference)  # not of every field: decks are hashed by the thousand

    @property
    def version(self) -> str:
        """The version as written after the name: `C`, `R1`, `R2`, `E`, `U_380`."""
        return "" if self.token else self.reference.split("_", 3)[3]

    @property
    def set(self) -> str:
        """The set, `CORE`; empty for a token."""
        return "" if self.token else self.reference.split("_", 1)[0]

    @property
    def printed_faction(self) -> str:
        """The faction in the reference; it differs from `faction` for out-of-faction cards."""
        return self.faction if self.token else FACTION_CODES[self.reference.split("_")[1]]

    @property
    def faction_name(self) -> str:
        """The faction as a proper noun: `Axiom`."""
        return self.faction.capitalize()

    @property
    def kind(self) -> str:
        """The type with an article: `a spell`, `an expedition permanent`."""
        words = self.type.replace("_", " ")
        return f"{'an' if words.startswith('e') else 'a'} {words}"

    def __str__(self) -> str:
        return self.name if self.token else f"{self.name} {self.version.replace('_', ' ')}"
