"""Altered-Bench 1: five tasks, a panel of opponents, result files that anyone can verify."""
