"""What a page says of the machine that its figures were taken on, and of who else used it."""

from __future__ import annotations

import os
import platform
import time
from importlib.metadata import version


def taken_with(*packages: str) -> str:
    """Return the date, the cores and the versions."""
    named = ", ".join(f"{package} {version(package)}" for package in packages)
    return f"{time.strftime('%Y-%m-%d')}: {os.cpu_count()} cores, Python {platform.python_version()}, {named}."


def shared_machine(*packages: str) -> str:
    """Return the date, the cores, the versions, and the load of the machine at this moment."""
    return f"{taken_with(*packages)} Others used the machine: its load was {os.getloadavg()[0]:.1f}."
