"""The spells that numbers alone cannot say, discipline by discipline; the rest stands in data/spells.toml."""

from .. import graces
from . import base, battle, black, chaos, creation, destruction, earth, harmony, leap, white

HOOKED_IN = (graces, base, battle, black, chaos, creation, destruction, earth, harmony, leap, white)
