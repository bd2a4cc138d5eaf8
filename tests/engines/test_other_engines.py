"""
Engines that few machines have: Ibis on DuckDB, Dask, PySpark in this process and over Spark Connect.

What holds for Polars and DuckDB in the neighbouring files is asked here once of each: the same numbers as of arrays,
and only groups come home. ``nox -s engines`` installs them.
"""

from __future__ import annotations

import datetime as dt
import os
import shutil
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import polars as pl
import pytest
from numpy.testing import assert_allclose

from concordant import (
    BucketCurve,
    Counts,
    Curve,
    CurveStack,
    best_threshold,
    brier_score,
    cohen_kappa,
    evaluate,
    f1,
    ordinal_cut_points,
    roc_auc,
)
from concordant.errors import ColumnError, MissingValuesError, WeightError

pytestmark = pytest.mark.filterwarnings("ignore")  # what these engines say of each other's versions

N = 240
RNG = np.random.default_rng(11)
TRUTH = RNG.integers(0, 2, N)
DAY = dt.datetime(2026, 1, 1)  # noqa: DTZ001  (engines disagree about zones)
ROWS = pl.DataFrame(
    {
        "y": TRUTH,
        "s": np.round(1 / (1 + np.exp(-RNG.normal(TRUTH, 1))), 1),
        "x": 1 / (1 + np.exp(-RNG.normal(TRUTH, 1))),
        "grade": TRUTH + RNG.integers(0, 2, N),
        "k": RNG.choice(["low", "mid", "high"], N),
        "p": RNG.choice(["low", "mid", "high"], N),
        "w": RNG.integers(0, 4, N) / 2,
        "site": RNG.choice(["north", "south"], N),
        "at": [DAY + dt.timedelta(hours=int(hour)) for hour in np.sort(RNG.integers(0, 96, N))],
        "gap": [None if place < 7 else "low" for place in range(N)],
        "debt": [-1.0] * 3 + [1.0] * (N - 3),
        "team": RNG.integers(0, 9, N),
        **dict(zip(("p_high", "p_low", "p_mid"), (RNG.multinomial(8, [0.3, 0.3, 0.4], N) / 8).T, strict=True)),
    }
)
LABELS = ["low", "mid", "high"]


def _ibis() -> Iterator[Any]:
    ibis = pytest.importorskip("ibis", reason="Ibis is not installed")
    yield ibis.memtable(ROWS.to_arrow())  # in DuckDB, which Ibis takes by default


def _dask() -> Iterator[Any]:
    dask = pytest.importorskip("dask", reason="Dask is not installed")
    from dask.dataframe import from_pandas

    with dask.config.set(scheduler="synchronous"):
        yield from_pandas(ROWS.to_pandas(), npartitions=3)


def _spark(*, remote: bool) -> Iterator[Any]:
    if remote:
        pytest.importorskip("grpc", reason="Spark Connect is not installed")
    sql = pytest.importorskip("pyspark.sql", reason="PySpark is not installed")
    if shutil.which("java") is None:
        pytest.skip("Spark needs Java")
    builder = sql.SparkSession.builder
    builder = builder.remote("local[1]") if remote else builder.master("local[1]")
    for setting, value in (("ui.enabled", "false"), ("sql.shuffle.partitions", "2"), ("sql.session.timeZone", "UTC")):
        builder = builder.config(f"spark.{setting}", value)
    session = builder.getOrCreate()
    yield session.createDataFrame(ROWS.rows(), ROWS.columns)
    session.stop()
    for name in ("LOCAL_REMOTE", "REMOTE", "CONNECT_MODE_ENABLED"):  # a session of the other kind follows
        os.environ.pop(f"SPARK_{name}", None)


ENGINES: dict[str, Callable[[], Iterator[Any]]] = {
    "ibis": _ibis,
    "dask": _dask,
    "spark": lambda: _spark(remote=False),
    "spark connect": lambda: _spark(remote=True),
}


@pytest.fixture(params=ENGINES, scope="module")
def frame(request: pytest.FixtureRequest) -> Iterator[Any]:
    yield from ENGINES[request.param]()


@pytest.mark.parametrize("weight", [None, "w"])
def test_states_are_those_of_the_arrays_and_only_groups_come_home(
    frame: Any, weight: str | None, collected: list[int]
) -> None:
    weights = None if weight is None else ROWS[weight]
    counts = Counts.from_frame(frame, y_true="k", y_pred="p", sample_weight=weight, labels=LABELS)
    assert counts == Counts.from_labels(ROWS["k"], ROWS["p"], sample_weight=weights, labels=LABELS)
    curve = Curve.from_frame(frame, y_true="y", y_score="s", sample_weight=weight)
    assert curve == Curve.from_scores(ROWS["y"], ROWS["s"], sample_weight=weights)
    buckets = BucketCurve.from_frame(frame, y_true="y", y_score="s", sample_weight=weight, key="probability")
    assert buckets == BucketCurve.from_scores(ROWS["y"], ROWS["s"], sample_weight=weights, key="probability")
    assert max(collected) <= 2 * ROWS["s"].n_unique()


def test_calls_take_names_of_columns(frame: Any) -> None:
    assert cohen_kappa("k", "p", data=frame, labels=LABELS, weights="quadratic") == cohen_kappa(
        ROWS["k"], ROWS["p"], labels=LABELS, weights="quadratic"
    )
    assert f1("k", "p", data=frame, average="macro", sample_weight="w") == pytest.approx(
        f1(ROWS["k"], ROWS["p"], average="macro", sample_weight=ROWS["w"]), rel=1e-12
    )
    stack = CurveStack.from_frame(frame, y_true="k", y_score=["p_low", "p_mid", "p_high"], labels=LABELS)
    assert stack == CurveStack.from_frame(ROWS, y_true="k", y_score=["p_low", "p_mid", "p_high"], labels=LABELS)
    assert brier_score("y", "s", data=frame) == pytest.approx(brier_score(ROWS["y"], ROWS["s"]), rel=1e-12)
    found, expected = roc_auc.interval("y", "s", data=frame), roc_auc.interval(ROWS["y"], ROWS["s"])
    assert_allclose([found.value, found.low, found.high], [expected.value, expected.low, expected.high], rtol=1e-12)


@pytest.mark.parametrize("beside", [{}, {"sample_weight": "w"}, {"by": "site"}])
def test_a_page_is_that_of_the_rows(frame: Any, beside: dict[str, str]) -> None:
    found, expected = (evaluate("k", "p", data=data, labels=LABELS, **beside) for data in (frame, ROWS))
    assert (found.n, found.counts) == (expected.n, expected.counts)
    assert [one.value for one in found] == [one.value for one in expected]


def test_thresholds_and_cut_points_are_those_of_the_rows(frame: Any) -> None:
    found, expected = best_threshold("y", "x", "f1", data=frame), best_threshold(ROWS["y"], ROWS["x"], "f1")
    for name in ("threshold", "value", "low", "high", "optima", "n"):
        assert getattr(found, name) == getattr(expected, name)
    assert len(found.fold_thresholds) == 5
    cuts = ordinal_cut_points("grade", "x", method="exact", cv=None, data=frame)
    memory = ordinal_cut_points(ROWS["grade"], ROWS["x"], method="exact", cv=None)
    assert (cuts.cut_points, cuts.value, cuts.labels) == (memory.cut_points, memory.value, memory.labels)


def test_groups_and_windows_are_made_by_one_query(frame: Any, collected: list[int]) -> None:
    found = Counts.by_group(frame, y_true="k", y_pred="p", by=["site", ("at", "1d")], labels=LABELS)
    assert len(collected) == 1
    days = ROWS.with_columns(day=pl.col("at").dt.truncate("1d"))
    for (site, *_), rows in days.partition_by("site", "day", as_dict=True).items():
        state = Counts.from_labels(rows["k"], rows["p"], labels=LABELS)
        assert state in [one for key, one in found.items() if key[0] == site]
    assert found.total() == Counts.from_labels(ROWS["k"], ROWS["p"], labels=LABELS)


def test_vectors_of_spark_are_read(frame: Any) -> None:
    if not type(frame).__module__.startswith("pyspark"):
        pytest.skip("only Spark has them")
    from pyspark.ml.linalg import Vectors

    rows = [(0, Vectors.dense(0.8, 0.2)), (1, Vectors.sparse(2, [1], [1.0])), (1, Vectors.dense(0.4, 0.6))]
    vectors = frame.sparkSession.createDataFrame(rows, ["y", "the probability"])
    expected = brier_score([0, 1, 1], [0.2, 1.0, 0.6])
    for data in (vectors, vectors.toPandas()):
        assert brier_score("y", "the probability", data=data) == pytest.approx(expected, rel=1e-14)
        assert evaluate("y", y_score="the probability", data=data)["brier_score"].value == pytest.approx(expected)


def test_what_is_wrong_is_said(frame: Any) -> None:
    with pytest.raises(MissingValuesError, match="7 missing"):
        Counts.from_frame(frame, y_true="gap", y_pred="p")
    with pytest.raises(WeightError, match="3 are not"):
        Counts.from_frame(frame, y_true="k", y_pred="p", sample_weight="debt")
    with pytest.raises(ColumnError, match="site"):
        Counts.by_group(frame, y_true="k", y_pred="p", by="sites")
