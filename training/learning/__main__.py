"""`python -m training.learning`: train a compiled network by self-play."""

from training.learning.learner import main

if __name__ == "__main__":
    raise SystemExit(main())
