"""How many labels: against the width that so many labels have, other software, and what cannot be reached."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from cases_of_judges import cases

from concordant import judging
from concordant.errors import OptionError

PLAN = {"judged": 4000, "pass_rate": 0.8, "sensitivity": 0.9, "specificity": 0.85, "half_width": 0.02}


def test_so_many_labels_have_that_width() -> None:
    plan = judging.labels_needed(**PLAN)  # type: ignore[arg-type]
    assert plan.n is not None
    widths = []
    for seed in range(20):
        rng = np.random.default_rng(seed)
        truth = rng.random(4000) < 0.8
        judge = np.where(truth, rng.random(4000) < 0.9, rng.random(4000) >= 0.85)
        human = np.where(np.arange(4000) < plan.n, truth, np.nan)
        found = judging.pass_rate(judge=judge.astype(int), human=human, chosen="random")
        widths.append((found.high - found.low) / 2)
    assert np.mean(widths) == pytest.approx(0.02, rel=0.03)


def test_a_judge_that_says_nothing_saves_nothing() -> None:
    plan = judging.labels_needed(**{**PLAN, "sensitivity": 0.5, "specificity": 0.5})  # type: ignore[arg-type]
    assert plan.n == plan.without_judge == 1537  # z^2 p (1 - p) / h^2 = 1536.6


def test_too_few_judged_items_are_said() -> None:
    plan = judging.labels_needed(**{**PLAN, "judged": 1000})  # type: ignore[arg-type]
    assert plan.n is None
    assert plan.sentence.endswith("judge 1,537 items or more, or ask for a wider interval.")
    assert plan.to_dict()["n"] is None


def test_a_perfect_judge_needs_next_to_none() -> None:
    plan = judging.labels_needed(**{**PLAN, "sensitivity": 1.0, "specificity": 1.0})  # type: ignore[arg-type]
    assert plan.n == 2
    assert plan.explained == pytest.approx(1.0)


@pytest.mark.parametrize("case", [case for case in cases("rogan_gladen") if "calibration" in case["name"]], ids=str)
def test_labels_of_each_class_are_those_of_other_software(case: dict[str, Any]) -> None:
    for given, expected in zip(case["input"]["cases"], case["expected"]["cases"], strict=True):
        assert judging.labels_of_each_class(**given) == (expected["human_pass"], expected["human_fail"])


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"half_width": 0}, "half_width must be a number above 0 and below 1, not 0"),
        ({"pass_rate": 80}, "pass_rate must be a number above 0 and below 1, not 80"),
        ({"sensitivity": float("nan")}, "sensitivity must be a number from 0 to 1"),
        ({"judged": 0}, "judged must be a whole number above 0"),
    ],
)
def test_what_is_no_plan_is_refused(changed: dict[str, Any], said: str) -> None:
    with pytest.raises(OptionError, match=said):
        judging.labels_needed(**{**PLAN, **changed})


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"sensitivity": 0.5, "specificity": 0.5}, "no better than chance"),
        ({"sensitivity": 0.3, "specificity": 0.6}, "no better than chance"),
        ({"sensitivity": 0.0, "specificity": 1.0}, "no better than chance"),
        ({"total": 1}, "2 labels or more"),
    ],
)
def test_labels_that_say_nothing_are_not_divided(more: dict[str, float], said: str) -> None:
    asked = {"total": 200, "judged_pass_share": 0.4, "sensitivity": 0.9, "specificity": 0.7} | more
    with pytest.raises(OptionError, match=said):
        judging.labels_of_each_class(**asked)  # type: ignore[arg-type]


@pytest.mark.parametrize("total", [2, 3, 10])
def test_each_class_has_a_label(total: int) -> None:
    for share in (0.001, 0.999):
        passes, fails = judging.labels_of_each_class(
            total=total, judged_pass_share=share, sensitivity=0.9, specificity=0.9
        )
        assert min(passes, fails) >= 1
        assert passes + fails == total
