"""The special rules of all scenarios: they hook themselves in when these are read."""

from . import mustering, rampage

HOOKED_IN = (mustering, rampage)
