"""On which machine and at which revision something was measured, for the files that keep every run."""

from __future__ import annotations

import platform
import subprocess
from datetime import UTC, datetime
from pathlib import Path

HERE = Path(__file__).parent


def machine() -> dict[str, str]:
    revision = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, cwd=HERE, check=False
    )
    return {
        "when": datetime.now(UTC).strftime("%Y-%m-%d %H:%M"),
        "revision": revision.stdout.strip(),
        "python": platform.python_version(),
        "machine": f"{platform.machine()} {_processor()}",
    }


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    if not info.exists():
        return platform.processor()
    return next((line.split(":")[1].strip() for line in info.read_text().splitlines() if "model name" in line), "")
