"""What is to be best: a metric, its options, conditions on it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.errors import InputTypeError, OptionError, UndefinedMetricError
from concordant.inference.intervals.estimand import Estimand
from concordant.inference.intervals.methods import quiet_answer
from concordant.inference.samples.cells import CellSample
from concordant.metrics.arithmetic import check_finite
from concordant.metrics.definition.kinds import LABELS
from concordant.metrics.definition.metric import Metric
from concordant.metrics.definition.options import warn_user
from concordant.metrics.definition.registry import get, understand
from concordant.names import require_choice
from concordant.result import Outcome
from concordant.states import Counts
from concordant.typing import FloatArray

_TEXT = re.compile(r"\s*([A-Za-z_]\w*)\s*(>=|<=|>|<)\s*(\S+)\s*")
_REACH = 1.959964  # standard errors of a nominal coverage of 95 %
ROUNDING = 1e-12  # a bound that is missed by less is met
_EXPECTED_TEXT = 'a constraint is text such as "recall >= 0.9"'
_EXPECTED = f'{_EXPECTED_TEXT}, a mapping {{"recall": (0.9, None)}}, or a list of them'


@dataclass(frozen=True, slots=True)
class DecisionAim:
    """
    A metric with its options.

    Attributes
    ----------
    metric : Metric
        A formula on `Counts`.
    options : mapping
        Its options.
    sign : int
        1 if higher is better, -1 if lower is.
    """

    metric: Metric
    options: Mapping[str, Any]
    sign: int

    def values(self, stack: Counts) -> FloatArray:
        """Take the metric of a stack of tables; NaN where it is undefined."""
        return np.asarray(self.metric.value_of(stack, **self.options), dtype=np.float64)

    def outcome(self, counts: Counts) -> Outcome:
        """The metric of one table, and why it is undefined."""
        outcome = self.metric.outcome(counts, **self.options)
        if np.ndim(outcome.value) or not isinstance(outcome.value, (float, np.floating)):
            raise OptionError(
                f"{self.metric.name} gives more than one number here, and one is needed to decide by; choose an "
                'average, such as average="macro".'
            )
        return outcome

    def standard_error(self, sample: CellSample) -> float:
        """
        The standard error of the metric of the table of a sample.

        It is by the delta method, and at least so great that 1.96 of it are half the default interval, or all of it
        where the value is one of its ends: a table without an error has no variance, and limits all the same.
        """
        value = float(self.outcome(sample.state).value)
        if np.isnan(value) or not sample.state.n:
            return float("nan")
        estimand = Estimand(self.metric, self.options, sample)
        limits = quiet_answer(estimand, None)
        sides = [abs(end - value) for end in (float(limits.low), float(limits.high)) if isfinite(end)]
        if not sides:
            return float(estimand.se)
        return max(float(estimand.se), (sum(sides) / 2 if min(sides) > ROUNDING else max(sides)) / _REACH)


def aim_of(metric: Any, cost: Any, options: Mapping[str, Any]) -> DecisionAim:
    """Check the metric and its options; a cost alone means the expected cost."""
    if metric is None and cost is None:
        raise OptionError('say what to optimise: metric="f1" or any other metric of labels, or cost={...}.')
    if isinstance(metric, str):  # also a name of elsewhere, such as "qwk"
        meaning = understand(metric, options)
        metric, options = meaning.metric, meaning.options
    metric = counts_metric("expected_cost" if metric is None else metric)
    options = dict(options) if cost is None else {**options, "cost": cost}
    for name in options:
        if name not in metric.options:
            msg = f"{metric.name} has no option {name!r}; its options are: {', '.join(metric.options) or 'none'}."
            if name == "missing_labels":
                msg += ' Make labels that mean missing None in the column, and say missing="drop".'
            raise InputTypeError(msg)
    lacking = [name for name in required_options(metric) if name not in options]
    if lacking:
        raise OptionError(f"{metric.name} needs {', '.join(lacking)}=: see its documentation.")
    if options.get("classes") is not None:
        raise OptionError("decisions are optimised for the average over all classes: leave out classes=.")
    if metric.facts.better is None:
        msg = f"{metric.name} has no direction of better, so it cannot be optimised; it can be a constraint."
        raise OptionError(msg)
    return DecisionAim(metric, options, 1 if metric.facts.better == "higher" else -1)


def counts_metric(metric: Metric | str) -> Metric:
    """Return the metric of labels with this name, or this one."""
    metric = metric_of(metric)
    if metric.kind is not LABELS or Counts not in metric.takes:
        raise OptionError(
            f"{metric.name} is a metric of {metric.facts.input}, and a decision needs one of labels, such as f1, "
            "cohen_kappa, matthews_correlation or expected_cost."
        )
    return metric


def metric_of(metric: Any) -> Metric:
    """Return the metric with this name, or this one."""
    if isinstance(metric, str):
        return get(metric)
    if not isinstance(metric, Metric):
        raise InputTypeError(f'a metric is expected, by name ("f1") or itself (concordant.f1), not {metric!r}.')
    return metric


def required_options(metric: Metric) -> tuple[str, ...]:
    """The options without a default, such as the prices of the expected cost."""
    defaults = getattr(metric.formula, "__kwdefaults__", None) or {}
    return tuple(name for name in metric.options if name not in defaults)


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
        """The bounded value of every table of a stack."""
        if self.aim is not None:
            return self.aim.values(stack)
        table = stack.table * 1.0
        with np.errstate(invalid="ignore"):  # of no row
            share: FloatArray = table[..., 1].sum(-1) / table.sum((-2, -1))
        return share

    def met(self, values: FloatArray) -> npt.NDArray[np.bool_]:
        """Whether values meet the bound; undefined ones do not."""
        slack = ROUNDING * max(1.0, abs(self.limit))
        with np.errstate(invalid="ignore"):
            if self.comparison == ">=":
                met = values >= self.limit - slack
            elif self.comparison == "<=":
                met = values <= self.limit + slack
            elif self.comparison == ">":
                met = values > self.limit + slack
            else:
                met = values < self.limit - slack
        return np.asarray(met)

    def nearest(self, values: FloatArray) -> float:
        """The value that comes nearest to the bound."""
        return float(np.fmax.reduce(values) if ">" in self.comparison else np.fmin.reduce(values))


def read_conditions(constraint: Any, max_positives: Any, periods: Any, n: float) -> tuple[Condition, ...]:
    """Read what a caller asks of the threshold, of `n` rows."""
    conditions = list(_read(constraint))
    if max_positives is not None:
        cap = check_finite(max_positives, "max_positives")
        spans = check_finite(periods, "periods")
        if cap < 0 or spans <= 0:
            msg = f"max_positives must be at least 0 and periods positive, not {max_positives!r} and {periods!r}."
            raise OptionError(msg)
        words = f"at most {cap:g} positives" + ("" if spans == 1 else f" in each of {spans:g} periods")
        conditions.append(Condition(None, "<=", cap * spans / n if n else 0.0, words))
    elif periods != 1:
        raise OptionError("periods= says over how many periods max_positives= counts; give both.")
    return tuple(conditions)


def _read(constraint: Any) -> Iterator[Condition]:
    if constraint is None:
        return
    if isinstance(constraint, str):
        yield from (_from_text(part) for part in re.split(r",|\band\b", constraint))
    elif isinstance(constraint, Mapping):
        for metric, bounds in constraint.items():
            yield from _from_bounds(metric, bounds)
    elif isinstance(constraint, Iterable):
        for part in constraint:
            yield from _read(part)
    else:
        raise OptionError(f"{_EXPECTED}, not {constraint!r}.")


def _from_text(text: str) -> Condition:
    match = _TEXT.fullmatch(text)
    try:
        limit = float(match[3]) if match else float("nan")
    except ValueError:
        limit = float("nan")
    if match is None or np.isnan(limit):
        raise OptionError(f"{_EXPECTED_TEXT}, not {text.strip()!r}.")
    return _bound(match[1], match[2], limit)


def _from_bounds(metric: Any, bounds: Any) -> Iterator[Condition]:
    if not isinstance(bounds, (tuple, list)) or len(bounds) != 2 or (bounds[0] is None and bounds[1] is None):
        name = getattr(metric, "name", metric)
        raise OptionError(f"the bounds of {name} must be (lowest, highest), one of them may be None; not {bounds!r}.")
    for comparison, limit in zip((">=", "<="), bounds, strict=True):
        if limit is not None:
            yield _bound(metric, comparison, check_finite(limit, "a bound"))


def _bound(metric: Any, comparison: str, limit: float) -> Condition:
    metric = counts_metric(metric)
    if required_options(metric) or metric.facts.range is None:
        msg = f"{metric.name} cannot be a constraint; take a metric that gives one number without further options."
        raise OptionError(msg)
    return Condition(DecisionAim(metric, {}, 1), comparison, limit, f"{metric.name} {comparison} {limit:g}")


def check_undefined(undefined: Any) -> None:
    """Raise unless it is "nan" or "raise": no other number could stand for a threshold, too."""
    require_choice("undefined", undefined, ("nan", "raise"))


def warn_or_raise(undefined: str, why: str) -> None:
    """Warn that there is no value, or raise where the caller wants an error."""
    if undefined == "raise":
        raise UndefinedMetricError(why)
    warn_user(why)
