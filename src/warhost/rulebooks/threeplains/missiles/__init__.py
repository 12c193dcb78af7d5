"""Shooting: who may, at whom, what it needs, and where hits go."""
