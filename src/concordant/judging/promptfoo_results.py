"""Verdicts from the results of promptfoo: a column a metric, and of repeated tests one a run."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import NoneType
from typing import Any

from concordant.errors import DataFileError
from concordant.judging.json_files import is_score, read_json, records_of
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
    none = f"{path} holds no results of promptfoo: write them with promptfoo eval -o results.json."
    damaged = f"{path} has results that are damaged: write them again with promptfoo eval -o results.json."
    results = records_of(read_json(path), "results", "results", damaged=none)
    needed = {"testIdx", "promptIdx", "provider", "vars"}
    if not results or not all(needed <= one.keys() for one in results):
        raise DataFileError(none)
    parts = [records_of(one.get("gradingResult"), "componentResults", damaged=damaged) for one in results]
    if not all(map(_is_result, results)) or not all(_is_part(part) for some in parts for part in some):
        raise DataFileError(damaged)
    table = RunsAsColumns()
    order = sorted(zip(results, parts, strict=True), key=lambda each: (each[0]["testIdx"], each[0]["promptIdx"]))
    for one, graded in order:
        provider, test = one["provider"], one.get("testCase") or {}
        name = provider.get("label") or provider.get("id") if isinstance(provider, dict) else provider
        said = test.get("description")
        alike = json.dumps([one["vars"], said, test.get("assert")], sort_keys=True)
        row, run = table.next_run((alike, one["promptIdx"], str(name)))
        if run == 1:
            about = {"test": one["testIdx"], "description": said}
            about |= {"prompt": (one.get("prompt") or {}).get("label"), "provider": name}
            for column, value in about.items():
                table.put(column, row, value, source="test")
            for variable, value in (one["vars"] or {}).items():
                table.put(f"vars.{variable}", row, value, source="vars")
        for metric, (passed, score) in _verdicts(graded).items():
            table.put(metric, row, passed, run, source="pass")
            table.put(f"{metric}.score", row, score, run, source="score")
    return table.columns()


def _is_result(one: Mapping[str, Any]) -> bool:
    """Whether the parts of a result are of their kinds."""
    records = (one["vars"], one.get("testCase"), one.get("prompt"), one.get("gradingResult"))
    whole = all(isinstance(one[place], int) for place in ("testIdx", "promptIdx"))
    return whole and all(isinstance(part, (dict, NoneType)) for part in records)


def _is_part(part: Mapping[str, Any]) -> bool:
    """Whether what one assertion found is of its kinds."""
    return (
        isinstance(part.get("assertion"), (dict, NoneType))
        and isinstance(part.get("pass"), (bool, NoneType))
        and is_score(part.get("score"))
    )


def _verdicts(parts: Sequence[Mapping[str, Any]]) -> dict[str, tuple[bool, float]]:
    """Whether each metric passed, and its score."""
    found: dict[str, list[tuple[bool, float]]] = {}
    for part in parts:
        assertion = part.get("assertion") or {}
        name = assertion.get("metric") or assertion.get("type")
        if name is not None and part.get("score") is not None:
            found.setdefault(str(name), []).append((bool(part.get("pass")), float(part["score"])))
    return {
        name: (all(passed for passed, _ in parts), sum(score for _, score in parts) / len(parts))
        for name, parts in found.items()
    }
