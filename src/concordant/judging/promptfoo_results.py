"""Verdicts from the results of promptfoo: a column a metric, and of repeated tests one a run."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
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
        metric pass together, and their scores are averaged. Repeated tests (``--repeat``) are runs of one judge:
        ``short``, ``short_2``. None where a test has no such assertion.

    Raises
    ------
    DataFileError
        If the file is none, or holds no results.

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
    table = RunsAsColumns()
    for one in sorted(results, key=lambda one: (one["testIdx"], one["promptIdx"])):
        provider, test = one["provider"], one.get("testCase") or {}
        name = provider.get("label") or provider.get("id") if isinstance(provider, dict) else provider
        said = test.get("description")
        row, run = table.next_run((json.dumps(one["vars"], sort_keys=True), said, one["promptIdx"], str(name)))
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
