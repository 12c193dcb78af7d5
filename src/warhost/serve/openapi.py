"""The HTTP interface as OpenAPI, made from the structs that read and write it."""

from __future__ import annotations

from typing import Any


def openapi() -> dict[str, Any]:
    return {}
