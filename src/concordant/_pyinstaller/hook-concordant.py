"""What PyInstaller cannot see: modules that are imported by name, files that are read, the version."""

from __future__ import annotations

from PyInstaller.utils.hooks import collect_data_files, collect_submodules, copy_metadata


def _wanted(name: str) -> bool:
    """Leave out what needs packages that a program without them does not use: boosters, PyTorch, pytest."""
    return not name.startswith(("concordant.learning", "concordant.testing"))


# The models that learn a metric bring boosters and PyTorch; a program that imports them says so in its own code.
hiddenimports = collect_submodules("concordant", filter=_wanted)
datas = [*collect_data_files("concordant"), *copy_metadata("concordant")]
