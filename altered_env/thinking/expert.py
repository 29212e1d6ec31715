"""Expert evaluations of a learner's options, for distillation.

An expert is a player that looks ahead, `greedy` or `rules`, or the learner itself. The learner
itself rates an option by following it to the end of the action, or by rollouts to the second
Morning (`rollouts.py`): the likeliest options in the same worlds, so that only their consequences
differ. The change of preference is the target.
"""

from ..batch.rows import slot_action
from ..engine.compiled import compiled
from ..engine.copying import copy_in_use
from .answering import keep_log_priors
from .elementary import exp
from .encode import START
from .lookahead import look_into
from .matches import BOT
from .rollouts import ARM, MORNINGS, arms_from, new_arms, play_rollouts


@compiled
def _teach_by_nights(
    engine, places, book, buffers, net, player, n, rollouts, every, value_weight, rng, worth
):
    """Add to the options' values the advantage of the likeliest ones at the second Morning over the
    policy's expected value."""
    arms = new_arms()
    count = arms_from(buffers, n, arms, every)
    if count < 2:
        return
    worlds = max(1, rollouts // count)
    play_rollouts(engine, places, book, buffers, net, player, arms, count, worlds, MORNINGS, rng)
    likely = 0.0
    expected = 0.0
    for j in range(count):
        share = exp(arms[j, ARM.LOG_PRIOR])
        likely += share
        expected += share * arms[j, ARM.WORTH]
    for j in range(count):
        more = arms[j, ARM.WORTH] - expected / likely
        worth[int(arms[j, ARM.OPTION])] += value_weight * more


@compiled
def ask_expert(
    engine, game, book, slot, expert, weight, buffers, net, packed, p, places, cursor, value, rng,
    all_worth,
):  # fmt: skip
    """The expert's value of each option of position p; if the expert is the learner itself,
    network `net`, which has just evaluated them, the change of preference by its search."""
    player = int(game.decider)
    worlds = int(expert[BOT.WORLDS])
    rollouts = int(expert[BOT.ROLLOUTS])
    every = expert[BOT.EVERY] != 0
    budget = int(expert[BOT.BUDGET])
    order = int(expert[BOT.ORDER])
    value_weight = float(expert[BOT.VALUE_WEIGHT])
    itself = expert[BOT.KIND] == BOT.NEURAL
    begin = int(packed.start[p, START.OPTION])
    end = int(packed.start[p + 1, START.OPTION])
    worth = all_worth[begin:end]
    n = end - begin
    if itself:
        keep_log_priors(buffers, n)
        for k in range(n):
            worth[k] = buffers.log_prior[k]
    copy_in_use(game, places[0])
    for k in range(n):
        buffers.action[k] = slot_action(game, slot, int(packed.action[begin + k]), player)
    if itself and rollouts > 0:
        _teach_by_nights(
            engine, places, book, buffers, net, player, n, rollouts, every, value_weight, rng,
            worth,
        )  # fmt: skip
        return
    if itself:
        look_into(
            engine, places, book, player, weight, buffers, net, worlds, budget, order, cursor,
            value,
            rng,
        )  # fmt: skip
    else:
        look_into(
            engine, places, book, player, weight, None, -1, worlds, budget, order, cursor, value,
            rng,
        )  # fmt: skip
    for k in range(n):
        said = value[int(buffers.action[k])] / worlds
        worth[k] = worth[k] + value_weight * said if itself else said
