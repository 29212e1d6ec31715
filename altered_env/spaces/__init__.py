"""Observation and action spaces: card features, Gymnasium spaces, and the tables of the docs."""
