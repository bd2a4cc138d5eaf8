"""
Where PyInstaller finds what a frozen program needs of this package: see the hook beside this file.

Metrics and tools are imported by their names when they are first used, so nobody sees those imports in the code.
"""

from __future__ import annotations

from pathlib import Path


def get_hook_dirs() -> list[str]:
    """Return the folder of the hook; PyInstaller asks for it through the entry point of the package."""
    return [str(Path(__file__).parent)]
