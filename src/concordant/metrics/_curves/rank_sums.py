"""AUC and average precision of two classes without the curve: one sort, and nothing of its size is kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from concordant import _kernels
from concordant.engines.devices.rows import DeviceRows
from concordant.inputs.rows import refuse_nan
from concordant.inputs.scores import ScoreRows, resolve_classes
from concordant.settings import get_threads

if TYPE_CHECKING:
    from concordant.engines.devices.sums import DeviceRankSums

Sums = TypeVar("Sums", _kernels.PairSums, _kernels.RankSums)


def rank_sums(rows: ScoreRows | DeviceRows) -> _kernels.RankSums | DeviceRankSums:
    """Sort checked rows of two classes and sum."""
    return _on_device(rows) if isinstance(rows, DeviceRows) else _summed(rows, _kernels.rank_sums)


def pair_sums(rows: ScoreRows | DeviceRows) -> _kernels.PairSums | DeviceRankSums:
    """Sum what AUC needs, and no precision."""
    return _on_device(rows) if isinstance(rows, DeviceRows) else _summed(rows, _kernels.pair_sums)


def _on_device(rows: DeviceRows) -> DeviceRankSums:
    from concordant.engines.devices.sums import device_rank_sums

    return device_rank_sums(rows)


def _summed(rows: ScoreRows, kernel: Callable[..., Sums]) -> Sums:
    negative, positive = rows.values
    sums = kernel(rows.y_true, negative, positive, rows.scores, rows.weights, get_threads())
    if sums.bad_label >= 0:
        return _summed(resolve_classes(rows), kernel)
    if sums.bad_score >= 0:
        refuse_nan(rows.scores, rows.what, rows.origin)
    return sums
