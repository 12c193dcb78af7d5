"""Checks, battle stress, generals, exhaustion."""
