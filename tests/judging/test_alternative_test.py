"""The alternative annotator test: the authors' numbers, exact ties, clusters, and what is refused."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose
from support.samples import cases, random_panel

from concordant import judging


def panel(seed: int, n: int = 80, r: int = 4, **how: Any) -> dict[str, Any]:
    matrix = random_panel(seed, n, r, 3, **how)
    return {"judge": matrix[:, 0], "humans": matrix[:, 1:]}


# --- edges ----------------------------------------------------------------------------------------------------


def test_people_with_few_items_are_left_out_and_named() -> None:
    data = panel(2, 80, missing=0.0)
    data["humans"][20:, 2] = np.nan
    found = judging.alternative_test(**data, epsilon=0.1)
    assert found.left_out == ("person 3",)
    assert [one.person for one in found.by_person] == ["person 1", "person 2"]
    assert found.reason == "left out, with fewer than 30 items: person 3"
    few = judging.alternative_test(**panel(2, 20), epsilon=0.1)
    assert few.passed is None
    assert "nobody has 30 items or more" in str(few)
    assert few.gap.items > 0


def test_two_people_are_each_judged_by_the_other() -> None:
    found = judging.alternative_test(**panel(3, 80, 3, missing=0.0), epsilon=0.1)
    assert found.reason == "with two people each is judged by the other one alone"


@pytest.mark.parametrize(("epsilon", "p"), [(0.0, 0.5), (0.1, 0.0)])
def test_without_any_spread(epsilon: float, p: float) -> None:
    found = judging.alternative_test(judge=[1, 0] * 20, humans=[[1, 1, 1], [0, 0, 0]] * 20, epsilon=epsilon)
    assert [one.p_value for one in found.by_person] == [p] * 3
    assert found.passed == (p == 0)
    assert found.advantage.value == 1
    assert math.isnan(found.advantage.low)


# --- other software -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", cases("alt_test"), ids=lambda case: case["name"])
def test_it_is_the_authors_test(case: dict[str, Any]) -> None:
    given, expected = case["input"], case["expected"]
    weights = None if given["score"] == "accuracy" else "quadratic"
    found = judging.alternative_test(
        judge=given["judge"], humans=given["ratings"], epsilon=given["epsilon"], weights=weights, q=given["q"]
    )
    assert found.omega == found.winning_rate == expected["winning_rate"]
    assert found.rho == found.advantage
    assert found.advantage.value == pytest.approx(expected["advantage_probability"], rel=1e-12)
    for mine, theirs in zip(found.by_person, expected["by_rater"], strict=True):
        assert mine.items == theirs["n"]
        assert mine.judge_advantage == theirs["judge_advantage"]
        assert mine.person_advantage == theirs["rater_advantage"]
        assert_allclose([mine.t, mine.p_value], [theirs["t"], theirs["p"]], rtol=1e-9)


# --- identities ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("labels", [[0.1, 0.2, 0.3], [1e-300, 2e-300, 3e-300], [10**17, 2 * 10**17, 3 * 10**17]])
def test_squares_are_compared_exactly(labels: list[Any]) -> None:
    # the judge is a step above, the person a step below the other two: a tie, which floats would break
    rows = [[labels[0], labels[1], labels[1]], [labels[1]] * 3] * 20
    judge = [labels[2], labels[1]] * 20
    found = judging.alternative_test(judge=judge, humans=rows, epsilon=0.1, weights="quadratic", labels=labels)
    assert found.by_person[0].judge_advantage == 1
    assert found.by_person[0].person_advantage == 1


def test_the_gap_stands_beside_it() -> None:
    data = panel(8)
    found = judging.alternative_test(**data, epsilon=0.1, margin=0.1)
    assert found.gap == judging.gap(**data, margin=0.1)
    assert found.gap.sentence in str(found)
    assert "the gap says" in found.sentence


def test_tiny_p_values_are_not_zero_in_print() -> None:
    people = np.tile([[1, 1, 1], [0, 0, 0], [1, 1, 0], [0, 1, 0]], (100, 1))
    page = str(judging.alternative_test(judge=np.tile([1, 0, 1, 0], 100), humans=people, epsilon=0.3))
    assert "< 0.0001" in page
    assert "0.0000" not in page
