"""The packages that only the HTML page needs."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from concordant.errors import MissingDependencyError


def needed(name: str) -> Any:
    """Import a package of the page; say how to install it if it is absent."""
    try:
        return import_module(name)
    except ImportError as error:
        package = {"vl_convert": "vl-convert-python"}.get(name, name)
        msg = f'the HTML page needs {package}, which is not installed: pip install "concordant[cli]"'
        raise MissingDependencyError(msg) from error
