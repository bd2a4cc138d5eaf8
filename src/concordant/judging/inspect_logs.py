"""Verdicts from a log of inspect_ai: a column a scorer, and of several epochs one a run."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from concordant.errors import DataFileError
from concordant.judging.json_files import read_json, records_of
from concordant.judging.runs_as_columns import RunsAsColumns


def read_inspect_log(path: str | Path) -> dict[str, list[Any]]:
    """
    Read the scores of a log of inspect_ai as columns.

    Parameters
    ----------
    path : str or Path
        A log in the JSON format: ``--log-format json``, or ``inspect log convert --to json``.

    Returns
    -------
    dict
        ``"id"`` and a column for each scorer, with None where a sample has no score. Further epochs are further
        columns: ``match``, ``match_2``, ``match_3`` are runs of one judge. A scorer that gives several values has a
        column for each, ``rubric.style``.

    Raises
    ------
    DataFileError
        If the file is none, or holds no samples.

    Examples
    --------
    >>> from concordant import judging
    >>> columns = judging.read_inspect_log("logs/colours.json")  # doctest: +SKIP
    >>> judging.consistency(runs={name: columns[name] for name in ("match", "match_2")})  # doctest: +SKIP
    """
    log = read_json(path, "convert logs of the .eval format with: inspect log convert --to json")
    samples = records_of(log, "samples")
    if not samples or not all({"id", "epoch", "scores"} <= sample.keys() for sample in samples):
        msg = f"{path} is no log of inspect_ai with samples: samples with an id, an epoch and scores are needed."
        raise DataFileError(msg)
    table = RunsAsColumns()
    for sample in samples:
        row = table.row_of(sample["id"])
        table.put("id", row, sample["id"])
        for scorer, score in (sample["scores"] or {}).items():
            for name, value in _values(scorer, score.get("value")):
                table.put(name, row, value, sample["epoch"])
    return table.columns()


def _values(scorer: str, value: Any) -> list[tuple[str, Any]]:
    if isinstance(value, dict):
        return [(f"{scorer}.{part}", one) for part, one in value.items()]
    return [(scorer, value)]
