"""AUC and average precision of two classes without the curve: one sort, and nothing of its size is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from concordant import _kernels
from concordant.engines.devices.device_rows import DeviceRows
from concordant.inputs.numbers import refuse_nan
from concordant.inputs.scores import ScoreRows, are_plain, resolve_classes
from concordant.threads import get_threads

if TYPE_CHECKING:
    from concordant.engines.devices.ranks import DeviceRankSums

_FEW = 1 << 14  # rows; of more, reading them first takes no time beside the sort


def rank_sums(rows: ScoreRows | DeviceRows) -> _kernels.RankSums | DeviceRankSums:
    """Sort checked rows of two classes and sum."""
    if isinstance(rows, DeviceRows):
        from concordant.engines.devices.ranks import device_rank_sums

        return device_rank_sums(rows)
    negative, positive = rows.values
    sums = _kernels.rank_sums(rows.y_true, negative, positive, rows.scores, rows.weights, get_threads())
    if sums.bad_label >= 0:
        return rank_sums(resolve_classes(rows))
    if sums.bad_score >= 0:
        refuse_nan(rows.scores, rows.what, rows.origin)
    return sums


def rank_sums_of_columns(y_true: Any, y_score: Any) -> _kernels.RankSums | None:
    """Sum few rows of plain types with the labels 0 and 1, before they are read; None of others, and of scores NaN."""
    if not are_plain(y_true, y_score) or len(y_true) > _FEW:
        return None
    sums = _kernels.rank_sums(y_true, 0, 1, y_score, None, get_threads())
    return sums if sums.bad_label < 0 and sums.bad_score < 0 else None
