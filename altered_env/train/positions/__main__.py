"""`python -m altered_env.train.positions`: how many of the positions each agent solves."""

from altered_env.train.positions import main

if __name__ == "__main__":
    raise SystemExit(main())
