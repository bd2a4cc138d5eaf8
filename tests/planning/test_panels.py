"""Plans of panels: exact sub-compositions, more raters than the pilot, what no number of units reaches."""

from __future__ import annotations

import json
import math
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose
from support.samples import random_panel

from concordant import Tallies, fleiss_kappa, krippendorff_alpha, planning
from concordant.cli.app import run
from concordant.errors import InputTypeError, OptionError, TooFewUnitsError
from concordant.inference.samples.panels import compositions
from concordant.planning.panels import beyond, with_fewer

PILOT = np.random.default_rng(4).integers(1, 4, (30, 5))
PILOT[:20] = PILOT[:20, :1]


def test_as_many_raters_as_the_pilot_have_the_width_of_its_interval() -> None:
    plan = planning.panel(PILOT, n=30, raters=5, metric="fleiss_kappa", weights="linear")
    interval = fleiss_kappa.interval(PILOT, weights="linear", se="delta")
    assert_allclose(plan.half_width, interval.width / 2)
    assert_allclose(plan.value, interval.value)


def test_fewer_raters_are_all_their_subsets_at_once() -> None:
    tallies = Tallies.from_counts([[3, 1, 0], [0, 2, 2], [4, 0, 0]])
    found = with_fewer(tallies, 2)
    ratings = [[0, 0, 0, 1], [1, 1, 2, 2], [0, 0, 0, 0]]
    rows = [np.bincount([row[a], row[b]], minlength=3) for row in ratings for a, b in combinations(range(4), 2)]
    expected = Tallies.from_rows(np.array(rows), tallies.labels, np.full(len(rows), 1 / 6))
    assert_allclose(found.counts, expected.counts)
    assert_allclose(found.weight, expected.weight)
    assert_allclose(krippendorff_alpha.of(with_fewer(tallies, 3), weights=None), krippendorff_alpha.of(found), atol=0.1)
    assert len(compositions(4, 3)) == 15


def test_the_variance_of_any_number_of_raters_follows_from_three() -> None:
    tallies = Tallies.from_counts([np.bincount(row, minlength=4)[1:] for row in PILOT])
    each = planning.panel(tallies, n=100, raters=range(2, 6), metric="fleiss_kappa")
    known = {2: 1 + 0.5 / 2 + 3 / 2, 3: 1 + 0.5 / 3 + 3 / 6, 4: 1 + 0.5 / 4 + 3 / 12}
    assert_allclose(beyond(known, 9), 1 + 0.5 / 9 + 3 / 72)
    assert (np.diff(each.half_width) < 0).all()
    more = planning.panel(tallies, n=100, raters=[5, 6, 12], metric="fleiss_kappa")
    assert (np.diff(more.half_width) < 0).all()
    assert more.extrapolated.tolist() == [False, True, True]
    assert "extrapolation" in str(more.reason)


def test_the_planned_units_are_just_enough_and_the_cheapest_is_marked() -> None:
    plan = planning.panel(PILOT, half_width=0.08)
    for raters, units, width in zip(plan.raters.tolist(), plan.units.tolist(), plan.half_width, strict=True):
        fewer = planning.panel(PILOT, n=int(units) - 1, raters=raters).half_width[0]
        assert width <= 0.08 < fewer
    assert plan.cheapest == plan.raters[np.argmin(plan.ratings)]
    assert f"with {plan.cheapest} raters each" in plan.sentence
    assert "cheapest" in str(plan)
    json.dumps(plan.to_dict(), allow_nan=False)
    assert plan.frame().height == 5


def test_a_pilot_of_three_raters_says_nothing_of_more() -> None:
    plan = planning.panel(PILOT[:, :3], half_width=0.1, raters=[3, 4])
    assert math.isnan(plan.units[1])
    assert "more raters take a pilot with 4 a unit" in str(plan.reason)
    gaps = random_panel(3, 60, 4)
    assert planning.panel(gaps, half_width=0.1, raters=2).units[0] > 2


def test_raters_who_differ_set_a_limit_that_no_number_of_units_passes() -> None:
    wide = planning.panel(PILOT, half_width=0.02, raters=[3, 5], over="units and raters")
    assert np.isinf(wide.units).all()
    assert wide.cheapest is None
    assert "take more raters" in wide.sentence
    both = planning.panel(PILOT, n=30, raters=5, over="units and raters", metric="fleiss_kappa")
    interval = fleiss_kappa.interval(PILOT, over="units and raters", se="delta")
    assert_allclose(both.half_width, interval.width / 2, rtol=1e-9)


def test_without_a_pilot_the_model_has_its_kappa() -> None:
    plan = planning.panel(kappa=0.6, prevalence=0.3, half_width=0.1, metric="fleiss_kappa", raters=[2, 3])
    assert_allclose(plan.value, 0.6)
    assert plan.units[0] > plan.units[1]


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"pilot": PILOT}, OptionError, "give one of half_width= and n="),
        ({"pilot": PILOT, "n": 10, "half_width": 0.1}, OptionError, "give one of half_width= and n="),
        ({"n": 10}, OptionError, "give a pilot, or kappa="),
        ({"kappa": 1.5, "n": 10}, OptionError, "between 0 and 1"),
        ({"kappa": 0.5, "n": 10, "over": "units and raters"}, OptionError, "needs a pilot"),
        ({"pilot": PILOT, "n": 10, "raters": 1}, OptionError, "2 or more"),
        ({"kappa": 0.6, "n": 10, "raters": None}, OptionError, "raters must be whole numbers"),
        ({"kappa": 0.6, "n": 10, "raters": [2, 2000]}, OptionError, "1000 a unit or fewer"),
        ({"kappa": 0.6, "n": 10**400}, OptionError, "n must be a whole number of units, 2 to 10,000,000"),
        ({"pilot": PILOT, "n": 10, "prevalence": 0.5}, OptionError, "prevalence=0.5 is for a plan without"),
        ({"pilot": PILOT, "n": 10, "metric": "conger_kappa"}, OptionError, "exchangeable"),
        ({"kappa": 0.6, "n": 10, "metric": "gwet_ac1", "weights": "linear"}, OptionError, "gwet_ac1 has no weights"),
        ({"pilot": [[1, None], [None, 2]], "n": 10}, TooFewUnitsError, "no unit of the pilot has two"),
        ({"pilot": Tallies.from_counts([[2, 1]]), "n": 9, "over": "units and raters"}, InputTypeError, "who rated"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_what_cannot_be_planned_is_refused(options: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        planning.panel(**options)


def test_a_perfect_pilot_has_no_width() -> None:
    plan = planning.panel([[1, 1], [2, 2], [1, 1]], half_width=0.1, raters=2)
    assert "shows no disagreement" in str(plan.reason)


def test_the_command(tmp_path: Path, capsys: Any) -> None:
    path = tmp_path / "pilot.csv"
    path.write_text("a,b,c\n" + "\n".join(",".join(map(str, row[:3])) for row in PILOT.tolist()))
    words = ["plan", "raters", str(path), "--raters", "a,b,c", "--half-width", "0.1", "--per-unit", "2,3"]
    assert run([*words, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["units"] == planning.panel(PILOT[:, :3], half_width=0.1, raters=[2, 3]).units.tolist()
