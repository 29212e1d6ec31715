"""Sources of seeds: the system, or a secret with a commitment.

A run of games draws one secret number. Its hash is published before the first game, and the number
after the last, so seeds can neither be chosen nor predicted. Each seed is a keyed hash of its
purpose, so none can be computed from the others.

>>> secret = Secret(7)
>>> secret.derive("game", 1) == Secret(7).derive("game", 1) != secret.derive("game", 2)
True
>>> secret.derive("game", 1) == secret.derive("agent", 1)
False
>>> secret
Secret(commitment='e5090df26d24')

A secret that must outlive its process is stored below the user's state folder, under the name of
its commitment, in a file that only this user can read. It is neither with the results nor in the
cache, both of which external programs may read.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import re
import secrets
from dataclasses import dataclass
from pathlib import Path

from altered_env._runtime.atomic_files import write_atomically
from altered_env._runtime.input_files import OPTIONS, read_text

BITS = 128
"""The size of a generator's state in a game, in bits."""
DERIVATION = "hmac-sha256"
"""The derivation of seeds from a secret, as named in files."""
_DIGITS = re.compile(r"[0-9a-f]{1,64}")


def fresh_seed() -> int:
    """Return an unpredictable seed from the system's random source."""
    return secrets.randbits(BITS)


def commitment_of(digits: str) -> str:
    """Return the SHA-256 of a secret number's hexadecimal digits."""
    return hashlib.sha256(digits.encode()).hexdigest()


@dataclass(frozen=True, slots=True, repr=False)
class Secret:
    """A number from which the seeds of one or more games are derived."""

    number: int
    is_public: bool = False
    """Whether it was given: then anyone who knows it can reproduce the games."""

    @classmethod
    def drawn(cls, seed: int | None = None) -> Secret:
        """Draw a new secret; one from a given seed hides nothing."""
        if seed is None:
            return cls(fresh_seed())
        if seed < 0:
            raise ValueError(f"a seed must not be negative, found {seed}")
        return cls(seed, is_public=True)

    def __repr__(self) -> str:
        return f"Secret(commitment={self.commitment[:12]!r})"

    @property
    def digits(self) -> str:
        """Return the number as it is stored and revealed."""
        return f"{self.number:032x}"

    @property
    def commitment(self) -> str:
        """Return the hash that is published beforehand."""
        return commitment_of(self.digits)

    def derive(self, *purpose: str | int) -> int:
        """Return the seed for a purpose, such as `"agent", 1`: 128 bits."""
        said = json.dumps(purpose).encode()
        return int.from_bytes(hmac.digest(self.digits.encode(), said, "sha256")[: BITS // 8], "big")

    # for a single game

    @property
    def game_seed(self) -> int:
        """Return the seed of the single game played with it; a given seed is used directly."""
        return self.number if self.is_public else self.derive("game")

    def agent_seed(self, player: int) -> int:
        """Return the random seed of this seat's agent."""
        return self.derive("agent", player)


def secrets_folder() -> Path:
    """Return the folder of unrevealed secrets: below `XDG_STATE_HOME`, or the home folder. Bots do
    not need it, and no sandbox exposes it to them."""
    base = os.environ.get("XDG_STATE_HOME", "")
    try:
        state = Path(base) if base else Path.home() / ".local" / "state"
    except RuntimeError:
        raise FileNotFoundError(
            "there is no home folder for the secret of these games: name one in XDG_STATE_HOME"
        ) from None
    return state / "altered-env" / "secrets"


def keep_secret(secret: Secret) -> Path:
    """Store a secret until it is revealed, readable only by this user. Raises `OSError`."""
    folder = secrets_folder()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder.chmod(0o700)
    path = folder / secret.commitment
    write_atomically(path, f"{secret.digits}\n".encode(), mode=0o600)
    return path


def kept_secret(commitment: str) -> Secret | None:
    """Return a stored secret by its commitment, if any. Raises `ValueError` if it does not
    match."""
    path = secrets_folder() / commitment
    if not re.fullmatch(r"[0-9a-f]{64}", commitment) or not path.is_file():
        return None
    return secret_in(path, commitment)


def secret_in(path: Path, commitment: str) -> Secret:
    """Return the secret in a file. Raises `ValueError` if it does not match the commitment."""
    digits = read_text(path, OPTIONS).strip()
    if not _DIGITS.fullmatch(digits) or commitment_of(digits) != commitment:
        raise ValueError(f"{path}: this number does not match its commitment")
    return Secret(int(digits, 16))


def forget_secret(commitment: str) -> None:
    """Delete a secret that has been revealed."""
    (secrets_folder() / commitment).unlink(missing_ok=True)
