"""A bot that searches: `altered arena agents/search_bot.py:SearchBot:worlds=4 greedy`.

It does not know the hidden cards. So it tries each action in several worlds that agree with all
that it does know (`seat.world`), plays the day to its end at random there, and compares where the
Expeditions stand.
"""

import random


class SearchBot:
    """Flat Monte Carlo search over worlds, one day deep."""

    def __init__(self, worlds: int = 4, widest: int = 12) -> None:
        self.worlds = worlds
        self.widest = widest
        self.chance = random.Random(0)

    def start(self, seed: int) -> None:
        """Begin a game: draw from this seed."""
        self.chance = random.Random(seed)

    def act(self, seat) -> int:
        """Return the action with the best mean result."""
        actions = seat.actions
        if len(actions) > self.widest:
            actions = self.chance.sample(actions, self.widest)
        if len(actions) == 1:
            return actions[0]
        totals = dict.fromkeys(actions, 0.0)
        for _ in range(self.worlds):
            seed = self.chance.randrange(1 << 30)
            for action in actions:  # all in the same world, so that they are compared fairly
                totals[action] += self.result(seat.world(seed), action, seat.player)
        return max(totals, key=totals.__getitem__)

    def result(self, world, action: int, player: int) -> float:
        """How the day ends for this player after an action, played on at random."""
        day = world.day
        world.act(action)
        while not world.over and world.day == day:
            world.act(self.chance.choice(world.legal_actions()))
        if world.over:
            return 100.0 if player in world.winners else -100.0
        lead = 0
        for seat, other in enumerate(world.view(player).players):
            regions = sum(expedition.distance for expedition in other.expeditions)
            lead += regions if seat == player else -regions
        return float(lead)
