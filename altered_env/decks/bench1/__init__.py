"""The splits of Altered-Bench 1: which cards and decks are withheld from training, and the decks of
each task. All are files with hashes, written by `altered bench1 freeze`."""
