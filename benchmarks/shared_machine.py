"""What a page says of the machine that its figures were taken on, and of who else used it."""

from __future__ import annotations

import os
import platform
import time
from importlib.metadata import version


def shared_machine(*packages: str) -> str:
    """Return the date, the cores, the versions, and the load of the machine at this moment."""
    named = ", ".join(f"{package} {version(package)}" for package in packages)
    return (
        f"{time.strftime('%Y-%m-%d')}: {os.cpu_count()} cores, Python {platform.python_version()}, {named}. Others "
        f"used the machine: its load was {os.getloadavg()[0]:.1f}."
    )
