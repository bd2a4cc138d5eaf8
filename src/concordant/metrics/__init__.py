"""
Every metric: its facts, its docstring and its formula, in the chapter of its family; `definition` makes a metric.

`find` searches the metrics, `get` returns one by its name or alias, `names` lists them.
"""

from __future__ import annotations

from typing import Any

from concordant.metrics.definition.registry import find, get, known, load, names, nearest

__all__ = ["find", "get", "names"]


def __getattr__(name: str) -> Any:
    if not name.startswith("_") and load(name):
        return get(name)
    hint = "" if name.startswith("_") else nearest(name, [*__all__, *known()])
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}" + (f".{hint}" if hint else ""))
