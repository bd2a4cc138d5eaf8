"""Two panels of raters who gave numbers: the difference without each unit in turn, and Student's t."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.errors import InputTypeError
from concordant.inference.comparisons.adjusting import settled
from concordant.inference.comparisons.contrast import Claim, check_claim
from concordant.inference.panels.difference import Compared, SharedUnits, spread_of_both, two_names
from concordant.inference.panels.errors_of_units import Spread
from concordant.inference.panels.number_panel import NumberPanel, number_panel, read_numbers
from concordant.inference.quantiles import check_level
from concordant.metrics._object.metric import Metric
from concordant.result.comparison import Adjust, Alternative, Comparison, Comparisons
from concordant.states import NumericRatings
from concordant.typing import FloatArray, Label


def compare_numbers(
    metric: Metric,
    data: tuple[Any, ...],
    options: dict[str, Any],
    *,
    names: Sequence[str] | None = None,
    level: float = 0.95,
    cluster: Any = None,
    margin: float | None = None,
    alternative: Alternative = "two-sided",
    adjust: Adjust = "holm",
) -> Comparison | Comparisons:
    """What `Metric.compare` does with numbers of many raters: those of `a` against those of `b`, on the same units."""
    if len(data) != len(metric.data) or not {"a", "b"} <= options.keys():
        taken = " and ".join(metric.data)
        msg = f"{metric.name}.compare takes {taken}, a=[raters] and b=[raters]."
        raise InputTypeError(msg)
    claim = check_claim(metric, alternative, margin, check_level(level))
    chosen = options.pop("a"), options.pop("b")
    state = number_panel(metric, read_numbers(metric, data, options, cluster), options).state
    panels = [number_panel(metric, _selected(metric, state, raters), options) for raters in chosen]
    rated = [_rated(state, panel.state) for panel in panels]

    def apart(of: Callable[[NumberPanel], FloatArray], fill: Callable[[NumberPanel], float]) -> FloatArray:
        """Something of each unit of both, (U, 1): the difference."""
        sides = np.empty((2, len(state.weight), 1))
        for side, panel, here in zip(sides, panels, rated, strict=True):
            side[:] = fill(panel)
            side[here, 0] = of(panel)
        return np.asarray(sides[0] - sides[1])

    whole = SharedUnits(state, lambda: apart(lambda panel: panel.slopes, lambda _: 0.0))
    counted = state.cluster is None and all(panel.counted for panel in panels)
    left_out = apart(lambda panel: panel.left_out, lambda panel: float(panel.value)) if counted else None
    spread = whole.spread(number_panel(metric, state, options).clusters, left_out)
    found = _comparison(metric, panels, two_names(names), spread, f"{spread.kind}, t", claim, panels[0].n)
    return settled(metric.name, [found], adjust, single=True)


def _rated(state: NumericRatings, part: NumericRatings) -> npt.NDArray[np.bool_]:
    """Which units some raters have rated."""
    places = [state.place_of(name) for name in part.raters]
    return np.asarray(~np.isnan(state.matrix[:, places]).all(1))


def _selected(metric: Metric, state: NumericRatings, raters: Sequence[Label]) -> NumericRatings:
    """Some raters; of a metric beside a system also the system."""
    last = metric.numbers is not None and metric.numbers.last
    return state.select([*raters, *([state.raters[-1]] if last else [])])


def compare_number_states(
    metric: Metric,
    data_a: Any,
    data_b: Any,
    options: dict[str, Any],
    *,
    names: Sequence[str] | None = None,
    level: float = 0.95,
    margin: float | None = None,
    alternative: Alternative = "two-sided",
    adjust: Adjust = "holm",
) -> Comparison | Comparisons:
    """What `Metric.compare_independent` does with numbers: variances add, t by Welch."""
    claim = check_claim(metric, alternative, margin, check_level(level))
    panels = []
    for data in (data_a, data_b):
        given = data if isinstance(data, tuple) else (data,)
        panels.append(number_panel(metric, read_numbers(metric, given, dict(options)), _own(metric, options)))
    spread = spread_of_both(panels)
    n = sum(panel.n for panel in panels)
    found = _comparison(metric, panels, two_names(names), spread, f"{spread.kind}, Welch's t", claim, n)
    return settled(metric.name, [found], adjust, single=True)


def _own(metric: Metric, options: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in options.items() if name in metric.options}


def _comparison(
    metric: Metric,
    panels: Sequence[NumberPanel],
    names: tuple[str, str],
    spread: Spread,
    method: str,
    claim: Claim,
    n: float,
) -> Comparison:
    reasons = []
    for name, panel in zip(names, panels, strict=True):
        why = metric.outcome(panel.state, **dict(panel.options)).reason
        reasons += [f"{name}: {why}"] if why else []
    signature = metric.signature(panels[0].state, **dict(panels[0].options))
    values = float(panels[0].value), float(panels[1].value)
    return Compared(names, metric.name, signature, n, method).comparison(values, spread, 0, claim, reasons)
