"""The doors through which something comes in from outside, each with what may come through it."""
