"""Verdicts from the results of promptfoo: a column a metric, and of repeated tests one a run."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from types import NoneType
from typing import Any

from concordant.errors import DataFileError
from concordant.judging.json_files import read_json, records_of
from concordant.judging.runs_as_columns import RunsAsColumns


def read_promptfoo_results(path: str | Path) -> dict[str, list[Any]]:
    """
    Read the verdicts of an evaluation by promptfoo as columns.

    Parameters
    ----------
    path : str or Path
        What ``promptfoo eval -o results.json`` wrote.

    Returns
    -------
    dict
        A row for each test with each prompt and provider. ``"test"`` (the number of the test), ``"description"``,
        ``"prompt"`` and ``"provider"``; the variables of the test, ``vars.word``; and for each metric, or kind of
        assertion without one, whether it passed, ``short``, and its score, ``short.score``. Several assertions of one
        metric pass together, and their scores are averaged. Repeated tests (``--repeat``: the same variables,
        description and assertions) are runs of one judge: ``short``, ``short_2``. None where a test has no such
        assertion.

    Raises
    ------
    DataFileError
        If the file is none, holds no results or damaged ones, or a metric is called as another column.

    Examples
    --------
    >>> from concordant import judging
    >>> columns = judging.read_promptfoo_results("results.json")  # doctest: +SKIP
    >>> judging.consistency(runs={name: columns[name] for name in ("polite", "polite_2")})  # doctest: +SKIP
    """
    results = records_of(read_json(path), "results", "results")
    needed = {"testIdx", "promptIdx", "provider", "vars"}
    if not results or not all(needed <= one.keys() for one in results):
        msg = f"{path} holds no results of promptfoo: write them with promptfoo eval -o results.json."
        raise DataFileError(msg)
    if not all(map(_is_result, results)):
        msg = f"{path} has results that are damaged: write them again with promptfoo eval -o results.json."
        raise DataFileError(msg)
    table = RunsAsColumns()
    for one in sorted(results, key=lambda one: (one["testIdx"], one["promptIdx"])):
        provider, test = one["provider"], one.get("testCase") or {}
        name = provider.get("label") or provider.get("id") if isinstance(provider, dict) else provider
        said = test.get("description")
        alike = json.dumps([one["vars"], said, test.get("assert")], sort_keys=True)
        row, run = table.next_run((alike, one["promptIdx"], str(name)))
        if run == 1:
            about = {"test": one["testIdx"], "description": said}
            about |= {"prompt": (one.get("prompt") or {}).get("label"), "provider": name}
            about |= {f"vars.{variable}": value for variable, value in (one["vars"] or {}).items()}
            for column, value in about.items():
                table.put(column, row, value)
        for metric, (passed, score) in _verdicts(one).items():
            table.put(metric, row, passed, run)
            table.put(f"{metric}.score", row, score, run)
    return table.columns()


def _is_result(one: Mapping[str, Any]) -> bool:
    """Whether the parts of a result are of their kinds."""
    records = (one["vars"], one.get("testCase"), one.get("prompt"), one.get("gradingResult"))
    parts = records_of(one.get("gradingResult"), "componentResults")
    return (
        all(part is None or isinstance(part, dict) for part in (*records, *(part.get("assertion") for part in parts)))
        and all(isinstance(one[place], int) for place in ("testIdx", "promptIdx"))
        and all(isinstance(part.get("pass"), (bool, NoneType)) for part in parts)
        and all(isinstance(part.get("score"), (int, float, NoneType)) for part in parts)
    )


def _verdicts(result: Mapping[str, Any]) -> dict[str, tuple[bool, float]]:
    """Whether each metric passed, and its score."""
    found: dict[str, list[tuple[bool, float]]] = {}
    for part in records_of(result.get("gradingResult"), "componentResults"):
        assertion = part.get("assertion") or {}
        name = assertion.get("metric") or assertion.get("type")
        if name is not None and part.get("score") is not None:
            found.setdefault(str(name), []).append((bool(part.get("pass")), float(part["score"])))
    return {
        name: (all(passed for passed, _ in parts), sum(score for _, score in parts) / len(parts))
        for name, parts in found.items()
    }
