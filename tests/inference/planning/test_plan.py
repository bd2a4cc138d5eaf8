from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable
from functools import partial

import pytest

from concordant import Counts, planning
from concordant.errors import InputTypeError, OptionError
from concordant.result import Plan


def test_a_plan_reads_as_a_sentence() -> None:
    assert str(planning.proportion(0.9, width=0.05)) == (
        "557 rows: the 95 % interval of a share of 0.9 is 0.050 wide, 0.872 to 0.922 (wilson). "
        "Assumed: independent rows."
    )
    plan = planning.auc(0.8, against=0.7, prevalence=0.1, method="binormal")
    assert str(plan).startswith("530 rows (53 positive, 477 negative): an AUC of 0.8 is shown to be above 0.7 with a ")
    assert str(planning.auc(0.8, n=100, prevalence=0.05)).endswith("Doubtful: only 5 rows of a class; simulate.")


def test_it_becomes_plain_data() -> None:
    plan = planning.auc(0.8, against=0.7, prevalence=0.1, method="binormal")
    data = json.loads(json.dumps(plan.to_dict()))
    assert data["groups"] == {"positive": 53, "negative": 477}
    assert (data["n"], data["width"], data["reason"]) == (530, None, None)
    assert data["power"] == plan.power


@pytest.mark.parametrize(
    "planned",
    [
        partial(planning.proportion, 0.9, against=0.8),
        partial(planning.kappa, 0.7, width=0.2),
        partial(planning.auc, 0.8, width=0.1),
        partial(planning.paired_aucs, 0.85, 0.8, correlation=0.5),
        partial(planning.paired_proportions, 0.85, 0.8, n=100),
        partial(planning.paired_proportions, 0.85, 0.85, margin=0.1, alternative="equivalence"),
        partial(planning.independent_proportions, 0.9, 0.8, ratio=0.7),
        partial(planning.proportion, 0.9, against=0.8, cluster_size=10, icc=0.1),
    ],
    ids=lambda planned: planned.func.__name__,
)
def test_it_can_be_stored_with_its_curve(planned: Callable[[], Plan]) -> None:
    plan = planned()
    again = pickle.loads(pickle.dumps(plan))
    assert again == plan == copy.deepcopy(plan)
    assert again.curve([50, 100]).tolist() == plan.curve([50, 100]).tolist()
    assert plan.curve([plan.n])[0] == pytest.approx(plan.width if plan.power is None else plan.power, rel=1e-9)


def test_clusters_and_margins_are_part_of_the_record() -> None:
    plan = planning.proportion(0.9, width=0.1, cluster_size=20, icc=0.1)
    assert str(plan).startswith(f"{plan.n} rows ({plan.clusters} clusters): the 95 % interval")
    assert "Assumed: clusters of 20 rows, correlated by 0.1 (design effect 2.9)." in str(plan)
    data = plan.to_dict()
    assert (data["clusters"], round(data["design_effect"], 12)) == (plan.clusters, 2.9)
    assert (data["margin"], data["alternative"]) == (None, "two-sided")
    assert planning.proportion(0.9, width=0.1).to_dict()["clusters"] is None


@pytest.mark.parametrize(
    "plan",
    [
        partial(planning.proportion, 0.9),
        partial(planning.kappa, 0.7),
        partial(planning.auc, 0.8),
        partial(planning.paired_aucs, 0.85, 0.8, correlation=0.5),
        partial(planning.paired_proportions, 0.85, 0.8),
        partial(planning.independent_proportions, 0.9, 0.8),
        partial(planning.simulate, "accuracy", Counts.from_table([[40, 6], [5, 30]]), against=0.7),
    ],
    ids=lambda plan: plan.func.__name__,
)
def test_the_old_name_of_an_option_is_refused_with_the_new_one(plan: Callable[..., Plan]) -> None:
    with pytest.raises(InputTypeError, match=r"has no option 'hypothesis'; .*Did you mean 'alternative'\?"):
        plan(hypothesis="equivalence")


def test_without_a_function_there_is_no_curve() -> None:
    with pytest.raises(AttributeError, match="has no curve; plan again"):
        Plan(10, None, 0.8, None, 0.95, "x", "y", ()).curve([10])


@pytest.mark.parametrize("size", [2, 5, 12])
def test_margins_that_hold_everything_show_nothing(size: int) -> None:
    with pytest.raises(OptionError, match="with this margin there is nothing to show"):
        planning.kappa(0.5, categories=size, against=0.5, margin=2.0, alternative="equivalence")
    with pytest.raises(OptionError, match="with this margin there is nothing to show"):
        planning.independent_proportions(0.9, 0.8, margin=1.5, alternative="equivalence")


def test_a_formula_that_is_far_off_is_left_behind() -> None:
    plan = planning.auc(0.9999, against=0.5)
    assert 2 < plan.n < 40
    assert plan.power >= 0.8  # type: ignore[operator]


def test_an_empty_curve() -> None:
    assert planning.proportion(0.9, width=0.1).curve([]).shape == (0,)


def test_the_door_is_public() -> None:
    import concordant

    assert concordant.planning is planning
    assert "planning" in dir(concordant)
    assert set(planning.__all__) == {
        "PanelPlan",
        "Plan",
        "auc",
        "independent_proportions",
        "kappa",
        "paired_aucs",
        "paired_proportions",
        "panel",
        "proportion",
        "simulate",
    }
