"""Seeds and the generator states that they produce."""

from __future__ import annotations

import random

from altered_env.engine.chance import seed_words


def test_a_seed_of_up_to_64_bits_begins_what_it_always_did():
    """Old replays, boards and results hold on to it."""
    assert seed_words(0) == [0x7B1DCDAF, 0xA1B965F4, 0x8009454F, 0x724C81EC]
    assert seed_words(2**64 - 1) == [0x1B652C20, 0xDBF682C9, 0xB27281E9, 0xCBA982D2]


def test_every_bit_of_a_longer_seed_counts():
    """Longer ones were folded into 64 bits: this pair was one game."""
    assert seed_words((5 ^ 0x9E3779B97F4A7C15) + 2**64) != seed_words(5)
    chance = random.Random(1)
    flipped = 0
    for bit in range(128):
        seed = chance.getrandbits(127) | 1 << 127
        other = seed ^ (1 << bit)
        one, two = seed_words(seed), seed_words(other)
        assert one != two
        flipped += sum((a ^ b).bit_count() for a, b in zip(one, two, strict=True))
    assert 60 < flipped / 128 < 68


def test_no_two_long_seeds_begin_the_same():
    seeds = [2**64 + k for k in range(2_000)] + [(k + 1) << 64 for k in range(1, 2_000)]
    seeds += [1 << bit for bit in range(65, 400)]
    assert len({tuple(seed_words(seed)) for seed in seeds}) == len(set(seeds))
    assert all(0 <= word < 2**32 for seed in seeds for word in seed_words(seed))
