"""Every call of a metric takes names of columns and `data=`: the same numbers from arrays, frames, engines, files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import narwhals as nw
import numpy as np
import numpy.typing as npt
import pandas as pd
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from support.files import LAZY

import concordant
from concordant.engines import arrays as engines_arrays
from concordant.errors import ColumnError, DataFileError, InputTypeError, LabelError, MissingValuesError
from concordant.inputs.labels import check_labels
from concordant.metrics.definition import named_columns
from concordant.sources.batches import LazyRows
from concordant.states import BucketCurve, Counts, Curve

N = 300
RNG = np.random.default_rng(5)
Y = RNG.integers(0, 2, N)
CLASSES = np.round(RNG.dirichlet(np.ones(3), N), 1)
CLASSES[:, 2] = np.clip(1 - CLASSES[:, 0] - CLASSES[:, 1], 0, 1)
COLUMNS: dict[str, Any] = {
    "y": Y,
    "s": np.round(1 / (1 + np.exp(-RNG.normal(Y, 1))), 2),
    "r": np.round(1 / (1 + np.exp(-RNG.normal(Y / 2, 1))), 1),
    "k": RNG.integers(0, 3, N),
    "p": RNG.integers(0, 3, N),
    "q": RNG.integers(0, 3, N),
    "w": RNG.integers(0, 4, N) / 2,
    "c": RNG.integers(0, 20, N),
    "gap": [None] * 3 + [0.5] * (N - 3),
    "a": CLASSES[:, 0],
    "b": CLASSES[:, 1],
    "z": CLASSES[:, 2],
}
FRAME = pl.DataFrame(COLUMNS)
ABZ = ["a", "b", "z"]


@pytest.fixture(params=["pandas", "lazy", "duckdb", "scan"])
def data(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    if request.param == "scan":
        FRAME.write_parquet(tmp_path / "rows.parquet")
        return concordant.scan(tmp_path / "rows.parquet")
    return (
        FRAME.to_pandas()
        if request.param == "pandas"
        else LAZY["polars" if request.param == "lazy" else request.param](FRAME)
    )


def arrays(names: Any) -> Any:
    return np.stack([COLUMNS[name] for name in names], 1) if isinstance(names, list) else COLUMNS[names]


VALUES: list[tuple[Any, tuple[Any, ...], dict[str, Any]]] = [
    (concordant.cohen_kappa, ("k", "p"), {"weights": "quadratic"}),
    (concordant.f1, ("k", "p"), {"average": "macro"}),
    (concordant.roc_auc, ("y", "s"), {}),
    (concordant.roc_auc, ("k", ABZ), {"multi_class": "ovr", "average": "macro"}),
    (concordant.expected_calibration_error, ("y", "s"), {"reduction": "top_label"}),
    (concordant.brier_score, ("y", "s"), {}),
    (concordant.brier_score, ("k", ABZ), {}),
    (concordant.concordance_correlation, ("s", "r"), {}),
    (concordant.top_k_accuracy, ("k", ABZ), {"k": 2}),
    (concordant.krippendorff_alpha, (["k", "p", "q"],), {}),
    (concordant.fleiss_kappa, ("k", "p"), {}),
    (concordant.overall_concordance, (["s", "r", "a"],), {}),
]


@pytest.mark.parametrize("weight", [None, "w"])
def test_values_are_those_of_the_arrays(data: Any, weight: str | None) -> None:
    for metric, names, options in VALUES:
        expected = metric(*map(arrays, names), **options, sample_weight=None if weight is None else COLUMNS[weight])
        assert_allclose(metric(*names, data=data, **options, sample_weight=weight), expected, rtol=1e-12)


@pytest.mark.parametrize("beside", [{}, {"cluster": "c"}, {"sample_weight": "w"}])
def test_intervals_are_those_of_the_arrays(data: Any, beside: dict[str, str]) -> None:
    columns = {option: COLUMNS[name] for option, name in beside.items()}
    for metric, names, options in VALUES:
        if len(names) == 2 and metric is concordant.fleiss_kappa and "cluster" in beside:
            continue  # two columns of a panel have none
        if metric is concordant.expected_calibration_error:
            continue  # a bootstrap, whose draws follow the order of the rows
        found = metric.interval(*names, data=data, **options, **beside, draws=200)
        expected = metric.interval(*map(arrays, names), **options, **columns, draws=200)
        assert found.method == expected.method
        assert_allclose([found.low, found.high], [expected.low, expected.high], rtol=1e-9)


@pytest.mark.parametrize("method", [None, "percentile"])
def test_intervals_of_counted_rows_need_no_row(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, method: str) -> None:
    """Also those of draws: rows that are alike are drawn as one count, in memory too."""
    FRAME.select("k", "p", "y", "s").write_csv(tmp_path / "rows.csv")
    monkeypatch.setattr(named_columns, "named_rows", None)
    for metric, names, options in VALUES[:3]:
        expected = metric.interval(*map(arrays, names), **options, method=method, draws=100)
        assert metric.interval(*names, data=tmp_path / "rows.csv", **options, method=method, draws=100) == expected


@pytest.mark.parametrize("beside", [{}, {"cluster": "c"}, {"sample_weight": "w"}])
def test_comparisons_are_those_of_the_arrays(data: Any, beside: dict[str, str]) -> None:
    columns = {option: COLUMNS[name] for option, name in beside.items()}
    for metric, names in (
        (concordant.accuracy, ("k", "p", "q")),
        (concordant.cohen_kappa, ("k", "p", "q")),
        (concordant.roc_auc, ("y", "s", "r")),
        (concordant.brier_score, ("y", "s", "r")),
    ):
        found = metric.compare(*names, data=data, **beside)
        expected = metric.compare(*map(arrays, names), **columns)
        assert found.method == expected.method
        assert_allclose([found.low, found.high, found.p_value], [expected.low, expected.high, expected.p_value], 1e-8)


def test_states_and_columns_by_keyword(data: Any) -> None:
    y, s = COLUMNS["y"], COLUMNS["s"]
    assert concordant.roc_auc(y_true="y", y_score="s", data=data) == concordant.roc_auc(y, s)
    assert concordant.roc_auc.state("y", "s", data=data) == concordant.roc_auc.state(y, s)
    brier = concordant.brier_score.state("y", "s", data=data)
    assert_allclose([brier.n, brier.squares, *brier.mean], [N, N, concordant.brier_score(y, s), *brier.mean[1:]])


@pytest.mark.parametrize(
    ("names", "options", "error", "says"),
    [
        (("y", "S"), {}, ColumnError, "no column 'S'; did you mean 's'"),
        (("y", "s"), {"sample_weight": "weight"}, ColumnError, "no column 'weight'"),
        (("y", Y), {}, InputTypeError, "by their names, not as ndarray"),
        (("y",), {}, InputTypeError, "y_score is absent"),
        ((), {}, InputTypeError, "y_true and y_score are absent"),
        (("y", "gap"), {}, MissingValuesError, "3 missing"),
        (("y", "s"), {"wieght": 1}, InputTypeError, "no option 'wieght'"),
    ],
)
def test_what_cannot_be_read_is_said(
    data: Any, names: Any, options: dict[str, Any], error: type[Exception], says: str
) -> None:
    for call in (concordant.roc_auc, concordant.roc_auc.interval):
        with pytest.raises(error, match=f"(?i){says}"):
            call(*names, data=data, **options)


def test_only_groups_come_home(collected: list[int]) -> None:
    lazy = FRAME.lazy()
    concordant.accuracy("k", "p", data=lazy)
    concordant.accuracy.compare("k", "p", "q", data=lazy)
    assert collected == [9, 27]


@pytest.mark.parametrize(
    ("metric", "names"),
    [(concordant.net_benefit, ("y", "s")), (concordant.f_beta, ("y", "y")), (concordant.expected_cost, ("k", "p"))],
)
def test_a_state_needs_no_option_of_the_formula(data: Any, metric: Any, names: tuple[str, str]) -> None:
    expected = metric.state(*map(arrays, names))
    assert metric.state(*names, data=data) == expected
    with pytest.raises(InputTypeError, match="no option 'labls'"):
        metric.state(*names, data=data, labls=[0, 1])


@pytest.mark.filterwarnings("ignore::concordant.errors.IntervalWarning")
@pytest.mark.parametrize("value", ["INTERVAL 1 DAY", "[1]", "{'a': 1}", "MAP {'a': 1}", "'a'::BLOB", "1::HUGEINT"])
def test_any_kind_of_value_is_read_or_refused_as_it_is_in_memory(value: str) -> None:
    text = f"from (values ({value}, {value}, 1.5), ({value}, {value}, 2.5)) as rows(t, p, w)"
    rows = duckdb.connect().sql(text)
    beside: tuple[dict[str, Any], ...] = ({}, {"sample_weight": "w"})
    for option in beside:
        if value[0] in "[{M" or value.startswith("INTERVAL"):
            with pytest.raises(LabelError, match="cannot be labels"):
                concordant.accuracy.interval("t", "p", data=rows, **option)
        else:
            assert concordant.accuracy.interval("t", "p", data=rows, **option).value == 1


def test_what_an_engine_says_against_its_frame_is_an_error_of_ours(tmp_path: Path) -> None:
    rows = pl.DataFrame({"t": [0, 1] * 30, "p": [0, 1, 1] * 20, "s": [0.1, 0.7, 0.4] * 20})
    rows.write_parquet(tmp_path / "1.parquet")
    rows.with_columns(x=1).write_parquet(tmp_path / "2.parquet")
    files = tmp_path / "*.parquet"
    expected = concordant.accuracy("t", "p", data=pl.concat([rows, rows]))
    assert concordant.accuracy("t", "p", data=concordant.scan(files)) == expected
    advice = r"the lazy frame cannot be read \(extra column .*: x, .*data=concordant\.scan"
    conversion = "cannot be read .*Could not convert string 'a'"
    frames = {
        advice: pl.scan_parquet(files),
        "cannot be read .*unable to find column": rows.lazy().select("absent"),
        conversion: duckdb.connect().sql("select 'a'::INT as t, 1 as p, 0.5 as s"),
    }
    for message, frame in frames.items():
        for call in (
            lambda frame: concordant.accuracy("t", "p", data=frame),
            lambda frame: concordant.roc_auc.interval("t", "s", data=frame),
            lambda frame: concordant.states.Counts.by_group(frame, by="p", y_true="t", y_pred="p"),
            lambda frame: concordant.best_threshold("t", "s", data=frame, metric="f1"),
            lambda frame: concordant.evaluate("t", "p", data=frame),
            lambda frame: concordant.evaluate("t", y_score="s", data=frame),
        ):
            with pytest.raises(DataFileError, match=message) as caught:
                call(frame)
            assert caught.value.__cause__ is not None


def test_columns_of_the_same_name_are_refused() -> None:
    rows = pd.DataFrame([[0, 1, 1], [1, 1, 0]], columns=["t", "p", "p"])
    for call in (
        lambda: concordant.accuracy("t", "p", data=rows),
        lambda: concordant.states.Counts.from_frame(rows, y_true="t", y_pred="p"),
        lambda: concordant.states.Counts.by_group(rows, by="t", y_true="t", y_pred="p"),
        lambda: concordant.evaluate("t", "p", data=rows),
    ):
        with pytest.raises(ColumnError, match=r"columns of the same name: .*'p' 2 times"):
            call()


# Enums keep their order

WORDS = ["mild", "grave", "fatal", "absent"]
STATES = ["well", "ill"]
ENUM_RNG = np.random.default_rng(3)
ENUM_N = 400
TRUTH = ENUM_RNG.integers(0, 3, ENUM_N)
PRED = np.where(ENUM_RNG.random(ENUM_N) < 0.6, TRUTH, ENUM_RNG.integers(0, 3, ENUM_N))
ENUM = pl.Enum(WORDS)
WORD_ROWS = pl.DataFrame(
    {
        "t": pl.Series([WORDS[k] for k in TRUTH], dtype=ENUM),
        "p": pl.Series([WORDS[k] for k in PRED], dtype=ENUM),
        "y": pl.Series([STATES[int(k > 1)] for k in TRUTH], dtype=pl.Enum(STATES)),
        "s": np.round(ENUM_RNG.random(ENUM_N) * 0.4 + TRUTH * 0.2, 2),
        "w": ENUM_RNG.integers(1, 4, ENUM_N) / 2,
    }
)


@pytest.fixture(scope="module")
def relation() -> Iterator[Any]:
    with duckdb.connect() as base:
        plain = WORD_ROWS.with_columns(pl.col("t", "p", "y").cast(pl.String))
        base.register("plain", plain.to_arrow())
        base.execute("CREATE TYPE words AS ENUM ('mild', 'grave', 'fatal', 'absent')")
        base.execute("CREATE TYPE states AS ENUM ('well', 'ill')")
        base.execute("CREATE TABLE held AS SELECT t::words AS t, p::words AS p, y::states AS y, s, w FROM plain")
        yield base.table("held")


@pytest.mark.parametrize(
    "call",
    [
        lambda rows: Counts.from_frame(rows, y_true="t", y_pred="p", sample_weight="w"),
        lambda rows: Curve.from_frame(rows, y_true="y", y_score="s"),
        lambda rows: BucketCurve.from_frame(rows, y_true="y", y_score="s"),
        lambda rows: concordant.cohen_kappa("t", "p", data=rows, weights="quadratic"),
        lambda rows: concordant.best_threshold("y", "s", "f1", data=rows, cv=None),
        lambda rows: concordant.evaluate("t", "p", data=rows).labels,
    ],
)
def test_words_have_the_order_of_their_enum(relation: Any, call: Any) -> None:
    assert call(relation) == call(WORD_ROWS)
    counts = Counts.from_frame(relation, y_true="t", y_pred="p")
    assert (counts.labels, counts.ordered) == (tuple(WORDS), True)


def test_batches_are_polars_enums_and_other_columns_are_as_they_were(relation: Any) -> None:
    rows = LazyRows.of(nw.from_native(relation))
    assert rows is not None
    parts = list(rows.batches(["t", "s"], 150))
    assert pl.concat(parts).equals(WORD_ROWS.select("t", "s"))
    assert rows.head(["p"], 5).equals(WORD_ROWS.select("p").head(5))


# Rows that stand for several

ROWS = st.lists(st.tuples(st.integers(0, 3), st.integers(-2, 2), st.integers(1, 5)), max_size=12)


def times_of(*numbers: int) -> npt.NDArray[np.int64]:
    return np.array(numbers, np.int64)


@given(ROWS, st.sampled_from([0, 10**6, 10**12]))
def test_counts_are_those_of_the_rows_written_out(rows: list[tuple[int, int, int]], far: int) -> None:
    true, pred = ([row[k] * far + row[k] for row in rows] for k in (0, 1))
    times = times_of(*(row[2] for row in rows))
    found = engines_arrays.counts(check_labels(np.array(true, int), np.array(pred, int), times=times))
    assert found == Counts.from_labels(np.repeat(true, times).astype(int), np.repeat(pred, times).astype(int))


def test_weights_are_the_sums_of_groups_and_times_their_rows() -> None:
    rows = check_labels([0, 1, None], [0, 0, 1], sample_weight=[0.5, 0.0, 2.0], missing="drop", times=times_of(2, 0, 4))
    assert (engines_arrays.counts(rows).table.tolist(), rows.missing) == ([[0.5]], 4)
