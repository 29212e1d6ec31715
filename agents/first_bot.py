"""A first bot: `altered arena agents/first_bot.py:FirstBot random`."""


class FirstBot:
    """Play the most expensive card that is on offer."""

    def act(self, seat):
        """Return one of `seat.actions`."""
        plays = [option for option in seat.options if option.kind == "turn" and option.object]
        return max(plays, key=cost).action if plays else seat.actions[0]


def cost(option):
    """The Hand Cost of the card of an option."""
    return option.object.hand_cost or 0
