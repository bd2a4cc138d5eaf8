"""AUC and average precision of two classes without the curve: one sort, and nothing of its size is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from concordant import _kernels
from concordant.engines.devices.device_rows import DeviceRows
from concordant.inputs.numbers import refuse_nan
from concordant.inputs.scores import ScoreRows, resolve_classes
from concordant.threads import get_threads

if TYPE_CHECKING:
    from concordant.engines.devices.ranks import DeviceRankSums


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
