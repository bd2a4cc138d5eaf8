"""Pages of scores of lazy frames that their own engine adds up: as of the rows in memory, and only groups come home."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.files import LAZY

import concordant
from concordant import evaluate
from concordant.errors import (
    InputError,
    LabelError,
    LengthError,
    MissingValuesError,
    OptionError,
    ScoreError,
    WeightError,
)
from concordant.report import batches as grouping
from concordant.sources import batches as row_limit
from concordant.sources.batches import LazyRows
from concordant.states import Curve, CurveStack

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
        columns |= {f"p_{name}": share[:, place], f"t_{name}": tenths[:, place], f"z_{name}": spread[:, place].round(1)}
    return pl.DataFrame(columns).with_columns(
        hole=pl.when(pl.int_range(N) % 50 == 7).then(None).otherwise(pl.col("r")),
        ranked=pl.col("g").cast(pl.Enum(["west", "north", "south"])),
    )


ROWS = rows_of()
IN_BATCHES = LazyRows.of
FINE, TENTHS, LEVELS = ([f"{first}_{name}" for name in ("ape", "bee", "cow")] for first in "ptz")

LABELS = {"y_true": "grade", "y_pred": "meant"}
QUESTIONS: dict[str, dict[str, Any]] = {
    "two classes": {"y_true": "y", "y_score": "r"},
    "groups": {"y_true": "y", "y_score": "r", "by": "g"},
    "groups of numbers": {"y_true": "y", "y_score": "z", "by": "said"},
    "weights in groups": {"y_true": "y", "y_pred": "said", "y_score": "r", "sample_weight": "w", "by": "g"},
    "gaps": {"y_true": "y", "y_score": "hole", "missing": "drop", "by": "g"},
    "classes": {"y_true": "kind", "y_score": TENTHS},
    "classes of no probabilities": {"y_true": "kind", "y_score": LEVELS, "by": "g"},
    "columns for classes": {"y_true": "kind", "y_score": dict(zip(("cow", "ape", "bee"), TENTHS, strict=True))},
    "classes in groups": {**LABELS, "y_score": TENTHS, "labels": [0, 1, 2], "by": "g"},
    "ordered classes": {"y_true": "grade", "y_score": TENTHS, "labels": [0, 1, 2], "task": "ordinal"},
    "weights of classes": {"y_true": "kind", "y_score": TENTHS, "sample_weight": "w", "by": "g"},
    "labels in groups": {**LABELS, "by": "g"},
    "labels in clusters": {**LABELS, "cluster": "site"},
    "labels in weighted groups": {**LABELS, "sample_weight": "w", "by": "g"},
    "labels in weighted clusters": {**LABELS, "sample_weight": "w", "cluster": "site", "by": "g"},
}


@pytest.fixture(autouse=True)
def _many_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take any frame for one of many rows, of an engine without batches."""
    monkeypatch.setattr(row_limit, "MOST_ROWS", 0)
    monkeypatch.setattr(LazyRows, "of", lambda _: None)
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
    assert 0 < max(collected) < N / 2
    assert len(collected) < 20
    expected = evaluate(data=ROWS, **asked)
    weighted = "sample_weight" in asked
    same(found, expected, weighted=weighted)
    for name in ("n", "n_missing", "labels", "columns"):
        assert getattr(found, name) == getattr(expected, name)
    if not weighted:
        assert (found.counts, found.curve) == (expected.counts, expected.curve)
    told = [said for said in found.assumptions if "added up by the engine of the frame" in said]
    assert len(told) == ("y_score" in asked)
    others = [said.partition(";")[0].rstrip(".") for said in found.assumptions if said not in told]
    assert others == [said.partition(";")[0].rstrip(".") for said in expected.assumptions]  # without the first such row
    if "by" not in asked:
        return
    assert [one.label for one in found.groups.groups] == [one.label for one in expected.groups.groups]
    for one, other in zip(found.groups.groups, expected.groups.groups, strict=True):
        assert one.n == other.n
        same(one.results, other.results, weighted=weighted)


@pytest.mark.parametrize("engine", LAZY)
@pytest.mark.parametrize("weight", [None, "w"])
def test_many_scores_have_certain_bounds(engine: str, weight: str | None) -> None:
    for asked in ({"y_true": "y", "y_score": "p", "by": "g"}, {"y_true": "kind", "y_score": FINE, "by": "g"}):
        beside: Any = {**asked, "sample_weight": weight}
        found, expected = evaluate(data=LAZY[engine](ROWS), **beside), evaluate(data=ROWS, **beside)
        pages, others = ([page, *(one.results for one in page.groups.groups)] for page in (found, expected))
        for page, rows in zip(pages, others, strict=True):
            of_rows = {one.key: one for one in rows}
            for one in page:
                _near(one, of_rows[one.key], limits=weight is None)
    assert found["roc_auc|average:macro"].bounds.width < 1e-3


def _near(one: Any, other: Any, *, limits: bool) -> None:
    """A number is that of the rows, or its bounds hold it; limits are moved by no more than buckets leave open."""
    if one.bounds is None:
        np.testing.assert_allclose(one.value, other.value, rtol=1e-12, err_msg=one.key)
        return
    assert one.bounds.low <= other.value <= one.bounds.high
    if limits and not np.isnan(one.interval.low):
        open_to = 3 * one.bounds.width + 2e-3 * other.interval.se
        assert abs(one.interval.low - other.interval.low) <= open_to
        assert abs(one.interval.high - other.interval.high) <= open_to


@pytest.mark.parametrize("engine", LAZY)
@pytest.mark.parametrize("weight", [None, "w"])
def test_measurements_are_read_in_batches(
    engine: str, weight: str | None, collected: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: Any = {"y_true": "x1", "y_pred": "x2", "sample_weight": weight, "level": None}
    with pytest.raises(OptionError, match="collect the frame, if memory has room for it"):  # the engine has no batches
        evaluate(data=LAZY[engine](ROWS), task="continuous", **asked)
    monkeypatch.setattr(LazyRows, "of", IN_BATCHES)
    found = evaluate(data=LAZY[engine](ROWS), task="continuous", **asked)
    assert max(collected) == 1
    expected = evaluate(data=ROWS, **asked)
    assert (found.n, found.task) == (expected.n, expected.task)
    for one, other in zip(found, expected, strict=True):
        np.testing.assert_allclose(one.value, other.value, rtol=1e-12)
    if engine == "polars":  # the first rows say that these are no labels
        assert [one.value for one in evaluate(data=ROWS.lazy(), **asked)] == [one.value for one in found]


def test_groups_keep_the_order_of_their_enum() -> None:
    page = evaluate("y", y_score="r", by="ranked", data=ROWS.lazy())
    assert [group.label for group in page.groups.groups] == ["west", "north", "south"]


def test_many_groups_and_classes_have_wider_buckets() -> None:
    rng = np.random.default_rng(0)
    rows = ROWS.with_columns(many=pl.Series(rng.integers(0, 150, N)))
    found, expected = (evaluate("y", y_score="p", by="many", level=None, data=data) for data in (rows.lazy(), rows))
    for one, other in zip(found.groups.groups, expected.groups.groups, strict=True):
        auc = one.results[0]
        value = other.results[0].value
        if isinstance(one.taken.curve, Curve) or not auc.defined:
            np.testing.assert_allclose(auc.value, value, rtol=1e-12)
        else:
            assert one.taken.curve.score_key.bits == 8
            assert auc.bounds.low <= value <= auc.bounds.high
    with pytest.raises(OptionError, match="more than 200 different values"):
        evaluate("y", y_score="p", by="many", data=rows.with_columns(many=pl.int_range(N)).lazy())


@pytest.mark.parametrize("engine", LAZY)
def test_rows_are_not_brought_home_unasked(engine: str, collected: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    frame = LAZY[engine](ROWS)
    asked: list[tuple[str, dict[str, Any]]] = [
        ("give one score of two classes alone", {"y_true": "grade", "y_score": "r"}),
        ("give one score of two classes alone", {"y_true": "y", "y_score": ["r", "p"]}),
        ("leave out by=", {"y_true": "x1", "y_pred": "x2", "by": "g"}),
        ("leave out cluster=", {"y_true": "grade", "y_pred": "meant", "cluster": "meant"}),
        ("leave out cluster=", {"y_true": "y", "y_score": "r", "cluster": "site"}),
    ]
    for way, roles in asked:
        with pytest.raises(OptionError, match=f"needs every row, and the 1,500 rows .*: collect the frame.*, or {way}"):
            evaluate(data=frame, **roles)
    assert max(collected) < N
    whole = evaluate("grade", y_score="r", data=frame, exact=True)  # on purpose
    assert max(collected) == N
    assert whole.n == N
    monkeypatch.setattr(row_limit, "MOST_ROWS", N)
    assert evaluate("grade", y_score="r", data=frame)["pearson_correlation"].value == pytest.approx(
        whole["pearson_correlation"].value
    )


OTHERS = {"ape": "r", "bee": "p", "doe": "z"}


@pytest.mark.parametrize("engine", LAZY)
def test_what_is_wrong_is_said(engine: str) -> None:
    made = LAZY[engine]
    at = pl.int_range(N) < 3
    gap = ROWS.with_columns(w=pl.when(at).then(-1.0).otherwise("w"), n=pl.lit(2**53 + 1))
    wrong: list[tuple[type[InputError], str, dict[str, Any]]] = [
        (MissingValuesError, "column 'hole' has 30 missing", {"y_score": "hole"}),
        (WeightError, "sample_weight column 'w' must hold .*; 3 are not", {"y_score": "r", "sample_weight": "w"}),
        (ScoreError, "column 'kind' must hold numbers", {"y_score": "kind"}),
        (ScoreError, "'n' holds whole numbers beyond 2", {"y_score": "n"}),
        (LengthError, "there are 4 score columns, but 2 labels", {"y_score": [*TENTHS, "r"]}),
        (LabelError, "columns for 'ape', 'bee', 'doe'", {"y_true": "kind", "y_score": OTHERS}),
    ]
    for error, said, asked in wrong:
        with pytest.raises(error, match=said):
            evaluate(**{"y_true": "y", "data": made(gap), **asked})
    none = ROWS.with_columns(w=0.0, r=pl.lit(None, pl.Float64))
    with pytest.raises(WeightError, match="none of the rows has a weight above zero"):
        evaluate("y", y_score="p", sample_weight="w", data=made(none))
    with pytest.raises(WeightError, match="must lie between 1e-20"):
        evaluate("y", y_score="p", sample_weight="w", data=made(none.with_columns(w=1e200)))
    with pytest.raises(MissingValuesError, match="no row is complete: 1,500 rows"):
        evaluate("y", y_score="r", missing="drop", data=made(none))
    with pytest.raises(InputError, match="there are no rows"):
        evaluate("y", y_score="p", data=made(ROWS.head(0)))
    assert not evaluate("y", y_score="p", data=made(ROWS.filter(pl.col("y") == 1)))["roc_auc"].defined


PROBABILITIES: dict[str, tuple[str, Any]] = {
    "two classes": ("y", "p"),
    "classes by name": ("kind", ["cow", "ape", "bee"]),
    "ordered classes": ("grade", ["ape", "bee", "cow"]),
    "both columns": ("y", ["no", "p"]),
}
NAMED = ROWS.rename({f"p_{name}": name for name in ("ape", "bee", "cow")}).with_columns(no=1 - pl.col("p"))


@pytest.mark.parametrize("engine", LAZY)
@pytest.mark.parametrize("columns", PROBABILITIES)
@pytest.mark.parametrize("weight", [None, "w"])
def test_moments_of_losses(engine: str, columns: str, weight: str | None, collected: list[int]) -> None:
    truth, scores = PROBABILITIES[columns]
    metrics = [concordant.brier_score, concordant.log_loss, concordant.brier_skill_score]
    if truth != "kind":
        metrics.append(concordant.ranked_probability_score)
    for metric in metrics:
        found = metric.state(truth, scores, data=LAZY[engine](NAMED), sample_weight=weight)
        expected = metric.state(truth, scores, data=NAMED, sample_weight=weight)
        assert (found.names, found.classes) == (expected.names, expected.classes)
        for name in ("weight", "squares", "mean", "comoment"):
            np.testing.assert_allclose(getattr(found, name), getattr(expected, name), rtol=1e-11, atol=1e-12)
        value = metric(truth, scores, data=LAZY[engine](NAMED), sample_weight=weight)
        np.testing.assert_allclose(value, metric.of(expected), rtol=1e-12)
    assert max(collected) <= 3


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


@pytest.mark.parametrize("engine", LAZY)
def test_losses_of_what_is_no_probability(engine: str) -> None:
    frame = LAZY[engine](NAMED)
    with pytest.raises(ScoreError, match="between 0 and 1; those of 'z' are from"):
        concordant.brier_score("y", "z", data=frame)
    with pytest.raises(ScoreError, match="must sum to 1; a row of 'ape', 'bee', 'r' is off by"):
        concordant.log_loss("grade", ["ape", "bee", "r"], data=frame)
    with pytest.raises(concordant.errors.LabelOrderError):
        concordant.ranked_probability_score("kind", ["ape", "bee", "cow"], data=frame)


@given(data=st.data(), size=st.integers(1, 30), constant=st.booleans())
def test_losses_of_random_rows(data: st.DataObject, size: int, *, constant: bool) -> None:
    score = st.just(0.3) if constant else st.floats(0, 1) | st.sampled_from([0.0, 1.0, 0.5, 2.0**-60])
    frame = pl.DataFrame(
        {
            "y": [0, 1, *data.draw(st.lists(st.integers(0, 1), min_size=size, max_size=size))],
            "p": data.draw(st.lists(score, min_size=size + 2, max_size=size + 2)),
            "w": [1.0, 1.0, *data.draw(st.lists(st.floats(0, 10), min_size=size, max_size=size))],
        }
    )
    for metric in (concordant.brier_skill_score, concordant.log_loss):
        for weight in (None, "w"):
            found = metric.state("y", "p", data=frame.lazy(), sample_weight=weight)
            expected = metric.state("y", "p", data=frame, sample_weight=weight)
            np.testing.assert_allclose(found.mean, expected.mean, rtol=1e-12)
            np.testing.assert_allclose(found.comoment, expected.comoment, rtol=1e-9, atol=1e-12)
            if constant and metric is concordant.brier_skill_score and frame["y"].n_unique() == 1:
                assert found.comoment[0, 0] == 0
