"""Situations and the referee."""
