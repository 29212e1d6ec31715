"""`python -m training.positions`: how many of the positions each agent solves."""

from training.positions import main

if __name__ == "__main__":
    raise SystemExit(main())
