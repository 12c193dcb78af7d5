"""What every thread has of its own.

Players think in threads over one and the same setting, each with another state before it; rules that remember
anything about a state between two calls keep it in one of these.
"""

from __future__ import annotations

from threading import local


class OwnToThread(local):
    """Attributes that each thread sets and finds for itself; the class holds their first values."""
