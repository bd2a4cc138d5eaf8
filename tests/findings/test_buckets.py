"""Findings of pages whose scores were counted in buckets: those of the columns in memory, or the reason why not."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl
import pytest

from concordant import evaluate
from concordant.findings import RULES
from concordant.result import Bounds
from concordant.result.wording import certain_number
from concordant.sources import batches as row_limit
from concordant.sources import score_batches as score_fold
from concordant.states import BucketCurve

RANDOM = np.random.default_rng(0)
N = 2000
TRUTH = RANDOM.integers(0, 2, N)
SCORES = {
    "inverted": RANDOM.normal(size=N) - TRUTH,
    "random": RANDOM.random(N),
    "good": TRUTH + RANDOM.normal(size=N),
    "overconfident": np.clip(0.3 * TRUTH + 0.7 * RANDOM.random(N), 0, 1),
    "the label": TRUTH + 0.5 * RANDOM.random(N),
    "percent": 100 * RANDOM.random(N),
    "twice": np.repeat(RANDOM.normal(size=N // 2), 2),
    "certain and wrong": np.where(RANDOM.random(N) < 0.02, TRUTH == 0, RANDOM.random(N)),
}
EVERY_SCORE = {rule.name for rule in RULES if "every score" in rule.needs}


@pytest.fixture(autouse=True)
def _buckets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read any file in batches, and count scores in buckets from 20 different ones on."""
    monkeypatch.setattr(row_limit, "MOST_ROWS", 0)
    monkeypatch.setattr(score_fold, "MOST_SCORES", 20)
    monkeypatch.setattr(score_fold, "BLOCK", 64)


def written(folder: Path, scores: np.ndarray) -> Path:
    file = folder / "rows.csv"
    pl.DataFrame({"t": TRUTH, "s": scores}).write_csv(file)
    return file


def test_the_rules_of_single_scores_are_those_that_say_so() -> None:
    assert len(EVERY_SCORE) == 9
    assert {"few_score_values", "percentages_as_scores", "default_threshold", "top_of_the_ranking"} < EVERY_SCORE


@pytest.mark.parametrize("name", SCORES)
def test_what_speaks_is_what_speaks_in_memory(tmp_path: Path, name: str) -> None:
    file = written(tmp_path, SCORES[name])
    page, whole = evaluate("t", y_score="s", data=file), evaluate(TRUTH, y_score=SCORES[name])
    assert isinstance(page.curve, BucketCurve)
    expected = [one.rule for one in whole.findings if one.rule not in EVERY_SCORE]
    assert [one.rule for one in page.findings] == expected
    for rule in EVERY_SCORE & whole.findings.looked_for.keys():
        assert page.findings.not_looked_for[rule] == "the scores were counted in buckets"
        assert rule not in page.findings.looked_for


def test_rows_of_a_bucket_are_not_counted_as_rows_of_a_score(tmp_path: Path) -> None:
    file = written(tmp_path, SCORES["certain and wrong"])
    (one,) = (one for one in evaluate("t", y_score="s", data=file).findings if one.rule == "certain_and_wrong")
    assert one.sentence.startswith("At least one row had the predicted probability 0 for the observed class")


def test_a_width_that_buckets_leave_open_asks_for_no_rows(tmp_path: Path) -> None:
    file = written(tmp_path, 1 + 1e-9 * SCORES["good"])  # few buckets hold all of them
    page = evaluate("t", y_score="s", data=file)
    first = page.results[0]
    assert first.bounds is not None
    assert first.bounds.high - first.bounds.low > 0.2
    assert "wide_interval" not in [one.rule for one in page.findings]


@pytest.mark.parametrize(
    ("low", "high", "shown"), [(0.001, 0.4156, "0.00 to 0.42"), (0.31351, 0.31354, "0.3135"), (0.311, 0.314, "0.31")]
)
def test_a_value_has_two_certain_digits_or_bounds(low: float, high: float, shown: str) -> None:
    bounds = Bounds((low + high) / 2, low, high, buckets=3, n=10, metric="average_precision", signature="")
    assert certain_number(bounds.value, bounds) == shown
