"""The entry points for outside input, each with its generators."""
