"""Pages of one score a class in files that are read in batches: as of the columns in memory, or with certain bounds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from concordant import evaluate, roc_auc
from concordant.errors import ConcordantError, LabelOrderError, LengthError, MissingValuesError
from concordant.report.batches import Request, summarise
from concordant.sources import batches as row_limit
from concordant.sources import score_batches as class_fold
from concordant.sources.buckets import BucketStack
from concordant.sources.files import find_files
from concordant.states import BucketCurve, CurveStack, ScoreKey

NAMES = np.array(["ape", "bee", "cow", "doe"])


@pytest.fixture(autouse=True)
def _in_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read any file in batches, in blocks of 64 rows."""
    monkeypatch.setattr(row_limit, "MOST_ROWS", 0)
    monkeypatch.setattr(class_fold, "BATCH", 64)


def rows_of(rows: int = 500, size: int = 3) -> pl.DataFrame:
    """Labels, probabilities, other scores, and scores with gaps."""
    rng = np.random.default_rng(0)
    truth = rng.integers(0, size, rows)
    level = rng.normal(0, 1, (rows, size))
    level[np.arange(rows), truth] += 1
    share = np.exp(level) / np.exp(level).sum(1, keepdims=True)
    named = {f"p_{NAMES[k]}": share[:, k] for k in range(size)}
    frame = pl.DataFrame({"t": NAMES[truth], "i": truth, "u": NAMES[rng.integers(0, size, rows)], **named})
    frame = frame.with_columns(pl.Series(f"z{k}", np.round(level[:, k], 1)) for k in range(size))
    frame = frame.with_columns(w=pl.Series(rng.integers(1, 4, rows)))
    return frame.with_columns(gap0=pl.when(pl.int_range(rows) % 11 == 3).then(None).otherwise(pl.col("z0")))


SHARES = ["p_ape", "p_bee", "p_cow"]


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data(), size=st.integers(3, 4))
def test_no_order_within_buckets_leaves_the_bounds(data: st.DataObject, size: int) -> None:
    rows = data.draw(st.integers(size, 40))
    truth = np.array([*range(size), *data.draw(st.lists(st.integers(0, size - 1), min_size=rows, max_size=rows))])
    few, many = st.sampled_from(np.linspace(0, 1, 41).tolist()), len(truth) * size
    scores = np.array(data.draw(st.lists(few, min_size=many, max_size=many))).reshape(-1, size)
    exact = CurveStack.from_scores(truth, scores, labels=range(size))
    key = ScoreKey(bits=1)
    stack = BucketStack(tuple(BucketCurve.from_curve(one, key=key) for one in exact.curves), exact.outputs)
    for options in ({"average": "macro"}, {"average": None}, {"average": None, "multi_class": "ovo"}):
        low, value, high = (
            np.asarray(roc_auc.of(one, **options))
            for one in (stack.ordered(own_first=False), exact, stack.ordered(own_first=True))
        )
        assert (low <= value + 1e-12).all()
        assert (value <= high + 1e-12).all()


def test_what_is_wrong_is_said_as_of_rows_in_memory(tmp_path: Path) -> None:
    frame, path = rows_of(), tmp_path / "rows.parquet"
    frame.with_columns(
        pl.col("p_ape").alias("x"), pl.col("p_bee").alias("y"), pl.col("p_cow").alias("v")
    ).write_parquet(path)
    wrong: list[tuple[type[ConcordantError], dict[str, Any]]] = [
        (LabelOrderError, {"y_true": "t", "y_score": ["x", "y", "v"]}),
        (LengthError, {"y_true": "t", "y_score": [*SHARES, "z0"]}),
        (MissingValuesError, {"y_true": "i", "y_score": ["gap0", "z1", "z2"], "labels": [0, 1, 2]}),
    ]
    for error, asked in wrong:
        said = []
        for data in (path, pl.read_parquet(path)):
            with pytest.raises(error) as raised:
                evaluate(data=data, **asked)
            said.append(str(raised.value))
        assert said[0] == said[1]


def test_where_batches_do_not_serve_columns_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows_of().write_parquet(tmp_path / "rows.parquet")
    asked: dict[str, Any] = {"y_true": "t", "y_score": SHARES}
    for more in ({"by": "u"}, {"cluster": "i"}, {"sample_weight": "w"}, {"exact": True}):
        page = evaluate(data=tmp_path / "rows.parquet", **asked, **more)
        assert not any("batches" in said for said in page.assumptions)
    monkeypatch.setattr(class_fold, "_ROOM", 1)
    assert summarise(find_files(tmp_path), Request(truth="t", scores=tuple(SHARES))) is None
