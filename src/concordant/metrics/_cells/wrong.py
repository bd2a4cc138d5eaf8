"""Wrong rows: the share off the diagonal, and rows with several labels judged as a whole."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from concordant.errors import InputTypeError
from concordant.metrics._arithmetic.ratio import ratio
from concordant.metrics._cells.events import wrong
from concordant.metrics._cells.row_shares import RIGHT, Share, rows_of
from concordant.states import Counts, SampleCounts
from concordant.states.tables import UNEQUAL
from concordant.typing import Floats


def wrong_of(counts: Counts) -> Floats:
    """How many rows of each table are off its diagonal."""
    # Summed, not n minus the diagonal: a few wrong rows of small weight would be lost beside many right ones.
    return counts.weighed(UNEQUAL).total


def wrong_share(counts: Counts) -> Floats:
    """The share of rows of each table that are off its diagonal."""
    return ratio(WRONG.part(counts), WRONG.whole(counts))


WRONG = Share(wrong_of, rows_of, event=wrong)


def share_of_whole_rows(share: Share) -> Share:
    """The same share where a row with several labels is right or wrong as a whole."""
    return replace(
        share, part=lambda state: share.part(whole_rows(state)), whole=lambda state: share.whole(whole_rows(state))
    )


RIGHT_ROWS, WRONG_ROWS = share_of_whole_rows(RIGHT), share_of_whole_rows(WRONG)


def whole_rows(counts: Counts | SampleCounts) -> Counts:
    """
    Return a table whose diagonal holds the rows that are right: all labels, where a row has several.

    Raises
    ------
    InputTypeError
        For one table a label: they do not say which errors fall on the same row.
    """
    if isinstance(counts, SampleCounts):
        cells = counts.counts
        wrong = (cells.fp + cells.fn) > 0
        right_rows, wrong_rows = counts.weights[~wrong].sum(), counts.weights[wrong].sum()
        return Counts(np.array([[right_rows, wrong_rows], [0, 0]]), ("right", "wrong"))
    if counts.outputs is not None:
        msg = (
            "tables of several labels (Counts) do not say which errors fall on the same row; take "
            "SampleCounts.from_indicators(y_true, y_pred), or call the metric on the two matrices."
        )
        raise InputTypeError(msg)
    return counts


def no_rows(counts: Counts | SampleCounts) -> str | None:
    """Say so if there are no rows."""
    return "there are no rows" if np.any(np.asarray(counts.n) == 0) else None
