"""Continuous ratings: no classes, the agreement of two columns of numbers."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import polars as pl
import pytest
from numpy.testing import assert_allclose

from concordant import evaluate
from concordant.errors import (
    ConcordantError,
    ContinuousLabelsError,
    InputError,
    LengthError,
    MissingValuesError,
    OptionError,
    ScoreError,
    WeightError,
)
from concordant.metrics import get
from concordant.report.gates import Gate, judge

RNG = np.random.default_rng(5)
FIRST = RNG.normal(10, 3, 200)
SECOND = FIRST + RNG.normal(0.3, 1, 200)


@pytest.mark.parametrize(
    ("arguments", "options", "error", "said"),
    [
        (([], []), {}, InputError, "there are no rows"),
        (([1.5], [1.5, 2]), {}, LengthError, "y_true and y_pred must have the same number of rows"),
        (([1.5, np.nan], [1, 2]), {}, MissingValuesError, "y_true has 1 missing"),
        (([1.5, np.nan], [np.nan, 2]), {"missing": "drop"}, MissingValuesError, "no row is complete: of 2 rows, 2"),
        (([1.5, 2], [1, 2]), {"sample_weight": [0, 0]}, WeightError, "none of the 2 rows has a weight above zero"),
        ((["a", "b"], [1, 2]), {}, ScoreError, "y_true"),
        (([1.5, 2], [1, np.inf]), {}, ConcordantError, "ratings must be finite"),
        (([1.5, 2], [1, 2], [1, 2]), {}, OptionError, "give y_pred or y_score, not both"),
        (([1.5, 2], [1, 2]), {"labels": [1, 2]}, OptionError, "leave out labels="),
        (([1.5, 2], [1, 2]), {"pos_label": 1}, OptionError, "leave out labels="),
    ],
)
def test_what_cannot_be_evaluated(arguments: Any, options: Any, error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said.replace("(", r"\(")):
        evaluate(*arguments, task="continuous", **options)


@pytest.mark.parametrize("rows", [1, 2])
def test_few_rows_say_what_is_undefined(rows: int) -> None:
    page = evaluate(FIRST[:rows], SECOND[:rows], task="continuous")
    for result in page:
        assert result.defined or result.reason


def test_values_are_those_of_the_formulas() -> None:
    page = evaluate(FIRST, SECOND)
    covariance = ((FIRST - FIRST.mean()) * (SECOND - SECOND.mean())).mean()
    lin = 2 * covariance / (FIRST.var() + SECOND.var() + (FIRST.mean() - SECOND.mean()) ** 2)  # Lin 1989, equation 2
    assert_allclose(page["concordance_correlation"].value, lin, rtol=1e-12)
    assert_allclose(page["pearson_correlation"].value, np.corrcoef(FIRST, SECOND)[0, 1], rtol=1e-12)


def test_the_page_is_that_of_the_metrics() -> None:
    page = evaluate(FIRST, y_score=SECOND, task="continuous", cluster=np.arange(200) // 4)
    assert (page.task, page.n, page.labels, page.counts, dict(page.balance)) == ("continuous", 200, (), None, {})
    for result in page:
        alone = get(result.name).interval(FIRST, SECOND, cluster=np.arange(200) // 4)
        assert result.interval is not None
        assert (result.interval.low, result.interval.high) == (alone.low, alone.high)
    assert "Continuous: y_true and y_score are taken as two ratings" in str(page)
    assert "Classes" not in str(page)
    assert json.loads(page.to_json())["task"] == "continuous"
    assert page._repr_html_()


def test_missing_rows_are_dropped_and_weights_count() -> None:
    weight = RNG.uniform(0.5, 2, 200)
    first = FIRST.copy()
    first[3] = np.nan
    page = evaluate(first, SECOND, task="continuous", sample_weight=weight, missing="drop")
    kept = np.arange(200) != 3
    assert (page.n, page.n_missing, page.weighted) == (199, 1, True)
    expected = get("concordance_correlation")(FIRST[kept], SECOND[kept], sample_weight=weight[kept])
    assert page["concordance_correlation"].value == pytest.approx(expected, rel=1e-12)


def test_groups() -> None:
    by = np.array(["x", "y"])[np.arange(200) % 2]
    page = evaluate(FIRST, SECOND, by=by)
    assert page.groups is not None
    first = page.groups.groups[0]
    assert (first.label, first.n) == ("x", 100)
    assert first.results[0].value == pytest.approx(get("concordance_correlation")(FIRST[::2], SECOND[::2]))


@pytest.mark.parametrize(
    ("first", "second", "task"),
    [
        (FIRST, SECOND, "continuous"),
        (FIRST.astype(np.float32), SECOND, "continuous"),
        (list(FIRST), list(SECOND), "continuous"),
        (np.round(FIRST), np.round(SECOND), "ordinal"),  # whole numbers are labels, unless said
        (np.arange(200) % 2, (np.arange(200) + 1) % 2, "binary"),
    ],
)
def test_what_is_found_out(first: Any, second: Any, task: str) -> None:
    assert evaluate(first, second).task == task


@pytest.mark.parametrize(
    ("first", "second"),
    [(FIRST, np.round(SECOND)), (np.round(FIRST), SECOND), ([1, 1.5, 2.5], [1, 1.5, 2.5])],
)
def test_half_grades_and_one_column_of_numbers_are_asked_about(first: Any, second: Any) -> None:
    with pytest.raises(ContinuousLabelsError, match="say task='continuous'"):
        evaluate(first, second)
    assert evaluate(first, second, task="continuous").task == "continuous"


def test_frames_name_the_columns() -> None:
    frame = pl.DataFrame({"lab": FIRST, "device": SECOND})
    page = evaluate("lab", "device", data=frame)
    assert page.columns == {"truth": "lab", "prediction": "device"}
    assert "Continuous: lab and device" in page.assumptions[0]


def test_the_interactive_page_has_no_classes() -> None:
    html = evaluate(FIRST, SECOND).to_html()
    assert "Lin's concordance correlation" in html
    assert 'id="balance"' not in html
    assert 'id="matrix"' not in html
    assert 'id="scatter"' in html
    assert 'id="differences"' in html


def test_a_gate_of_labels_says_what_these_are() -> None:
    with pytest.raises(OptionError, match="these are continuous ratings: take concordance_correlation"):
        judge(evaluate(FIRST, SECOND), Gate(metric="accuracy", least=0))
