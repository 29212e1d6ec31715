"""`python -m altered_env.train`: train a compiled network by self-play."""

from altered_env.train.command import main

if __name__ == "__main__":
    raise SystemExit(main())
