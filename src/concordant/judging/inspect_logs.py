"""Verdicts from a log of inspect_ai: a column a scorer, and of several epochs one a run."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from concordant.errors import DataFileError


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
    try:
        log = json.loads(Path(path).read_text(encoding="utf-8"))
    except UnicodeDecodeError as error:
        msg = f"{path} is no JSON: convert logs of the .eval format with: inspect log convert --to json."
        raise DataFileError(msg) from error
    except OSError as error:
        msg = f"{path}: {error.strerror or error}."
        raise DataFileError(msg) from error
    except ValueError as error:
        msg = f"{path} is no JSON: {error}."
        raise DataFileError(msg) from error
    samples = log.get("samples") if isinstance(log, dict) else None
    if not isinstance(samples, list) or not samples or not all(_is_sample(one) for one in samples):
        msg = f"{path} is no log of inspect_ai with samples: samples with an id, an epoch and scores are needed."
        raise DataFileError(msg)
    names = list(dict.fromkeys(sample["id"] for sample in samples))
    place = {name: row for row, name in enumerate(names)}
    found: dict[str, list[Any]] = {"id": names}
    for sample in samples:
        for scorer, score in (sample["scores"] or {}).items():
            for name, value in _values(scorer, score.get("value")):
                column = name if sample["epoch"] == 1 else f"{name}_{sample['epoch']}"
                found.setdefault(column, [None] * len(names))[place[sample["id"]]] = value
    return found


def _is_sample(sample: Any) -> bool:
    return isinstance(sample, dict) and {"id", "epoch", "scores"} <= sample.keys()


def _values(scorer: str, value: Any) -> list[tuple[str, Any]]:
    if isinstance(value, dict):
        return [(f"{scorer}.{part}", one) for part, one in value.items()]
    return [(scorer, value)]
