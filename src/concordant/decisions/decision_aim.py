"""What decisions optimise: a metric of two columns of labels, its options and its direction."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from concordant.errors import InputTypeError, OptionError
from concordant.inference.intervals.estimand import Question
from concordant.inference.samples.cells import CellSample
from concordant.metrics.definition.kinds import LABELS
from concordant.metrics.definition.metric import Metric
from concordant.metrics.definition.registry import get
from concordant.result import Outcome
from concordant.states import Counts
from concordant.typing import FloatArray


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
        found = self.metric.outcome(counts, **self.options)
        if np.ndim(found.value) or not isinstance(found.value, (float, np.floating)):
            msg = (
                f"{self.metric.name} gives more than one number here, and one is needed to decide by; choose an "
                'average, such as average="macro".'
            )
            raise OptionError(msg)
        return found

    def standard_error(self, sample: CellSample) -> float:
        """The standard error of the metric of the table of a sample, by the delta method."""
        if np.isnan(self.outcome(sample.state).value) or not sample.state.n:
            return float("nan")
        return float(Question(self.metric, self.options, sample).se)


def counts_metric(metric: Any) -> Metric:
    """Return the metric of labels with this name, or this one."""
    found = get(metric) if isinstance(metric, str) else metric
    if not isinstance(found, Metric):
        msg = f'a metric is expected, by name ("f1") or itself (concordant.f1), not {metric!r}.'
        raise InputTypeError(msg)
    if found.kind is not LABELS or Counts not in found.takes:
        msg = (
            f"{found.name} is a metric of {found.facts.input}, and a decision needs one of labels, such as f1, "
            "cohen_kappa, matthews_correlation or expected_cost."
        )
        raise OptionError(msg)
    return found


def required_options(metric: Metric) -> tuple[str, ...]:
    """The options without a default, such as the prices of the expected cost."""
    defaults = getattr(metric.formula, "__kwdefaults__", None) or {}
    return tuple(name for name in metric.options if name not in defaults)


def aim_of(metric: Any, cost: Any, options: Mapping[str, Any]) -> DecisionAim:
    """Check the metric and its options; a cost alone means the expected cost."""
    if metric is None and cost is None:
        msg = 'say what to optimise: metric="f1" or any other metric of labels, or cost={...}.'
        raise OptionError(msg)
    found = counts_metric("expected_cost" if metric is None else metric)
    chosen = dict(options)
    if cost is not None:
        chosen["cost"] = cost
    for name in chosen:
        if name not in found.options:
            known = ", ".join(found.options) or "none"
            msg = f"{found.name} has no option {name!r}; its options are: {known}."
            raise InputTypeError(msg)
    lacking = [name for name in required_options(found) if name not in chosen]
    if lacking:
        msg = f"{found.name} needs {', '.join(lacking)}=: see its documentation."
        raise OptionError(msg)
    if found.facts.better is None:
        msg = f"{found.name} has no direction of better, so it cannot be optimised; it can be a constraint."
        raise OptionError(msg)
    return DecisionAim(found, chosen, 1 if found.facts.better == "higher" else -1)
