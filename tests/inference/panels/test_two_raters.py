"""Two raters of the same units are two columns: the interval is one, however it is asked."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose

from concordant import (
    Ratings,
    brennan_prediger,
    cohen_kappa,
    conger_kappa,
    fleiss_kappa,
    gwet_ac1,
    gwet_ac2,
    krippendorff_alpha,
    light_kappa,
    scott_pi,
    weighted_agreement,
)

pytestmark = [
    pytest.mark.filterwarnings("ignore::concordant.errors.IntervalWarning"),
    pytest.mark.filterwarnings("ignore::concordant.errors.UndefinedMetricWarning"),  # alpha counts weights as ratings
]

RNG = np.random.default_rng(4)
FIRST = RNG.integers(0, 4, 80)
SECOND = np.where(RNG.random(80) < 0.6, FIRST, RNG.integers(0, 4, 80))
PANEL = np.column_stack([FIRST, SECOND])
ROWS: dict[str, dict[str, Any]] = {
    "alone": {},
    "in clusters": {"cluster": np.repeat(np.arange(20), 4)},
    "weighted": {"sample_weight": RNG.random(80) + 0.2},
    "tiny weights": {"sample_weight": (RNG.random(80) + 0.2) * 2.0**-900},
}
PAIRS: list[tuple[Any, Any, dict[str, Any]]] = [
    *[(scott_pi, fleiss_kappa, {"weights": weights}) for weights in (None, "linear", "quadratic")],
    *[(cohen_kappa, conger_kappa, {"weights": weights}) for weights in (None, "quadratic")],
    (cohen_kappa, light_kappa, {"weights": "linear"}),
    *[(one, one, {}) for one in (gwet_ac1, krippendorff_alpha, brennan_prediger, weighted_agreement)],
    (gwet_ac2, gwet_ac2, {"weights": "quadratic"}),
    (krippendorff_alpha, krippendorff_alpha, {"level_of_measurement": "ordinal"}),
    (brennan_prediger, brennan_prediger, {"weights": "linear"}),
    (weighted_agreement, weighted_agreement, {"weights": "linear"}),
]


def numbers(found: Any) -> list[Any]:
    return [found.value, found.low, found.high, found.se, found.n]


@pytest.mark.parametrize("rows", ROWS.values(), ids=list(ROWS))
@pytest.mark.parametrize(("columns", "panel", "options"), PAIRS, ids=[f"{a.name} {b.name} {c}" for a, b, c in PAIRS])
def test_one_interval(columns: Any, panel: Any, options: dict[str, Any], rows: dict[str, Any]) -> None:
    by_columns = columns.interval(FIRST, SECOND, **rows, **options)
    by_panel = panel.interval(PANEL, **rows, **options)
    assert_allclose(numbers(by_panel), numbers(by_columns), rtol=1e-9)
    assert (by_panel.method, by_panel.metric) == (by_columns.method, panel.name)


def test_the_state_has_it_too() -> None:
    found = fleiss_kappa.interval_of(Ratings.from_wide(PANEL))
    assert numbers(found) == numbers(fleiss_kappa.interval(PANEL))
    assert found.signature.startswith("fleiss_kappa|")


def test_what_is_asked_by_name_is_of_panels() -> None:
    assert fleiss_kappa.interval(PANEL, method="fisher").method == "jackknife, fisher, t"
    assert fleiss_kappa.interval(PANEL, se="gwet").method == "gwet, fisher, t"
    assert conger_kappa.interval(PANEL, weights=1.0 - np.eye(4)).method == "jackknife, fisher, t"


def test_gaps_third_raters_and_nameless_ones_are_of_panels() -> None:
    gap = [[1, 2], [2, 2], [1, 1], [2, None]] * 6
    for ratings in (gap, [[*row, 1] for row in gap], Ratings.from_wide(PANEL).tallies()):
        assert fleiss_kappa.interval(ratings).method == "jackknife, fisher, t"
