"""
One metric, one file: its facts, its docstring and its formula. Files that start with _ are the machinery.

`find` searches the metrics, `get` returns one by its name or alias, `names` lists them.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

from concordant.metrics.definition.registry import METRICS, find, get, known, load, names, nearest

__all__ = ["find", "get", "names"]


def __getattr__(name: str) -> Any:
    if not name.startswith("_") and load(name):
        return get(name)
    hint = "" if name.startswith("_") else nearest(name, [*__all__, *known()])
    msg = f"module {__name__!r} has no attribute {name!r}" + (f".{hint}" if hint else "")
    raise AttributeError(msg)


class _MetricsFolder(ModuleType):
    """The file of a metric and the metric have one name: here the name means the metric."""

    def __setattr__(self, name: str, value: object) -> None:
        if isinstance(value, ModuleType) and name in METRICS:
            value = METRICS[name]
        super().__setattr__(name, value)


sys.modules[__name__].__class__ = _MetricsFolder
