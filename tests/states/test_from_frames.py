"""States from frames: every library gives what arrays give, and a lazy frame sends home only groups."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import narwhals as nw
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from support.files import WRITERS, duckdb_of, read_in_batches, write_parts

from concordant import concordance_correlation, evaluate, scan
from concordant.errors import ColumnError, MissingValuesError, OptionError, ScoreError, WeightError
from concordant.sources.batches import read_columns
from concordant.states import Counts, Curve, Moments

Data = dict[str, list[Any]]


def polars_of(data: Data) -> pl.DataFrame:
    return pl.DataFrame(data, strict=False)


def nullable(data: Data) -> Any:
    with np.errstate(invalid="ignore"):  # pandas before 3.1 tries whether infinity is a whole number
        return pd.DataFrame(data).convert_dtypes()


EAGER: dict[str, Callable[[Data], Any]] = {
    "pandas": pd.DataFrame,
    "pandas nullable": nullable,
    "polars": polars_of,
    "pyarrow": lambda data: pa.table(polars_of(data).to_arrow()),
    "narwhals": lambda data: nw.from_native(polars_of(data)),
}
LAZY: dict[str, Callable[[Data], Any]] = {
    "polars lazy": lambda data: polars_of(data).lazy(),
    "duckdb": lambda data: duckdb_of(polars_of(data)),
    "narwhals lazy": lambda data: nw.from_native(polars_of(data).lazy()),
}


def scan_of(kind: str) -> Callable[[Data], Any]:
    """Write rows to two files of a kind; they are read in batches of two rows."""

    def written(data: Data) -> Any:
        return scan(write_parts(polars_of(data), Path(tempfile.mkdtemp(dir=FOLDER.name)), kind, 1))

    return written


FOLDER = tempfile.TemporaryDirectory()
FILES: dict[str, Callable[[Data], Any]] = {kind: scan_of(kind) for kind in WRITERS}
ENGINES = EAGER | LAZY | FILES

NUMBERS: Data = {
    "truth": [1, 3, 3, 1, 7, 3],
    "guess": [1, 3, 1, 1, 3, 3],
    "score": [0.5, 0.25, 0.25, 0.75, 0.5, 1.0],
    "weight": [1.0, 0.5, 2.0, 4.0, 0.25, 8.0],
}
TEXT: Data = {
    "truth": ["no", "yes", "yes", "no", "no", "yes"],
    "guess": ["no", "yes", "no", "no", "yes", "yes"],
    "score": [0.5, 0.25, 0.25, 0.75, 0.5, 1.0],
    "weight": [1, 0, 2, 4, 3, 8],
}
GAPS: Data = {
    "truth": ["no", None, "yes", None, "yes", "no", "yes"],
    "guess": [None, "no", "yes", None, "no", "no", None],
    "score": [0.5, None, 0.25, 0.25, 0.5, None, 1.0],
    "weight": [1, 2, 4, 8, 16, 32, 0],
}


@pytest.fixture(autouse=True)
def _small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    read_in_batches(monkeypatch, 2)


@pytest.fixture(params=ENGINES)
def make(request: pytest.FixtureRequest) -> Callable[[Data], Any]:
    return ENGINES[request.param]


@pytest.fixture(params=LAZY)
def lazy(request: pytest.FixtureRequest) -> Callable[[Data], Any]:
    return LAZY[request.param]


def counts_of(frame: Any, **options: Any) -> Counts:
    return Counts.from_frame(frame, y_true="truth", y_pred="guess", **options)


def curve_of(frame: Any, **options: Any) -> Curve:
    return Curve.from_frame(frame, y_true="truth", y_score="score", **options)


def moments_of(frame: Any, **options: Any) -> Moments:
    return Moments.from_frame(frame, y_true="truth", y_pred="score", **options)


# -- the same as from arrays -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("data", [NUMBERS, TEXT])
@pytest.mark.parametrize("weight", [None, "weight"])
def test_counts_equal_those_of_arrays(make: Callable[[Data], Any], data: Data, weight: str | None) -> None:
    weights = None if weight is None else data["weight"]
    expected = Counts.from_labels(data["truth"], data["guess"], sample_weight=weights)
    found = counts_of(make(data), sample_weight=weight)
    assert found == expected
    assert (found.labels, found.ordered, found.table.dtype) == (expected.labels, expected.ordered, expected.table.dtype)
    assert (found.squares is None) == (weight is None)
    labels = ["yes", "maybe", "no"] if data is TEXT else [7, 3, 2, 1]
    declared = Counts.from_labels(data["truth"], data["guess"], sample_weight=weights, labels=labels)
    assert counts_of(make(data), sample_weight=weight, labels=labels) == declared


@pytest.mark.parametrize("weight", [None, "weight"])
def test_curves_equal_those_of_arrays(make: Callable[[Data], Any], weight: str | None) -> None:
    weights = None if weight is None else TEXT["weight"]
    expected = Curve.from_scores(TEXT["truth"], TEXT["score"], pos_label="yes", sample_weight=weights)
    found = curve_of(make(TEXT), pos_label="yes", sample_weight=weight)
    assert found == expected
    assert found.weights.dtype == expected.weights.dtype
    for truth in ([0, 1, 1, 0, 0, 1], [3, 9, 9, 3, 3, 9], [False, True, True, False, False, True]):
        numbers = {**NUMBERS, "truth": truth}
        weights = None if weight is None else NUMBERS["weight"]
        expected = Curve.from_scores(truth, NUMBERS["score"], sample_weight=weights)
        assert curve_of(make(numbers), sample_weight=weight) == expected
    turned = Curve.from_scores(TEXT["truth"], TEXT["score"], labels=["yes", "no"])
    assert curve_of(make(TEXT), labels=["yes", "no"]) == turned


@pytest.mark.parametrize("weight", [None, "weight"])
def test_moments_equal_those_of_arrays(make: Callable[[Data], Any], weight: str | None) -> None:
    weights = None if weight is None else NUMBERS["weight"]
    expected = Moments.from_measurements(NUMBERS["truth"], NUMBERS["score"], sample_weight=weights)
    found = moments_of(make(NUMBERS), sample_weight=weight)
    for name in ("weight", "squares", "mean", "comoment"):
        assert_allclose(getattr(found, name), getattr(expected, name), rtol=1e-14)


def test_equal_constants_are_undefined_in_every_engine(make: Callable[[Data], Any]) -> None:
    for rows in (3, 7, 100):
        constant = moments_of(make({"truth": [0.1] * rows, "score": [0.1] * rows}))
        assert constant.mean.tolist() == [0.1, 0.1]
        assert np.isnan(concordance_correlation.outcome(constant).value)


@given(st.data(), st.sampled_from(sorted(EAGER | LAZY)))
def test_any_rows_give_the_same_in_every_engine(data: st.DataObject, engine: str) -> None:
    rows = data.draw(st.integers(1, 15))
    truth = data.draw(st.lists(st.sampled_from([-5, 0, 1, 10**12]), min_size=rows, max_size=rows))
    guess = data.draw(st.lists(st.sampled_from([0, 1, 2]), min_size=rows, max_size=rows))
    weights = data.draw(st.lists(st.sampled_from([0.0, 0.25, 1.0, 3.0]), min_size=rows, max_size=rows))
    frame = ENGINES[engine]({"truth": truth, "guess": guess, "score": guess, "weight": weights})
    assert counts_of(frame) == Counts.from_labels(truth, guess)
    assert counts_of(frame, sample_weight="weight") == Counts.from_labels(truth, guess, sample_weight=weights)
    labels = [0, 1, -5, 10**12]
    if len(set(truth)) <= 2 and len(set(truth) | {0, 1}) == 2:
        assert curve_of(frame, sample_weight="weight") == Curve.from_scores(truth, guess, sample_weight=weights)
    assert counts_of(frame, labels=[*labels, 2]) == Counts.from_labels(truth, guess, labels=[*labels, 2])


# -- missing values and weights --------------------------------------------------------------------------------------


def test_missing_values_are_dropped_and_counted(make: Callable[[Data], Any]) -> None:
    counts = counts_of(make(GAPS), missing="drop")
    assert (counts.missing, counts.labels, counts.table.tolist()) == (4, ("no", "yes"), [[1, 0], [1, 1]])
    weighed = counts_of(make(GAPS), missing="drop", sample_weight="weight")
    # The last row has weight zero: it is absent, and nobody counts what it lacks.
    assert (weighed.missing, weighed.table.tolist()) == (3, [[32.0, 0.0], [16.0, 4.0]])
    curve = curve_of(make(GAPS), missing="drop", pos_label="yes", sample_weight="weight")
    assert (curve.missing, curve.scores.tolist(), curve.weights.tolist()) == (3, [0.5, 0.25], [[1, 16], [0, 4]])
    data = {"truth": [1.0, None, 3.0, None], "score": [1.0, 2.0, None, None], "weight": [1, 1, 1, 0]}
    moments = moments_of(make(data), missing="drop", sample_weight="weight")
    assert (moments.missing, moments.n, moments.mean.tolist()) == (2, 1.0, [1.0, 1.0])
    assert moments_of(make(data), missing="drop").missing == 3


def test_missing_values_raise(make: Callable[[Data], Any]) -> None:
    with pytest.raises(MissingValuesError, match=r"[23] missing.* and .* [23] missing"):
        counts_of(make(GAPS))
    with pytest.raises(MissingValuesError, match=r"2 missing"):
        curve_of(make(GAPS), pos_label="yes")
    with pytest.raises(MissingValuesError, match=r"missing|lack"):
        moments_of(make({"truth": [1.0, None], "score": [1.0, 2.0]}))
    for bad in (counts_of, curve_of, moments_of):
        with pytest.raises(OptionError, match="missing must be 'raise' or 'drop', not 'x'"):
            bad(make(NUMBERS), missing="x")


def test_nan_is_missing(make: Callable[[Data], Any]) -> None:
    data = {"truth": [0, 1, 1, 0], "guess": [0.0, float("nan"), 1.0, 1.0], "score": [0.5, float("nan"), 0.5, 0.25]}
    with pytest.raises(MissingValuesError, match="1 missing"):
        counts_of(make(data))
    counts = counts_of(make(data), missing="drop")
    assert (counts.missing, counts.labels, counts.table.tolist()) == (1, (0, 1), [[1, 1], [0, 1]])
    assert curve_of(make(data), missing="drop").weights.tolist() == [[1, 1], [1, 0]]
    assert moments_of(make(data), missing="drop").missing == 1


@pytest.mark.parametrize("bad", [-1.0, float("nan"), float("inf"), None])
def test_weights_that_are_none(make: Callable[[Data], Any], bad: float | None) -> None:
    data = {**NUMBERS, "truth": [0, 1, 1, 0, 0, 1], "weight": [1.0, 2.0, bad, 1.0, 0.0, 1.0]}
    for of in (counts_of, curve_of, moments_of):
        with pytest.raises(WeightError, match=r"^sample_weight "):
            of(make(data), sample_weight="weight")


def test_text_is_neither_weight_nor_rating(make: Callable[[Data], Any]) -> None:
    for of in (counts_of, curve_of, moments_of):
        options = {} if of is moments_of else {"labels": ["no", "yes"]}
        with pytest.raises((WeightError, ScoreError), match="must hold numbers"):
            of(make(TEXT), sample_weight="guess", **options)
    with pytest.raises(ScoreError, match="must hold numbers"):
        moments_of(make(TEXT))
    with pytest.raises(ScoreError, match="must hold numbers"):
        Curve.from_frame(make(TEXT), y_true="truth", y_score="guess", pos_label="yes")


@pytest.mark.parametrize("engine", EAGER | LAZY)
def test_no_row(engine: str) -> None:
    frame = nw.from_native(ENGINES[engine](NUMBERS)).filter(nw.col("truth") > 100).to_native()
    for weight in (None, "weight"):
        assert counts_of(frame, sample_weight=weight).labels == ()
        assert counts_of(frame, sample_weight=weight, labels=[1, 2]) == Counts.empty([1, 2])
        assert curve_of(frame, sample_weight=weight) == Curve.empty()
        assert moments_of(frame, sample_weight=weight) == Moments.empty()


# -- columns and frames ----------------------------------------------------------------------------------------------


def test_columns_of_pandas_named_by_numbers() -> None:
    frame = pd.DataFrame({0: [1, 2], 1: [1, 1]})
    assert Counts.from_frame(frame, y_true=0, y_pred=1).table.tolist() == [[1, 0], [1, 0]]  # type: ignore[arg-type]
    with pytest.raises(ColumnError, match=r"^no column 'y'; columns: 0, 1\.$"):
        Counts.from_frame(frame, y_true="y", y_pred=1)  # type: ignore[arg-type]


# -- lazy frames stay where they are ---------------------------------------------------------------------------------


def test_only_groups_leave_a_lazy_frame(lazy: Callable[[Data], Any], collected: list[int]) -> None:
    rng, n = np.random.default_rng(0), 20_000
    data = {"truth": rng.integers(0, 2, n), "guess": rng.integers(0, 3, n), "weight": rng.integers(0, 4, n)}
    frame = lazy({name: column.tolist() for name, column in {**data, "score": rng.integers(0, 50, n) / 50}.items()})
    assert counts_of(frame).n == curve_of(frame).n == n
    counts_of(frame, sample_weight="weight")
    assert collected == [6, 100, 6]  # one row for each pair of labels, and for each score and label


def test_a_lazy_frame_reads_only_the_columns_it_needs() -> None:
    broken = pl.LazyFrame({"truth": [0, 1], "guess": [0, 1], "other": ["a", "b"]}).with_columns(
        pl.col("other").cast(pl.Int64)  # fails as soon as anybody reads it
    )
    assert counts_of(broken).n == 2


# -- names of columns that engines take as patterns ------------------------------------------------------------------


@pytest.mark.parametrize("engine", EAGER | LAZY)
@pytest.mark.parametrize("name", ["^.*$", "^a|b$", "*", 'p"q', 'p""q', "p'q", "a.b", "a b", "[x]", "a\\", "é", "a,b"])
def test_a_name_of_a_column_means_that_column(engine: str, name: str) -> None:
    """Polars takes "^a|b$" as every column that it fits, and DuckDB "*" as all: another column was read in silence."""
    data: Data = {"a": [1, 1, 0, 1, 0], name: [0, 1, 0, 1, 1], "w": [1.0, 2.0, 1.0, 3.0, 1.0]}
    scores = {name: [0.5, 0.25, 1.0, 0.75, 0.5], "t": [0, 1, 1, 1, 0]}
    if engine == "duckdb" and name == "*":
        with pytest.raises(ColumnError, match="cannot be named '\\*'"):
            Counts.from_frame(ENGINES[engine](data), y_true="a", y_pred=name)
        return
    found = Counts.from_frame(ENGINES[engine](data), y_true="a", y_pred=name, sample_weight="w")
    assert found == Counts.from_labels(data["a"], data[name], sample_weight=data["w"])
    found = Counts.from_frame(ENGINES[engine](data), y_true="a", y_pred="a", sample_weight=name)
    assert found == Counts.from_labels(data["a"], data["a"], sample_weight=data[name])
    curve = Curve.from_frame(ENGINES[engine](scores), y_true="t", y_score=name)
    assert curve == Curve.from_scores(scores["t"], scores[name])
    moments = Moments.from_frame(ENGINES[engine](scores), y_true=name, y_pred="t")
    assert_allclose(moments.mean, [0.6, 0.6], rtol=1e-12)
    if engine in LAZY:
        assert evaluate("a", name, data=ENGINES[engine](data)).counts == Counts.from_labels(data["a"], data[name])


# -- files -----------------------------------------------------------------------------------------------------------


def test_batches_of_nothing_but_gaps(tmp_path: Path) -> None:
    path = tmp_path / "d.csv"
    path.write_text("t,x,y\n" + "1,0.5,1\n0,2,3\n" * 5 + "1,NA,1\n" * 10 + "1,,1\n" * 10 + "0,1.5,2\n")
    whole = read_columns(path, ["t", "x", "y"])
    found = Moments.from_frame(scan(path), y_true="x", y_pred="y", missing="drop")
    assert (found.n, found.missing) == (11, 20)
    assert_allclose(found.mean, Moments.from_frame(whole, y_true="x", y_pred="y", missing="drop").mean)
    curve = Curve.from_frame(scan(path), y_true="t", y_score="x", missing="drop")
    assert curve == Curve.from_frame(whole, y_true="t", y_score="x", missing="drop")
    with pytest.raises(MissingValuesError, match=r"x has 20 missing \(the first in row 10\)"):
        Moments.from_frame(scan(path), y_true="x", y_pred="y")
    with pytest.raises(WeightError, match="20 are not, the first in row 10: nan"):
        Counts.from_frame(scan(path), y_true="t", y_pred="t", sample_weight="x")
