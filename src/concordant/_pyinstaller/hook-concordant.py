"""What PyInstaller cannot see: modules that are imported by name, files that are read, the version."""

from __future__ import annotations

from PyInstaller.utils.hooks import collect_data_files, collect_submodules, copy_metadata

# The models that learn a metric bring boosters and PyTorch; a program that imports them says so in its own code.
hiddenimports = collect_submodules("concordant", filter=lambda name: not name.startswith("concordant.learning"))
datas = [*collect_data_files("concordant"), *copy_metadata("concordant")]
