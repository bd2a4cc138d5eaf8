"""States of weighted rows: parts add up, squares are kept, and weights out of range are refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from numpy.testing import assert_array_equal
from support.files import LAZY, duckdb_of

from concordant import scan
from concordant.errors import OptionError, StateFormatError, WeightError
from concordant.states import Counts, Curve, CurveStack, Moments, SampleCounts

TRUE = np.array([0, 1, 1, 0, 1, 1])
PRED = np.array([0, 1, 0, 1, 1, 1])
SCORE = np.array([0.1, 0.4, 0.35, 0.8, 0.9, 0.4])
WEIGHT = np.array([1.0, 2, 3, 4, 5, 0])
BOTH = np.stack([TRUE, PRED], 1), np.stack([PRED, TRUE], 1)
STATES: dict[str, Any] = {"counts": Counts, "curve": Curve, "measurements": Moments}
KINDS: dict[str, Any] = {
    "counts": Counts.from_labels(TRUE, PRED, sample_weight=WEIGHT),
    "indicators": Counts.from_indicators(*BOTH, sample_weight=WEIGHT),
    "curve": Curve.from_scores(TRUE, SCORE, sample_weight=WEIGHT),
    "stack": CurveStack.from_scores(BOTH[0], np.stack([SCORE, SCORE], 1), sample_weight=WEIGHT),
    "measurements": Moments.from_measurements(SCORE, TRUE, sample_weight=WEIGHT),
    "samples": SampleCounts.from_indicators(*BOTH, sample_weight=WEIGHT),
}


@pytest.mark.parametrize("labels", [None, [0, 1, 2], [2, 1, 0, 5]])
@pytest.mark.parametrize("least", [1e-300, 1e-200, 5e-324])
def test_labels_of_weights_whose_squares_vanish_beside_others_stay(labels: Any, least: float) -> None:
    found = Counts.from_labels([0, 1, 2], [0, 1, 1], labels=labels, sample_weight=[least, 1e18, 1.0])
    assert found.squares is not None
    assert found.squares.shape == found.table.shape
    place = {label: k for k, label in enumerate(found.labels)}
    assert np.argwhere(found.squares).tolist() == sorted([[place[1], place[1]], [place[2], place[1]]])


@pytest.mark.parametrize("labels", [40, 65, 300])  # a table, and lists of cells
@pytest.mark.parametrize("shift", [0, 3])
def test_squares_that_vanish_beside_others_are_zero_wherever_rows_live(labels: int, shift: int, tmp_path: Path) -> None:
    truth = np.arange(labels)
    frame = pl.DataFrame({"t": truth, "p": np.roll(truth, shift), "w": np.where(truth % 2 == 0, 1.0, 1e-300)})
    frame.write_parquet(tmp_path / "rows.parquet")
    frame.write_csv(tmp_path / "rows.csv")
    how = {"y_true": "t", "y_pred": "p", "sample_weight": "w"}
    columns = Counts.from_labels(frame["t"].to_numpy(), frame["p"].to_numpy(), sample_weight=frame["w"].to_numpy())
    found = Counts.from_frame(frame, **how)
    assert found == columns
    assert_array_equal(found.squares, columns.squares)
    for rows in (frame.lazy(), duckdb_of(frame), *map(scan, sorted(tmp_path.iterdir()))):
        elsewhere = Counts.from_frame(rows, **how)
        assert elsewhere == columns
        assert_array_equal(elsewhere.squares, columns.squares)


# -- out of range ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scale", [1e-300, 1e-25, 1e25, 1e300])
@pytest.mark.parametrize("engine", LAZY)
def test_frames_and_files_with_weights_out_of_range_are_refused(engine: str, scale: float, tmp_path: Path) -> None:
    frame = pl.DataFrame({"t": TRUE, "p": PRED, "s": SCORE, "w": WEIGHT * scale})
    frame.write_parquet(tmp_path / "rows.parquet")
    for rows in (frame, LAZY[engine](frame), scan(tmp_path / "rows.parquet")):
        for state, columns in ((Counts, {"y_pred": "p"}), (Curve, {"y_score": "s"}), (Moments, {"y_pred": "s"})):
            with pytest.raises(WeightError, match=r"must lie between 1e-20 and 1e\+20, and is .*: divide all of them"):
                state.from_frame(rows, y_true="t", sample_weight="w", **columns)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("factor", [1e-200, 1e-40, 1e40, 1e200])
def test_a_state_is_not_repeated_beyond_the_range(kind: str, factor: float) -> None:
    state = KINDS[kind]
    with pytest.raises(OptionError, match=r"cannot be repeated 1e.* times: .* must lie between 1e-30 and 1e\+30"):
        state * factor
    assert np.sum((state * 0).n) == 0


def test_stored_sums_out_of_range_are_refused() -> None:
    with pytest.raises(WeightError, match=r"is 1e\+40, and must lie between 1e-30 and 1e\+30"):
        Counts.from_table([[1e40, 1.0], [0.0, 1.0]])
    for kind, name in (("counts", "table"), ("curve", "weights"), ("measurements", "weight")):
        stored = KINDS[kind].to_dict()
        stored[name] = (np.asarray(stored[name]) * 1e40).tolist()
        with pytest.raises(StateFormatError, match="must lie between 1e-30"):
            STATES[kind].from_dict(stored)
