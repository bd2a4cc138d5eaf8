"""Conditions on a threshold: bounds on metrics of labels, and on how many rows may be called positive."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from numbers import Real
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.decisions.decision_aim import DecisionAim, counts_metric, required_options
from concordant.errors import OptionError
from concordant.states import Counts
from concordant.typing import FloatArray

_TEXT = re.compile(r"\s*([A-Za-z_]\w*)\s*(>=|<=|>|<)\s*(\S+)\s*")
ROUNDING = 1e-12  # a bound that is missed by less is met


@dataclass(frozen=True, slots=True)
class Condition:
    """
    One bound: ``metric comparison limit``.

    `aim` is None for the number of rows called positive, whose limit is a share of all rows, so that it means the same
    in a fold; `text` keeps the words of the caller.
    """

    aim: DecisionAim | None
    comparison: str
    limit: float
    text: str

    @property
    def name(self) -> str:
        """What is bounded, in words."""
        return "share of rows called positive" if self.aim is None else self.aim.metric.name

    def values(self, stack: Counts) -> FloatArray:
        """What is bounded, for every table of a stack."""
        if self.aim is not None:
            return self.aim.values(stack)
        table = stack.table * 1.0
        share: FloatArray = table[..., 1].sum(-1) / table.sum((-2, -1))
        return share

    def met(self, values: FloatArray) -> npt.NDArray[np.bool_]:
        """Whether values meet the bound; undefined ones do not."""
        slack = ROUNDING * max(1.0, abs(self.limit))
        with np.errstate(invalid="ignore"):
            if self.comparison == ">=":
                found = values >= self.limit - slack
            elif self.comparison == "<=":
                found = values <= self.limit + slack
            elif self.comparison == ">":
                found = values > self.limit + slack
            else:
                found = values < self.limit - slack
        return np.asarray(found)

    def nearest(self, values: FloatArray) -> float:
        """The value that comes nearest to the bound."""
        return float(np.fmax.reduce(values) if ">" in self.comparison else np.fmin.reduce(values))


def read_conditions(constraint: Any, max_positives: Any, periods: Any, n: float) -> tuple[Condition, ...]:
    """Read what a caller asks of the threshold, of `n` rows."""
    found = list(_read(constraint))
    if max_positives is not None:
        cap = _number(max_positives, "max_positives")
        spans = _number(periods, "periods")
        if cap < 0 or spans <= 0:
            msg = f"max_positives must be at least 0 and periods positive, not {max_positives!r} and {periods!r}."
            raise OptionError(msg)
        words = f"at most {cap:g} positives" + ("" if spans == 1 else f" in each of {spans:g} periods")
        found.append(Condition(None, "<=", cap * spans / n if n else 0.0, words))
    elif periods != 1:
        msg = "periods= says over how many periods max_positives= counts; give both."
        raise OptionError(msg)
    return tuple(found)


def _read(constraint: Any) -> Iterator[Condition]:
    if constraint is None:
        return
    if isinstance(constraint, str):
        yield from (_from_text(part) for part in re.split(r",|\band\b", constraint))
    elif isinstance(constraint, Mapping):
        for metric, bounds in constraint.items():
            yield from _from_bounds(metric, bounds)
    elif isinstance(constraint, Iterable):
        for one in constraint:
            yield from _read(one)
    else:
        msg = f"{_EXPECTED}, not {constraint!r}."
        raise OptionError(msg)


_EXPECTED = 'a constraint is text such as "recall >= 0.9", a mapping {"recall": (0.9, None)}, or a list of them'


def _from_text(text: str) -> Condition:
    read = _TEXT.fullmatch(text)
    try:
        limit = float(read[3]) if read else float("nan")
    except ValueError:
        limit = float("nan")
    if read is None or np.isnan(limit):
        msg = f"{_EXPECTED}, not {text.strip()!r}."
        raise OptionError(msg)
    return _bound(read[1], read[2], limit)


def _from_bounds(metric: Any, bounds: Any) -> Iterator[Condition]:
    if not isinstance(bounds, (tuple, list)) or len(bounds) != 2 or (bounds[0] is None and bounds[1] is None):
        name = getattr(metric, "name", metric)
        msg = f"the bounds of {name} must be (lowest, highest), one of them may be None; not {bounds!r}."
        raise OptionError(msg)
    for comparison, limit in zip((">=", "<="), bounds, strict=True):
        if limit is not None:
            yield _bound(metric, comparison, _number(limit, "a bound"))


def _bound(metric: Any, comparison: str, limit: float) -> Condition:
    found = counts_metric(metric)
    if required_options(found) or found.facts.range is None:
        msg = f"{found.name} cannot be a constraint; take a metric that gives one number without further options."
        raise OptionError(msg)
    return Condition(DecisionAim(found, {}, 1), comparison, limit, f"{found.name} {comparison} {limit:g}")


def _number(value: Any, what: str) -> float:
    if isinstance(value, bool) or not isinstance(value, Real) or not np.isfinite(float(value)):
        msg = f"{what} must be a finite number, not {value!r}."
        raise OptionError(msg)
    return float(value)
