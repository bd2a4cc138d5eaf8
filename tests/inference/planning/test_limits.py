"""Plans of intervals: width and size widen with the level, narrow with the rows, and do not hang on which side is A."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from functools import partial

import pytest

from concordant import planning
from concordant.result import Plan

LEVELS = (0.6, 0.8, 0.95, 0.999)
PLANS: dict[str, Callable[..., Plan]] = {
    **{
        f"a share, {method}": lambda p, method=method, **how: planning.proportion(p, method=method, **how)
        for method in (None, "wilson", "exact", "agresti-coull", "jeffreys")
    },
    "an AUC": planning.auc,
    "a kappa": lambda p, **how: planning.kappa(p, categories=2, margins=[0.5, 0.5], **how),
    "paired shares": lambda p, **how: planning.paired_proportions(only_a=0.4 * p, only_b=0.1, **how),
    "independent shares": lambda p, **how: planning.independent_proportions(p, 0.4, **how),
    "paired AUCs": lambda p, **how: planning.paired_aucs(p, 0.55, correlation=0.4, **how),
}


@pytest.mark.parametrize("expected", [0.6, 0.9, 0.97])
@pytest.mark.parametrize("name", PLANS)
def test_a_greater_level_takes_more_rows(name: str, expected: float) -> None:
    plan = PLANS[name]
    sizes = [plan(expected, width=0.12, level=level).n for level in LEVELS]
    assert sizes == sorted(sizes)
    assert sizes[0] < sizes[-1]
    alone = plan(expected, width=0.12, cluster_size=1, icc=0.5).n  # rounded by class, or by cluster
    assert alone == pytest.approx(plan(expected, width=0.12).n, rel=0.02, abs=5)


@pytest.mark.parametrize("expected", [0.6, 0.9, 0.97])
@pytest.mark.parametrize("name", [name for name in PLANS if name.startswith("a")])
def test_the_width_grows_with_the_level_and_shrinks_with_the_rows(name: str, expected: float) -> None:
    by_level = [PLANS[name](expected, n=200, level=level).width or 0.0 for level in LEVELS]
    by_rows = [PLANS[name](expected, n=n).width or 0.0 for n in (1600, 400, 200, 100)]
    for widths in (by_level, by_rows):
        assert all(0 < one < two for one, two in itertools.pairwise(widths)), widths


def test_sides_that_change_places_need_the_same_rows() -> None:
    for how in ({"width": 0.2}, {"power": 0.8}):
        plans: list[Callable[[float, float], Plan]] = [
            partial(planning.independent_proportions, **how),
            partial(planning.paired_aucs, correlation=0.4, method="binormal", **how),
            lambda a, b, how=how: planning.paired_proportions(only_a=a - 0.5, only_b=b - 0.5, **how),
        ]
        assert all(plan(0.8, 0.6).n == plan(0.6, 0.8).n for plan in plans)
    assert planning.proportion(0.9, width=0.1).n == planning.proportion(0.1, width=0.1).n
