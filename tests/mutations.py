"""Stored data with one thing changed: every part of every field, by everything that a file can hold."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

import pytest

from concordant.errors import StateFormatError
from concordant.result.record import plain

NAN, INF = float("nan"), float("inf")
VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 2, 7, 2**31, 2**53 + 1, 2**62, 2**63, 2**64, 10**400),
    *(-0.0, 0.9, -0.5, 1.5, 1e-320, 1e17, 1e300, NAN, INF, -INF),
    *("", "x", "nan", "inf", "-inf", "0", "int64", "float64", "float32", "int8", "uint64", "float16", "object", ">i8"),
    *("S100000000", "V9", "\ud800"),
    *([], [[]], [None], [0, 0], [[0, 0], [0, 0]], [2**40, 0], {}, {"state": "counts"}),
)
MOST = 6  # parts of a list that are changed, from its start and its end


def mutated(data: Any) -> Iterator[tuple[str, Any]]:
    """Yield what was changed in words, and the data changed so."""
    for path, part in _paths(data, ()):
        where = "".join(f"[{step!r}]" for step in path)
        for value in VALUES:
            if not (path and alike(part, value)):
                yield f"{where} = {value!r:.40}", replaced(data, path, value)
        if path and isinstance(path[-1], str):
            yield f"without {where}", _without(data, path)
        if isinstance(part, list) and part:
            yield f"{where} turned round", replaced(data, path, part[::-1])
            yield f"{where} without its last", replaced(data, path, part[:-1])
            yield f"{where} without its first", replaced(data, path, part[1:])
            yield f"{where} with its last twice", replaced(data, path, [*part, deepcopy(part[-1])])
            yield f"{where} with its first for all", replaced(data, path, [deepcopy(part[0]) for _ in part])
            yield f"{where} one deeper", replaced(data, path, [part])


def accepted(read: Callable[[Any], Any], data: Any) -> Iterator[tuple[str, Any, Any]]:
    """Yield what was changed, the data, and what was read of them, where they were read; a foreign error fails."""
    whole = deepcopy(data)
    for what, changed in mutated(data):
        try:
            found = read(changed)
        except StateFormatError:
            continue
        except Exception as error:  # noqa: BLE001 - the test is that there is no other
            pytest.fail(f"{what}: {type(error).__name__}: {error}")
        yield what, changed, found
    assert repr(data) == repr(whole), "reading changes what is read"


def as_written(data: Any) -> Any:
    """Plain data with one word for what is undefined: None, for NaN and for the text "nan" that was written before."""
    if isinstance(data, dict):
        return {name: as_written(part) for name, part in data.items()}
    if isinstance(data, list):
        return [as_written(part) for part in data]
    return None if data == "nan" else plain(data)


def _paths(part: Any, path: tuple[Any, ...]) -> Iterator[tuple[tuple[Any, ...], Any]]:
    yield path, part
    if isinstance(part, dict):
        steps: list[Any] = list(part)
    elif isinstance(part, list):
        steps = list(range(len(part)))
        steps = steps if len(steps) <= MOST else steps[: MOST - 2] + steps[-2:]
    else:
        return
    for step in steps:
        yield from _paths(part[step], (*path, step))


def replaced(data: Any, path: tuple[Any, ...], value: Any) -> Any:
    """Return a copy with another value at one place; all other parts are those of `data`."""
    if not path:
        return value
    changed = data.copy()
    changed[path[0]] = replaced(data[path[0]], path[1:], value)
    return changed


def _without(data: Any, path: tuple[Any, ...]) -> Any:
    parent = data
    for step in path[:-1]:
        parent = parent[step]
    return replaced(data, path[:-1], {name: part for name, part in parent.items() if name != path[-1]})


def alike(first: Any, second: Any) -> bool:
    """Whether two plain data say the same: 1 and 1.0 do, 1 and True do not, "inf" is the infinite number."""
    if isinstance(first, dict) and isinstance(second, dict):
        return first.keys() == second.keys() and all(alike(first[name], second[name]) for name in first)
    if isinstance(first, (list, tuple)) and isinstance(second, (list, tuple)):
        return len(first) == len(second) and all(map(alike, first, second))
    if isinstance(first, bool) or isinstance(second, bool):
        return first is second
    first, second = (float(x) if isinstance(x, str) and x in ("nan", "inf", "-inf") else x for x in (first, second))
    both_nan = isinstance(first, float) and isinstance(second, float) and math.isnan(first) and math.isnan(second)
    return both_nan or bool(first == second)
