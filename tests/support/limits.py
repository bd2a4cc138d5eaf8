"""What all limits must do: hold the value or say why not, and widen with the level or say why not."""

from __future__ import annotations

import itertools
import warnings
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from concordant.errors import ConcordantError
from concordant.result import Comparison, Interval, Intervals

LEVELS = (0.6, 0.95, 0.999)


def intervals_in(answer: Any, name: str = "") -> Iterator[tuple[str, float, Any]]:
    """Every interval and comparison of an answer: where it stands, its value, and itself."""
    if isinstance(answer, (Interval, Comparison)):
        yield name, float(answer), answer
    elif isinstance(answer, Mapping):
        for key, part in answer.items():
            yield from intervals_in(part, f"{name}[{key!r}]")
    elif isinstance(answer, (tuple, list, Intervals)):
        for index, part in enumerate(answer):
            yield from intervals_in(part, f"{name}[{index}]")
    elif hasattr(answer, "fields"):
        for field in answer.fields():
            yield from intervals_in(getattr(answer, field), f"{name}.{field}")


def broken_limits(ask: Callable[..., Any], *data: Any, levels: tuple[float, ...] = LEVELS, **how: Any) -> list[str]:
    """Say what is wrong with the limits of an answer at several levels; what is refused has none."""
    answers: list[dict[str, tuple[float, Any]]] = []
    for level in levels:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                answer = ask(*data, level=level, **how)
        except ConcordantError:
            break
        answers.append({name: (value, one) for name, value, one in intervals_in(answer)})
    found = [
        f"{name} {problem}: {one!r}, {one.reason}"
        for each in answers
        for name, (value, one) in each.items()
        for problem in _of_one(value, one)
    ]
    for lower, higher in itertools.pairwise(answers):
        for name in lower.keys() & higher.keys():
            (_, inner), (value, outer) = lower[name], higher[name]
            slack = 1e-7 * max(1.0, abs(value))
            narrower = outer.low > inner.low + slack or outer.high < inner.high - slack
            if narrower and inner.reason is None and outer.reason is None:
                found.append(f"{name} is narrower at the greater level: {inner!r}, {outer!r}")
    return found


def _of_one(value: float, one: Any) -> Iterator[str]:
    slack = 1e-9 * max(1.0, abs(value))
    if one.low > one.high:
        yield "has limits that are the wrong way round"
    if one.reason is None and (value != value or one.low != one.low or one.high != one.high):
        yield "is undefined and does not say why"
    elif one.reason is None and not one.low - slack <= value <= one.high + slack:
        yield "does not hold its value"
