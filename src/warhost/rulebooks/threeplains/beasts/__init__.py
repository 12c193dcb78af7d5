"""Beasts: herds and their masters, beasts that turn wild, their breath, and the woods they dread."""
