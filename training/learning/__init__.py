"""Learning: what is learned from, what of, against whom, and the folder of a run.

`python -m training.learning` trains a compiled network; `training.ppo` trains with these parts too.
"""

from training.learning.learner import Config, Learner, main

__all__ = ["Config", "Learner", "main"]
