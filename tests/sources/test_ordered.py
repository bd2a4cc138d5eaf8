"""Areas and KS from windows of scores: those of all rows in memory."""

from __future__ import annotations

import narwhals as nw
import numpy as np
import polars as pl
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from support.files import LAZY

from concordant import average_precision, evaluate, gini, kolmogorov_smirnov, roc_auc
from concordant.errors import OptionError
from concordant.sources import batches as row_limit
from concordant.sources import ordered
from concordant.sources.batches import LazyRows
from concordant.states import BucketCurve, Curve, ScoreKey
from concordant.states import curves as joined_scores

SHAPES = ("smooth", "tied", "one", "close", "alternating", "apart", "inverted", "infinite", "zeros", "tiny")


@pytest.fixture(autouse=True)
def _where_they_live(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add up any lazy frame."""
    monkeypatch.setattr(row_limit, "MOST_ROWS", 0)


def frame_of(seed: int, rows: int, shape: str) -> pl.DataFrame:
    """Rows whose scores lie close, tie, or alternate."""
    rng = np.random.default_rng(seed)
    truth = (rng.random(rows) < rng.uniform(0.02, 0.98)).astype(int)
    truth[:2] = 0, 1
    score = 1 / (1 + np.exp(-rng.normal(truth * rng.uniform(-1, 2), 1)))
    odd = np.where(rng.random(rows) < 0.5, -0.0, np.where(rng.random(rows) < 0.5, 0.0, score))
    scores = {
        "smooth": score,
        "tied": score.round(2),
        "one": np.full(rows, 0.25),
        "close": 0.5 + score * 1e-9,
        "alternating": (2 * rng.permutation(rows) + truth) / (2 * rows + 1),
        "apart": (score + truth) / 2,
        "inverted": (score + 1 - truth) / 2,
        "infinite": np.where(rng.random(rows) < 0.3, np.inf * np.where(score > 0.6, 1, -1), score * 40 - 9),
        "zeros": odd,
        "tiny": score * 1e-310,
    }
    return pl.DataFrame({"t": truth, "s": scores[shape]})


def sums_of(frame: pl.DataFrame, engine: str, bits: int = 2) -> ordered.ExactScores:
    """The sums of the batches of an engine, whatever the frame."""
    rows = LazyRows.of(nw.from_native(LAZY[engine](frame)))
    assert rows is not None
    key = ScoreKey("probability" if frame["s"].is_between(0, 1).all() else "real", bits=bits)
    curve = BucketCurve.from_scores(frame["t"], frame["s"], key=key)
    return ordered.exact_scores(rows, "t", "s", curve, types=frame.schema)


@given(
    seed=st.integers(0, 2**32),
    rows=st.integers(2, 500),
    shape=st.sampled_from(SHAPES),
    engine=st.sampled_from(sorted(LAZY)),
    bits=st.sampled_from([0, 3, 12]),
    share=st.sampled_from([1e-4, 0.02, 0.3]),
    window=st.sampled_from([40, 1000]),
)
@example(seed=1, rows=500, shape="close", engine="duckdb", bits=12, share=0.02, window=40)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_sums_are_those_of_memory(
    seed: int, rows: int, shape: str, engine: str, bits: int, share: float, window: int
) -> None:
    frame = frame_of(seed, rows, shape)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(joined_scores, "SHARE", share)
        patch.setattr(ordered, "WINDOW", window)
        patch.setattr(joined_scores, "_cuts", joined_scores._cuts.__wrapped__)
        found, curve = sums_of(frame, engine, bits), Curve.from_scores(frame["t"], frame["s"])
        joined = curve if len(curve.scores) == found.distinct == len(found.joined.scores) else _joined(curve)
    assert found.roc_auc == roc_auc(frame["t"], frame["s"])
    assert found.values["gini"] == gini(frame["t"], frame["s"])
    assert found.kolmogorov_smirnov == kolmogorov_smirnov(frame["t"], frame["s"])
    assert found.average_precision == pytest.approx(average_precision(frame["t"], frame["s"]), rel=1e-14)
    assert found.distinct == len(curve.scores)
    assert found.joined == joined


def _joined(curve: Curve) -> Curve:
    """Scores joined by their ranks, whether that saves much or not."""
    ends = joined_scores.ends_of_ranks(curve.weights.sum(1).cumsum())
    starts = np.concatenate([[0], ends[:-1] + 1])
    return Curve(curve.scores[ends], np.add.reduceat(curve.weights, starts, axis=0), curve.classes)


def test_whole_scores_beyond_2_53_are_collected_only_when_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LazyRows, "of", lambda _: None)  # as of engines that give no batches
    frame = pl.DataFrame({"t": [0, 1] * 100, "s": [2**60 + k * 7 % 101 for k in range(200)]})
    expected = evaluate("t", y_score="s", data=frame)["roc_auc"].value
    assert evaluate("t", y_score="s", data=frame.lazy(), exact=True)["roc_auc"].value == expected
    for exact in (False,):
        with pytest.raises(OptionError, match="needs every row"):
            evaluate("t", y_score="s", data=frame.lazy(), exact=exact)
