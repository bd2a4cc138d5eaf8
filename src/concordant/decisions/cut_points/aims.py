"""What cut points are best for: which search a metric needs, and the matrix of costs where it has one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from concordant.decisions.aim import Aim, aim_of, counts_metric
from concordant.errors import OptionError
from concordant.metrics._agreement.weights import disagreement, label_values
from concordant.metrics._cells.costs import costs_of
from concordant.states import Counts
from concordant.typing import FloatArray, KappaWeights

Search = Literal["means", "quotient", "costs", "f1", "matthews"]
KNOWN = (
    "cohen_kappa",
    "accuracy",
    "zero_one_loss",
    "balanced_accuracy",
    "mean_absolute_error",
    "expected_cost",
    "f1",
    "matthews_correlation",
)


@dataclass(frozen=True, slots=True)
class CutAim:
    """
    A metric of ordered ratings.

    Attributes
    ----------
    aim : Aim
        The metric, its options and its direction.
    search : str
        ``"means"``: cuts on the isotonic mean, for quadratic weights; ``"quotient"``: least disagreement over that by
        chance; ``"costs"``: least cost; ``"f1"`` and ``"matthews"``: searches of their own.
    """

    aim: Aim
    search: Search

    def costs(self, counts: Counts) -> FloatArray:
        """Return what each pair of truth and rating costs, to be minimised; `counts` tells labels and the truth."""
        size = len(counts.labels)
        name, options = self.aim.metric.name, self.aim.options
        if name == "cohen_kappa":
            return disagreement(counts, options["weights"])
        if name == "expected_cost":
            prices: FloatArray = costs_of(counts, options["cost"], every_answer=True)
            return prices
        if name == "mean_absolute_error":
            return disagreement(counts, "linear")
        wrong: FloatArray = 1.0 - np.eye(size)
        if name == "balanced_accuracy":
            share = counts.table.sum(1) * 1.0
            wrong *= np.divide(share.sum(), share, out=np.zeros(size), where=share > 0)[:, None]
        return wrong


def cut_aim(metric: Any, weights: KappaWeights, cost: Any, options: Mapping[str, Any]) -> CutAim:
    """Check the metric and its options."""
    found = counts_metric("cohen_kappa" if metric is None and cost is None else (metric or "expected_cost"))
    if found.name not in KNOWN:
        msg = f"cut points can be best for {', '.join(KNOWN)}, not for {found.name}."
        raise OptionError(msg)
    chosen = dict(options)
    if found.name == "cohen_kappa":
        chosen["weights"] = weights
    elif weights is not None and not (isinstance(weights, str) and weights == "quadratic"):  # a default is no wish
        msg = f"weights= belong to cohen_kappa, not to {found.name}; leave them out."
        raise OptionError(msg)
    if found.name == "f1" and chosen.setdefault("average", "macro") != "macro":
        msg = f'cut points can be best for f1 with average="macro", not average={chosen["average"]!r}.'
        raise OptionError(msg)
    aim = aim_of(found, cost, chosen)
    return CutAim(aim, _search(found.name, chosen))


def _search(name: str, options: Mapping[str, Any]) -> Search:
    if name == "f1":
        return "f1"
    if name == "matthews_correlation":
        return "matthews"
    if name != "cohen_kappa":
        return "costs"
    weights = options["weights"]
    return "means" if isinstance(weights, str) and weights == "quadratic" else "quotient"


def rising_values(counts: Counts) -> FloatArray | None:
    """Where the labels stand, centred and ascending; None if they neither rise nor fall in the declared order."""
    values = label_values(counts.labels)
    steps = np.diff(values)
    if (steps < 0).all():
        values = -values
    elif not (steps > 0).all():
        return None
    centred: FloatArray = values - (values[0] + values[-1]) / 2
    return centred
