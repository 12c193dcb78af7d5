"""Charges, and what comes of them: falling back, flight, pursuit, march overs."""
