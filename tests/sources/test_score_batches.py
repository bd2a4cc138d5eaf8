"""Pages of scores in files that are read in batches: the same as of the columns in memory, or with certain bounds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from support.files import LAZY, WRITERS, write_parts

from concordant import evaluate
from concordant.errors import DataFileError, InputError, LabelError, MissingValuesError, ScoreError
from concordant.sources import batches as row_limit
from concordant.sources import score_batches as score_fold
from concordant.sources.batches import read_columns
from concordant.states import BucketCurve


@pytest.fixture(autouse=True)
def _in_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read any file in batches."""
    monkeypatch.setattr(row_limit, "MOST_ROWS", 0)


@pytest.fixture
def buckets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Count scores in buckets from 20 different ones on, in blocks of 64 rows."""
    monkeypatch.setattr(score_fold, "MOST_SCORES", 20)
    monkeypatch.setattr(score_fold, "BLOCK", 64)


def rows_of(seed: int, rows: int = 200, scores: int = 12) -> pl.DataFrame:
    """Rows with labels of several kinds, few different scores, gaps and weights."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 2, rows)
    score = np.clip(np.round((truth + rng.normal(0.3, 0.8, rows)) / 2 * scores) / scores, 0, 1)
    return pl.DataFrame(
        {
            "t": truth,
            "name": np.where(truth == 1, "yes", "no"),
            "odd": np.where(truth == 1, "ape", "bee"),
            "p": rng.integers(0, 2, rows),
            "s": score,
            "x": rng.random(rows),
            "w": rng.integers(0, 4, rows) / 2,
        }
    ).with_columns(gap=pl.when(pl.int_range(rows) % 11 == 3).then(None).otherwise(pl.col("s")))


def bucketed_rows() -> pl.DataFrame:
    """Rows of many scores that lie close."""
    return rows_of(4, 3000).with_columns(x=0.5 + pl.col("x") / 2**9)


def numbers_of(result: Any) -> list[float]:
    """A value and the limits of its interval, if it has one."""
    return [result.value, *(() if result.interval is None else (result.interval.low, result.interval.high))]


def same(found: Any, expected: Any, rtol: float = 0) -> None:
    """Two pages hold the same numbers, to the last bit of rows that are counted."""
    assert [one.key for one in found] == [one.key for one in expected]
    for one, other in zip(found, expected, strict=True):
        assert (one.reason, one.signature) == (other.reason, other.signature)
        np.testing.assert_allclose(numbers_of(one), numbers_of(other), rtol=rtol, atol=0, err_msg=one.key)
    assert found.balance == expected.balance
    for name in ("n", "n_missing", "labels", "pos_label"):
        assert getattr(found, name) == getattr(expected, name)
    assert [x for x in found.assumptions if "batches" not in x] == list(expected.assumptions)


def both(path: Path, *roles: Any, **options: Any) -> tuple[Any, Any]:
    """The page of files, and that of the same columns in memory."""
    weight = options.get("sample_weight")
    names = [name for name in (*roles, options.get("y_score"), weight) if name is not None]
    whole = read_columns(path, list(dict.fromkeys(names)))
    return evaluate(*roles, data=path, **options), evaluate(*roles, data=whole, **options)


def test_losses_of_many_chunks_are_the_same_to_the_last_bit(tmp_path: Path) -> None:
    rng = np.random.default_rng(3)
    rows = 700_000
    truth = rng.integers(0, 2, rows)
    frame = pl.DataFrame({"t": truth, "s": np.round(rng.beta(1 + truth, 2 - truth), 3)})
    write_parts(frame, tmp_path, cut=300_001)
    same(*both(tmp_path, "t", y_score="s"))


def test_weighted_labels_beside_scores_are_counted_row_by_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(score_fold, "BLOCK", 20)
    write_parts(frame := rows_of(2), tmp_path, cut=90)
    found, expected = (evaluate("t", "p", "s", sample_weight="x", data=data) for data in (tmp_path, frame))
    assert np.array_equal(found.counts.table, expected.counts.table)  # to the last digit
    np.testing.assert_array_equal(numbers_of(found["accuracy"]), numbers_of(expected["accuracy"]))


@pytest.mark.usefixtures("buckets")
@pytest.mark.parametrize("score", ["x", "scaled", "large"])
def test_many_scores_have_certain_bounds(tmp_path: Path, score: str) -> None:
    path = tmp_path / "a.parquet"
    frame = bucketed_rows().with_columns(scaled=1e3 + pl.col("x") * 2**11, large=(pl.col("x") - 0.5) * 2.0**61)
    frame.write_parquet(path)
    found, expected = both(path, "t", y_score=score)
    assert isinstance(found.curve, BucketCurve)
    for name in ("roc_auc", "average_precision", "kolmogorov_smirnov", "gini"):
        one, value = found[name], expected[name].value
        assert one.bounds.low <= value <= one.bounds.high
        assert one.bounds.width > 0
        if one.bounded:
            assert expected[name].interval.low >= one.interval.low - 1e-3
            assert one.interval.low < one.bounds.low or one.bounds.low == 0
    if score == "x":
        ece = found["expected_calibration_error"]
        assert not ece.defined
        assert "counted in buckets" in (ece.reason or "")


@pytest.mark.usefixtures("buckets")
def test_only_certain_digits_are_shown(tmp_path: Path) -> None:
    bucketed_rows().write_parquet(tmp_path / "a.parquet")
    page = evaluate("t", y_score="x", data=tmp_path)
    auc = page["roc_auc"]
    low, _, high = auc.shown.partition(" to ")
    assert float(low) <= auc.bounds.low < auc.bounds.high <= float(high)  # fewer than two digits are certain
    assert auc.certainty.split()[-1] in str(page)
    assert "certain" in page.to_html()
    in_memory = evaluate("t", y_score="x", data=tmp_path, exact=True)
    same(in_memory, evaluate("t", y_score="x", data=bucketed_rows()))
    assert any("exact=True brings the columns into memory" in said for said in page.remarks)


@pytest.mark.usefixtures("buckets")
def test_buckets_of_few_scores_are_exact(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    rows_of(5, 900, 100).write_parquet(path)
    found, expected = both(path, "t", y_score="s")
    assert isinstance(found.curve, BucketCurve)
    for one in found:
        assert one.value == expected[one.key].value
        assert one.bounds is None or one.bounds.exact


@pytest.mark.parametrize("kind", ["parquet", "csv"])
def test_sorted_and_rare_classes(tmp_path: Path, kind: str) -> None:
    rows = 30_000
    truth = np.repeat(["ape", "bee"], [rows - 9000, 9000])
    frame = pl.DataFrame({"t": truth, "s": np.round(np.random.default_rng(0).random(rows), 2)})
    head = pl.DataFrame({"t": ["bee"] * 9000 + ["ape"] * 3000, "s": 0.5})
    WRITERS[kind](pl.concat([head, frame[:15_000]]), path := tmp_path / f"turned.{kind}")
    found, expected = both(path, "t", y_score="s")  # the first rows hold only the class that is rare in the end
    assert found.pos_label == "bee"
    same(found, expected)


@pytest.mark.usefixtures("buckets")
def test_scores_that_leave_the_range_far_down(tmp_path: Path) -> None:
    frame = rows_of(6, 900).with_columns(x=pl.when(pl.int_range(900) == 899).then(7.5).otherwise(pl.col("x")))
    frame.write_parquet(path := tmp_path / "a.parquet")
    found, expected = both(path, "t", y_score="x")
    assert isinstance(found.curve, BucketCurve)
    assert found.curve.score_key.scale == "real"
    assert not found.probabilities
    assert [one.name for one in found] == [one.name for one in expected]
    assert "leave the range" in " ".join(found.assumptions)
    infinite = frame.with_columns(x=pl.when(pl.int_range(900) == 899).then(float("inf")).otherwise(pl.col("x")))
    infinite.write_parquet(path)
    found, expected = both(path, "t", y_score="x")
    assert expected["roc_auc"].value in found["roc_auc"].bounds


def test_what_cannot_be_scored_is_refused(tmp_path: Path) -> None:
    frame = rows_of(7)

    def refused(error: type[Exception], message: str, *, y_score: str = "s", **columns: Any) -> None:
        rows = frame.with_columns(**columns)
        rows.write_parquet(tmp_path / "b.parquet")
        with pytest.raises(error, match=message):
            evaluate("t", y_score=y_score, missing="drop", data=tmp_path)

    refused(ScoreError, "must hold numbers", y_score="odd")
    refused(MissingValuesError, "no row is complete", s=pl.lit(None, pl.Float64))
    refused(LabelError, "holds one class only", t=5)
    frame.with_columns(t=1).write_parquet(tmp_path / "b.parquet")
    assert not evaluate("t", y_score="s", data=tmp_path)["roc_auc"].defined


@pytest.mark.parametrize("engine", LAZY)
def test_lazy_frames(engine: str) -> None:
    frame = rows_of(9)
    lazy = LAZY[engine](frame)
    found, expected = (evaluate("name", "name", "gap", missing="drop", data=data) for data in (lazy, frame))
    same(found, expected)
    assert "read in batches" in " ".join(found.assumptions)
    with pytest.raises(MissingValuesError, match="gap has 18 missing"):
        evaluate("t", y_score="gap", data=lazy)
    with pytest.raises(InputError, match="no rows"):
        evaluate("t", y_score="s", data=lazy.filter(pl.col("t") > 5) if engine == "polars" else lazy.filter("t > 5"))


@pytest.mark.usefixtures("buckets")
def test_a_lazy_frame_of_many_scores(tmp_path: Path) -> None:
    bucketed_rows().write_parquet(path := tmp_path / "a.parquet")
    one, other = (evaluate("t", y_score="x", data=data) for data in (path, pl.scan_parquet(path)))
    assert one.curve == other.curve
    assert one["roc_auc"].value == other["roc_auc"].value
    lost = pl.scan_parquet(path).with_columns(x=pl.col("x").cast(pl.String) + "?").with_columns(pl.col("x").cast(float))
    with pytest.raises(DataFileError, match="the lazy frame cannot be read"):
        evaluate("t", y_score="x", data=lost)


@pytest.mark.parametrize("label", [0, 0.0])
def test_a_positive_label_of_another_type_that_does_not_occur(tmp_path: Path, label: float) -> None:
    pl.DataFrame({"t": [label] * 4, "s": [0.1, 0.2, 0.7, 0.7]}).write_parquet(path := tmp_path / "a.parquet")
    same(*both(path, "t", y_score="s", pos_label=0.5))


@pytest.mark.usefixtures("buckets")
def test_whole_scores_beyond_2_53_are_read_as_they_are(tmp_path: Path) -> None:
    frame = pl.DataFrame({"t": [0, 1] * 100, "s": [2**60 + k * 7 % 101 for k in range(200)]})
    frame.write_parquet(path := tmp_path / "rows.parquet")
    same(evaluate("t", y_score="s", data=path), evaluate("t", y_score="s", data=frame))
