"""What any program needs: signals, locks, atomic files, progress, lazy imports. Private."""
