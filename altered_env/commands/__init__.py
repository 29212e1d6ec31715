"""The subcommands of `altered`, one file each."""
