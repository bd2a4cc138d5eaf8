"""Pages of lazy frames: as of the rows in memory, and the rows are not brought home as a whole."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest
from support.files import LAZY

import concordant
from concordant import evaluate
from concordant.report import batches as grouping
from concordant.sources import batches as row_limit
from concordant.states import CurveStack

N = 1500


def rows_of(seed: int = 3) -> pl.DataFrame:
    """Rows of two and of three classes, with scores of one decimal and of many, groups, clusters and weights."""
    rng = np.random.default_rng(seed)
    truth, site = rng.integers(0, 2, N), rng.integers(0, 12, N)
    level = rng.normal(0, 1, 12)[site] + rng.normal(1.5 * truth, 1, N)
    score, kind = 1 / (1 + np.exp(-level)), rng.integers(0, 3, N)
    spread = rng.normal(0, 1, (N, 3))
    spread[np.arange(N), kind] += 1
    tenths = rng.multinomial(8, [0.3, 0.3, 0.4], N) / 8
    share = np.exp(spread) / np.exp(spread).sum(1, keepdims=True)
    columns = {
        "y": truth,
        "said": np.where(rng.random(N) < 0.8, truth, 1 - truth),
        "p": score,
        "r": np.round(score, 1).clip(0.1, 0.9),
        "z": np.round(level, 1),
        "kind": np.array(["ape", "bee", "cow"])[kind],
        "grade": kind,
        "meant": np.where(rng.random(N) < 0.6, kind, rng.integers(0, 3, N)),
        "g": np.array(["north", "south", "west"])[rng.integers(0, 3, N)],
        "site": site,
        "w": rng.integers(0, 5, N) / 2,
        "x1": level,
        "x2": level + rng.normal(0, 0.5, N),
    }
    for place, name in enumerate(("ape", "bee", "cow")):
        columns |= {f"p_{name}": share[:, place], f"t_{name}": tenths[:, place]}
    return pl.DataFrame(columns).with_columns(
        hole=pl.when(pl.int_range(N) % 50 == 7).then(None).otherwise(pl.col("r")),
        ranked=pl.col("g").cast(pl.Enum(["west", "north", "south"])),
    )


ROWS = rows_of()
TENTHS = [f"t_{name}" for name in ("ape", "bee", "cow")]

LABELS = {"y_true": "grade", "y_pred": "meant"}
QUESTIONS: dict[str, dict[str, Any]] = {
    "two classes": {"y_true": "y", "y_score": "r"},
    "groups": {"y_true": "y", "y_score": "r", "by": "g"},
    "groups of numbers": {"y_true": "y", "y_score": "z", "by": "said"},
    "weights in groups": {"y_true": "y", "y_pred": "said", "y_score": "r", "sample_weight": "w", "by": "g"},
    "gaps": {"y_true": "y", "y_score": "hole", "missing": "drop", "by": "g"},
    "classes": {"y_true": "kind", "y_score": TENTHS},
    "columns for classes": {"y_true": "kind", "y_score": dict(zip(("cow", "ape", "bee"), TENTHS, strict=True))},
    "ordered classes": {"y_true": "grade", "y_score": TENTHS, "labels": [0, 1, 2], "task": "ordinal"},
    "labels in groups": {**LABELS, "by": "g"},
    "labels in clusters": {**LABELS, "cluster": "site"},
    "labels in weighted groups": {**LABELS, "sample_weight": "w", "by": "g"},
    "labels in weighted clusters": {**LABELS, "sample_weight": "w", "cluster": "site", "by": "g"},
}


@pytest.fixture(autouse=True)
def _many_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take any frame for one of many rows."""
    monkeypatch.setattr(row_limit, "MOST_ROWS", 0)
    monkeypatch.setattr(grouping, "LOOKED_AT", 100)


def same(found: Any, expected: Any, *, weighted: bool) -> None:
    """The results of a page or a group are those of the rows; what weights do not tell has no limits."""
    for one, other in zip(found, expected, strict=True):
        assert (one.key, one.signature) == (other.key, other.signature)
        np.testing.assert_allclose(one.value, other.value, rtol=1e-12, err_msg=one.key)
        assert one.bounds is None
        if one.interval is not None and other.interval is not None and not np.isnan(one.interval.low):
            limits = [(each.interval.low, each.interval.high, each.interval.se) for each in (one, other)]
            np.testing.assert_allclose(*limits, rtol=1e-9, err_msg=one.key)
        elif one.interval is not None and one.defined:
            assert weighted or "CurveStack" in repr(other.interval) or one.name in ("roc_auc", "average_precision")


@pytest.mark.parametrize("engine", LAZY)
@pytest.mark.parametrize("question", QUESTIONS)
def test_a_page_is_that_of_the_rows(engine: str, question: str, collected: list[int]) -> None:
    asked = QUESTIONS[question]
    found = evaluate(data=LAZY[engine](ROWS), **asked)
    assert max(collected) < N / 2
    expected = evaluate(data=ROWS, **asked)
    weighted = "sample_weight" in asked
    same(found, expected, weighted=weighted)
    for name in ("n", "n_missing", "labels", "columns"):
        assert getattr(found, name) == getattr(expected, name)
    if not weighted:
        assert (found.counts, found.curve) == (expected.counts, expected.curve)
    told = [said for said in found.assumptions if "were read in batches" in said]
    assert len(told) == ("y_score" in asked)
    others = [said.partition(";")[0].rstrip(".") for said in found.assumptions if said not in told]
    assert others == [said.partition(";")[0].rstrip(".") for said in expected.assumptions]  # without the first such row
    if "by" not in asked:
        return
    assert [one.label for one in found.groups.groups] == [one.label for one in expected.groups.groups]
    for one, other in zip(found.groups.groups, expected.groups.groups, strict=True):
        assert one.n == other.n
        same(one.results, other.results, weighted=weighted)


def test_groups_keep_the_order_of_their_enum() -> None:
    page = evaluate("y", y_score="r", by="ranked", data=ROWS.lazy())
    assert [group.label for group in page.groups.groups] == ["west", "north", "south"]


@pytest.mark.parametrize("engine", LAZY)
@pytest.mark.parametrize(
    "asked",
    [
        {"y_true": "grade", "y_score": "r"},
        {"y_true": "y", "y_score": "r", "exact": True},
        {"y_true": "y", "y_score": "r", "cluster": "site"},
        {"y_true": "x1", "y_pred": "x2", "sample_weight": "w", "by": "g"},
    ],
)
def test_what_is_not_added_up_is_collected(engine: str, asked: dict[str, Any], collected: list[int]) -> None:
    found, expected = (evaluate(data=data, **asked).to_dict()["results"] for data in (LAZY[engine](ROWS), ROWS))
    assert max(collected) == N
    assert [one["key"] for one in found] == [one["key"] for one in expected]
    np.testing.assert_allclose([one["value"] for one in found], [one["value"] for one in expected], rtol=1e-12)


@pytest.mark.parametrize("engine", LAZY)
def test_stacks_of_curves(engine: str) -> None:
    frame, order = LAZY[engine](ROWS), ["ape", "bee", "cow"]
    found = CurveStack.from_frame(frame, y_true="kind", y_score=TENTHS, labels=order)
    assert found == CurveStack.from_frame(ROWS, y_true="kind", y_score=TENTHS, labels=order)
    assert found == CurveStack.from_scores(ROWS["kind"], ROWS.select(TENTHS).to_numpy(), labels=order)
    weighted = CurveStack.from_frame(frame, y_true="kind", y_score=TENTHS, labels=order, sample_weight="w")
    expected = CurveStack.from_scores(ROWS["kind"], ROWS.select(TENTHS), labels=order, sample_weight=ROWS["w"])
    assert weighted == expected
    assert concordant.roc_auc("grade", TENTHS, data=frame, average="macro") == concordant.roc_auc(
        "grade", TENTHS, data=ROWS, average="macro"
    )
    none = CurveStack.from_frame(ROWS.lazy().head(0), y_true="grade", y_score=TENTHS, labels=[0, 1, 2])
    assert none.n == 0
