"""Dask: a reduction over the partitions of a data frame, in a tree."""

from __future__ import annotations

from typing import Any

from concordant.engines.workers.reducer import Reducer, in_rounds, merged


def dask_reduction(frame: Any, job: Reducer) -> Any:
    """
    Return a delayed value, whose ``compute()`` is what ``job.finish`` gives for all partitions.

    Parameters
    ----------
    frame : dask.dataframe.DataFrame
    job : Reducer
        What ``concordant.aggregator`` gives.
    """
    from dask import delayed

    parts = [delayed(_counted)(job, part) for part in frame.to_delayed()]
    while len(parts) > 1:
        parts = [delayed(merged)(job, some) for some in in_rounds(parts)]
    return delayed(job.finish)(parts[0] if parts else job.create())


def _counted(job: Reducer, part: Any) -> Any:
    return job.update(job.create(), part)
