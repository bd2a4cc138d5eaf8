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
        If the file is none, or holds no samples or damaged ones; if a scorer gives lists; if a sample occurs twice in
        an epoch. A sample that ended with an error needs no scores.

    Examples
    --------
    >>> from concordant import judging
    >>> columns = judging.read_inspect_log("logs/colours.json")  # doctest: +SKIP
    >>> judging.consistency(runs={name: columns[name] for name in ("match", "match_2")})  # doctest: +SKIP
    """
    log = read_json(path, "convert logs of the .eval format with: inspect log convert --to json")
    none = f"{path} is no log of inspect_ai with samples: samples with an id, an epoch and scores are needed."
    samples = records_of(log, "samples", damaged=none)
    whole = all({"id", "epoch"} <= sample.keys() and ("scores" in sample or sample.get("error")) for sample in samples)
    if not whole or not any("scores" in sample for sample in samples):
        raise DataFileError(none)
    table, seen = RunsAsColumns(), set()
    for sample in samples:
        one = _checked(sample, path)
        if one in seen:
            msg = f"{path}: the sample {one[0]!r} occurs twice in epoch {one[1]}, and only one of them could count."
            raise DataFileError(msg)
        seen.add(one)
        row = table.row_of(one[0])
        table.put("id", row, one[0], source="sample")
        for scorer, score in (sample.get("scores") or {}).items():
            for name, value in _values(scorer, score.get("value"), path):
                table.put(name, row, value, one[1], source=f"scorer {scorer}")
    return table.columns()


def _checked(sample: dict[str, Any], path: str | Path) -> tuple[str | int, int]:
    """The id and the epoch of a sample; raise if these, or its scores, are of another kind."""
    name, epoch, scores = sample["id"], sample["epoch"], sample.get("scores")
    sound = isinstance(name, (str, int)) and isinstance(epoch, int) and epoch >= 1
    sound = sound and not isinstance(name, bool) and not isinstance(epoch, bool)
    if not sound or not (scores is None or (isinstance(scores, dict) and all(map(_is_score, scores.values())))):
        msg = (
            f"{path} has samples that are damaged, such as {name!r:.40}: an id (text or a whole number), an epoch from "
            "1 on and scores by scorer are needed. Write the log again."
        )
        raise DataFileError(msg)
    return name, epoch


def _is_score(score: Any) -> bool:
    return isinstance(score, dict) and "value" in score


def _values(scorer: str, value: Any, path: str | Path) -> list[tuple[str, Any]]:
    """The columns of a scorer with their values."""
    found = [(f"{scorer}.{part}", one) for part, one in value.items()] if isinstance(value, dict) else [(scorer, value)]
    for name, one in found:
        if isinstance(one, (dict, list)):
            msg = f"{path}: {name!r} is {one!r:.60}, and one label or number is needed: reduce it in the scorer."
            raise DataFileError(msg)
    return found
