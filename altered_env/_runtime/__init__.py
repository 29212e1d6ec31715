"""Runtime support: signals, locks, atomic files, progress, lazy imports. Private."""
