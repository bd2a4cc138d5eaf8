"""Many rows of classes and scores, counted in cells: of files in batches, of a lazy frame by its own engine."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from concordant.decisions.data_columns import ManyRows
from concordant.engines.files.score_cells import ScoresOfClasses
from concordant.engines.files.truth_labels import truth_labels
from concordant.engines.frames.candidate_rows import ScoresInFrame, labels_in_frame
from concordant.inputs.lazy_rows import LazyRows
from concordant.inputs.reading_progress import Progress
from concordant.typing import Label, Missing


def distinct_labels(rows: ManyRows, truth: str) -> Any:
    """Return each label once, as a column."""
    if isinstance(rows, (LazyRows, Sequence)):
        return truth_labels(rows, truth)
    return labels_in_frame(rows, truth)


def scores_of(
    rows: ManyRows,
    truth: str,
    score: str,
    known: Any,
    coded: Callable[..., Any],
    labels: tuple[Label, ...],
    *,
    folds: int,
    seed: int,
    missing: Missing,
    progress: Progress | None,
) -> ScoresOfClasses | ScoresInFrame:
    """
    Return what counts the rows in cells.

    Parameters
    ----------
    rows : sequence of DataFile, LazyRows, or LazyFrame
    truth, score : str
        The columns.
    known : column
        The labels that occur, as `distinct_labels` gives them.
    coded : callable
        From columns of a batch to the numbers of the classes, and to the scores.
    labels, folds, seed, missing, progress
        As in `ScoresOfClasses`.

    Raises
    ------
    TooManyScoresError
        If the scores are whole numbers of a lazy frame beyond those that float64 tells apart.
    """
    how: Any = {"folds": folds, "seed": seed, "missing": missing}
    if isinstance(rows, (LazyRows, Sequence)):
        return ScoresOfClasses(rows, truth, score, known.dtype, coded, labels, **how, progress=progress)
    return ScoresInFrame.of(rows, truth, score, labels, **how)
