"""Hits, saves, life points, casualties and what they leave behind."""
