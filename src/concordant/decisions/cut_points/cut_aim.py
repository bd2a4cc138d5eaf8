"""What cut points optimise: a metric of ratings, the search that it needs, and its matrix of costs if it has one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from concordant.decisions.decision_aim import DecisionAim, aim_of, counts_metric
from concordant.errors import OptionError
from concordant.metrics.agreement.weights import label_values
from concordant.metrics.definition.facts import CutPoints
from concordant.metrics.definition.metric import Metric
from concordant.metrics.definition.registry import listed
from concordant.states import Counts
from concordant.typing import FloatArray, KappaWeights

Search = Literal["means", "quotient", "costs", "f1", "matthews"]


@dataclass(frozen=True, slots=True)
class CutAim:
    """
    A metric of ordered ratings.

    Attributes
    ----------
    aim : DecisionAim
        The metric, its options and its direction.
    search : str
        ``"means"``: cuts on the isotonic mean, for quadratic weights; ``"quotient"``: least disagreement over that by
        chance; ``"costs"``: least cost; ``"f1"`` and ``"matthews"``: searches of their own.
    """

    aim: DecisionAim
    search: Search

    def costs(self, counts: Counts) -> FloatArray:
        """Return what each pair of truth and rating costs, to be minimised; `counts` tells labels and the truth."""
        known = _known(self.aim.metric).costs
        if known is None:
            msg = f"cut points for {self.aim.metric.name} are found by a search of their own, not by costs."
            raise OptionError(msg)
        return known(counts, self.aim.options)


def _known(metric: Metric) -> CutPoints:
    if metric.optimum.cut_points is None:
        every = listed(lambda one: one.optimum.cut_points is not None)
        msg = f"cut points can be optimised for {every}, not for {metric.name}."
        raise OptionError(msg)
    return metric.optimum.cut_points


def cut_aim(metric: Any, weights: KappaWeights, cost: Any, options: Mapping[str, Any]) -> CutAim:
    """Check the metric and its options."""
    found = counts_metric("cohen_kappa" if metric is None and cost is None else (metric or "expected_cost"))
    known, quadratic = _known(found), isinstance(weights, str) and weights == "quadratic"
    chosen = dict(options)
    if "weights" in found.options:
        chosen["weights"] = weights
    elif weights is not None and not quadratic:  # a default is no wish
        msg = f"{found.name} takes no weights=; leave them out."
        raise OptionError(msg)
    for name, value in known.only.items():
        if chosen.setdefault(name, value) != value:
            msg = f"cut points can be optimised for {found.name} with {name}={value!r}, not with {chosen[name]!r}."
            raise OptionError(msg)
    aim = aim_of(found, cost, chosen)
    return CutAim(aim, "means" if known.search == "quotient" and quadratic else known.search)


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
