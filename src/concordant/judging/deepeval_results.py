"""Verdicts from a test run of deepeval: a column a metric, and of repeated test cases one a run."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import NoneType
from typing import Any

from concordant.errors import DataFileError
from concordant.judging.json_files import is_score, read_json, records_of
from concordant.judging.runs_as_columns import RunsAsColumns


def read_deepeval_results(path: str | Path) -> dict[str, list[Any]]:
    """
    Read the verdicts of a test run of deepeval as columns.

    Parameters
    ----------
    path : str or Path
        A test run as deepeval saves it in its folder of results (``DEEPEVAL_RESULTS_FOLDER``), ``test_run_*.json``.

    Returns
    -------
    dict
        A row for each test case, of one turn or of several: ``"name"``, ``"input"``, and for each metric whether it
        succeeded, ``Answer Relevancy``, and its score, ``Answer Relevancy.score``. Test cases of one name and input are
        runs of one judge: ``Answer Relevancy_2``. None where a metric was not taken, or failed with an error.

    Raises
    ------
    DataFileError
        If the file is none, holds no test cases or damaged ones, or a metric is called as another column.

    Examples
    --------
    >>> from concordant import judging
    >>> columns = judging.read_deepeval_results("results/test_run_20261123.json")  # doctest: +SKIP
    >>> judging.pass_rate(judge=columns["Answer Relevancy"], human=people, chosen="random")  # doctest: +SKIP
    """
    run_of_tests = read_json(path)
    none = f"{path} holds no test cases of deepeval with metrics: set DEEPEVAL_RESULTS_FOLDER and run the tests."
    damaged = f"{path} has a metric that is damaged: a name, success (true or false) and a score (a number) are needed."
    kinds = ("testCases", "conversationalTestCases")
    cases = [case for kind in kinds for case in records_of(run_of_tests, kind, damaged=none)]
    if not any(records_of(case, "metricsData", damaged=damaged) for case in cases):
        raise DataFileError(none)
    table = RunsAsColumns()
    for case in cases:
        row, run = table.next_run((str(case.get("name")), str(case.get("input"))))
        table.put("name", row, case.get("name"), source="case")
        table.put("input", row, case.get("input"), source="case")
        for one in records_of(case, "metricsData", damaged=damaged):
            if not _is_verdict(one):
                raise DataFileError(damaged)
            said = one.get("score") is not None and not one.get("error")
            table.put(one["name"], row, bool(one.get("success")) if said else None, run, source="success")
            table.put(f"{one['name']}.score", row, one.get("score") if said else None, run, source="score")
    return table.columns()


def _is_verdict(metric: Mapping[str, Any]) -> bool:
    """Whether the parts of a metric are of their kinds."""
    return (
        isinstance(metric.get("name"), str)
        and is_score(metric.get("score"))
        and isinstance(metric.get("success"), (bool, NoneType))
    )
