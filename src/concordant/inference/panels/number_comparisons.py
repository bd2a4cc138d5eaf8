"""Two panels of raters who gave numbers: the difference without each unit in turn, and Student's t."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.errors import InputTypeError
from concordant.inference.comparisons.terms import Terms
from concordant.inference.panels.difference import ComparedPanels, SharedUnits, apart, two_names
from concordant.inference.panels.number_panel import NumberPanel, number_panel, read_numbers
from concordant.metrics.definition.metric import Metric
from concordant.metrics.definition.options import refuse_undefined
from concordant.result.comparisons import Comparison, Comparisons
from concordant.states import NumericRatings
from concordant.typing import FloatArray, Label


def compare_numbers(
    metric: Metric,
    data: tuple[Any, ...],
    options: dict[str, Any],
    *,
    cluster: Any = None,
    **terms: Any,
) -> Comparison | Comparisons:
    """What `Metric.compare` does with numbers of many raters: those of `a` against those of `b`, on the same units."""
    if len(data) != len(metric.data) or not {"a", "b"} <= options.keys():
        taken = " and ".join(metric.data)
        msg = f"{metric.name}.compare takes {taken}, a=[raters] and b=[raters]."
        raise InputTypeError(msg)
    refuse_undefined(options)
    asked = Terms(**terms)
    claim = asked.claim(metric)
    chosen = options.pop("a"), options.pop("b")
    state = number_panel(metric, read_numbers(metric, data, options, cluster), options).state
    panels = [number_panel(metric, _selected(metric, state, raters), options) for raters in chosen]
    rated = [_rated(state, panel.state) for panel in panels]

    def difference(of: Callable[[NumberPanel], FloatArray], fill: Callable[[NumberPanel], float]) -> FloatArray:
        """Something of each unit of both, (U, 1): the difference."""
        sides = np.empty((2, len(state.weight), 1))
        for side, panel, here in zip(sides, panels, rated, strict=True):
            side[:] = fill(panel)
            side[here, 0] = of(panel)
        return np.asarray(sides[0] - sides[1])

    whole = SharedUnits(state, lambda: difference(lambda panel: panel.slopes, lambda _: 0.0))
    counted = state.cluster is None and all(panel.counted for panel in panels)
    left_out = difference(lambda panel: panel.left_out, lambda panel: float(panel.value)) if counted else None
    spread = whole.spread(number_panel(metric, state, options).clusters, left_out)
    compared = ComparedPanels(metric.name, list(zip(two_names(asked.names), panels, strict=True)), panels[0].n)
    return asked.settled(metric.name, compared.comparisons(spread, f"{spread.kind}, t", claim), single=True)


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
    **terms: Any,
) -> Comparison | Comparisons:
    """What `Metric.compare_independent` does with numbers: variances add, t by Welch."""
    refuse_undefined(options)
    own = {name: value for name, value in options.items() if name in metric.options}

    def panel(data: Any) -> NumberPanel:
        given = data if isinstance(data, tuple) else (data,)
        return number_panel(metric, read_numbers(metric, given, dict(options)), own)

    return apart(metric, terms, panel, (data_a, data_b))
