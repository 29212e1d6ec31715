"""Chance: one generator inside the record (xoshiro128**), in 32-bit steps on signed words."""

from __future__ import annotations

import hashlib

from .compiled import compiled


def seed_words(seed: int) -> list[int]:
    """Return four words for the generator, from any non-negative integer.

    Up to 64 bits are spread by SplitMix64; a longer seed is hashed, so that every bit counts.

    >>> seed_words(1) == seed_words(1) != seed_words(2)
    True
    """
    mask = (1 << 64) - 1
    words = []
    if seed > mask:
        data = hashlib.sha256(seed.to_bytes((seed.bit_length() + 7) // 8, "little")).digest()
        words = [int.from_bytes(data[at : at + 4], "little") for at in range(0, 16, 4)]
        return words if any(words) else [1, 0, 0, 0]
    state = seed
    for _ in range(4):
        state = (state + 0x9E3779B97F4A7C15) & mask
        z = state
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & mask
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB & mask
        words.append((z ^ (z >> 31)) & 0xFFFFFFFF)
    return words if any(words) else [1, 0, 0, 0]


@compiled
def _rotate(x, k):
    return ((x << k) | (x >> (32 - k))) & 0xFFFFFFFF


@compiled
def next_bits(rng):
    """Return 32 random bits; `rng` is the generator's row of four words."""
    a = int(rng[0])
    b = int(rng[1])
    c = int(rng[2])
    d = int(rng[3])
    result = (_rotate((b * 5) & 0xFFFFFFFF, 7) * 9) & 0xFFFFFFFF
    t = (b << 9) & 0xFFFFFFFF
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= t
    rng[0] = a
    rng[1] = b
    rng[2] = c
    rng[3] = _rotate(d, 11)
    return result


@compiled
def below(rng, n):
    """Return a uniform integer in 0 .. n - 1, without bias."""
    limit = (0x100000000 // n) * n
    x = next_bits(rng)
    while x >= limit:
        x = next_bits(rng)
    return x % n


@compiled
def shuffle(rng, row, count):
    """Shuffle the first `count` entries of a row."""
    for i in range(count - 1, 0, -1):
        j = below(rng, i + 1)
        x = int(row[i])
        row[i] = row[j]
        row[j] = x
