"""Poachers: a small game, complete, as a pattern for others. CONTRIBUTING.md makes it step by step."""
