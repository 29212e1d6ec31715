"""What the command `altered` does, a file for each subject."""
