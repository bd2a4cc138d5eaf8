"""Verdicts from the results of deepeval, inspect_ai, promptfoo."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from os import PathLike
from pathlib import Path
from types import NoneType
from typing import Any

from concordant.errors import DataFileError, InputTypeError

_RECORD = (dict, NoneType)


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
    complete = all(
        {"id", "epoch"} <= sample.keys() and ("scores" in sample or sample.get("error")) for sample in samples
    )
    if not complete or not any("scores" in sample for sample in samples):
        raise DataFileError(none)
    table, seen = RunsAsColumns(), set()
    for sample in samples:
        scores = sample.get("scores") or {}
        sound = _fits(sample, id=(str, int), epoch=(int,), scores=_RECORD) and sample["epoch"] >= 1
        if not sound or not all(isinstance(score, dict) and "value" in score for score in scores.values()):
            msg = f"{path} has samples that are damaged, such as {sample['id']!r:.40}: an id (text or a whole number)"
            raise DataFileError(f"{msg}, an epoch from 1 on and scores by scorer are needed. Write the log again.")
        item, epoch = sample["id"], sample["epoch"]
        if (item, epoch) in seen:
            msg = f"{path}: the sample {item!r} occurs twice in epoch {epoch}, and only one of them could count."
            raise DataFileError(msg)
        seen.add((item, epoch))
        table.put(item, "id", item, source="sample")
        for scorer, score in scores.items():
            value = score["value"]
            several = isinstance(value, dict)
            parts = {f"{scorer}.{part}": content for part, content in value.items()} if several else {scorer: value}
            for name, content in parts.items():
                if isinstance(content, (dict, list)):
                    msg = f"{path}: {name!r} is {content!r:.60}, and one label or number is needed"
                    raise DataFileError(f"{msg}: reduce it in the scorer.")
                table.put(item, name, content, epoch, source=f"scorer {scorer}")
    return table.columns()


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
    if not results or not all(needed <= result.keys() for result in results):
        raise DataFileError(none)
    parts = [records_of(result.get("gradingResult"), "componentResults", damaged=damaged) for result in results]
    every = [part for graded in parts for part in graded]
    sound = all(_is_verdict(part, "pass") and _fits(part, assertion=_RECORD) for part in every)
    records = dict.fromkeys(("vars", "testCase", "prompt", "gradingResult"), _RECORD)
    if not sound or not all(_fits(result, testIdx=(int,), promptIdx=(int,), **records) for result in results):
        raise DataFileError(damaged)
    table = RunsAsColumns()
    order = sorted(zip(results, parts, strict=True), key=lambda pair: (pair[0]["testIdx"], pair[0]["promptIdx"]))
    for result, graded in order:
        provider, test = result["provider"], result.get("testCase") or {}
        name = provider.get("label") or provider.get("id") if isinstance(provider, dict) else provider
        description = test.get("description")
        key = json.dumps([result["vars"], description, test.get("assert")], sort_keys=True)
        item = key, result["promptIdx"], str(name)
        run = table.next_run(item)
        if run == 1:
            facts = {"test": result["testIdx"], "description": description}
            facts |= {"prompt": (result.get("prompt") or {}).get("label"), "provider": name}
            for column, value in facts.items():
                table.put(item, column, value, source="test")
            for variable, value in (result["vars"] or {}).items():
                table.put(item, f"vars.{variable}", value, source="vars")
        for metric, verdict in _verdicts(graded).items():
            table.put_verdict(item, metric, verdict, run)
    return table.columns()


def _verdicts(parts: Sequence[Mapping[str, Any]]) -> dict[str, tuple[bool, float]]:
    """Whether each metric passed, and its score."""
    verdicts: dict[str, list[tuple[bool, float]]] = {}
    for part in parts:
        assertion = part.get("assertion") or {}
        name = assertion.get("metric") or assertion.get("type")
        if name is not None and part.get("score") is not None:
            verdicts.setdefault(str(name), []).append((bool(part.get("pass")), float(part["score"])))
    return {
        name: (all(passed for passed, _ in parts), sum(score for _, score in parts) / len(parts))
        for name, parts in verdicts.items()
    }


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
    lists = ("testCases", "conversationalTestCases")
    cases = [case for kind in lists for case in records_of(run_of_tests, kind, damaged=none)]
    if not any(records_of(case, "metricsData", damaged=damaged) for case in cases):
        raise DataFileError(none)
    table = RunsAsColumns()
    for case in cases:
        item = str(case.get("name")), str(case.get("input"))
        run = table.next_run(item)
        table.put(item, "name", case.get("name"), source="case")
        table.put(item, "input", case.get("input"), source="case")
        for metric in records_of(case, "metricsData", damaged=damaged):
            if not isinstance(metric.get("name"), str) or not _is_verdict(metric, "success"):
                raise DataFileError(damaged)
            score = None if metric.get("error") else metric.get("score")
            passed = None if score is None else bool(metric.get("success"))
            table.put_verdict(item, metric["name"], (passed, score), run)
    return table.columns()


def _is_verdict(part: Mapping[str, Any], passed: str) -> bool:
    """Whether what a metric or an assertion says has the right types: whether it passed, and its score."""
    sound = _fits(part, **{passed: (bool, NoneType), "score": (int, float, bool, NoneType)})
    return sound and not abs(part.get("score") or 0) > sys.float_info.max


def _fits(record: Mapping[str, Any], **types: tuple[type, ...]) -> bool:
    """Whether these fields of a record are of one of the types that JSON gives; a field that is not there is None."""
    return all(type(record.get(name)) in allowed for name, allowed in types.items())


def read_json(path: str | Path, otherwise: str = "") -> Any:
    """Return what a JSON file holds; `otherwise` is what to do with one that is no text."""
    if not isinstance(path, (str, PathLike)):
        raise InputTypeError(f"path must be the name of a file, a str or Path, not {type(path).__name__}.")
    try:
        return json.loads(Path(path).read_text(encoding="utf-8-sig"))
    except UnicodeDecodeError as error:
        raise DataFileError(f"{path} is no JSON{': ' if otherwise else ''}{otherwise}.") from error
    except OSError as error:
        raise DataFileError(f"{path}: {error.strerror or error}.") from error
    except (ValueError, RecursionError) as error:
        raise DataFileError(f"{path} is no JSON: {error}.") from error


def records_of(data: Any, *keys: str, damaged: str) -> list[dict[str, Any]]:
    """
    Return the list of records at a place of nested ones, such as ``results``, ``results``; [] if there is none.

    Raises
    ------
    DataFileError
        With the message `damaged`, if something else stands there, or among the records.
    """
    for key in keys:
        data = data.get(key) if isinstance(data, dict) else None
    if data is None:
        return []
    if not isinstance(data, list) or not all(isinstance(record, dict) for record in data):
        raise DataFileError(damaged)
    return data


class RunsAsColumns:
    """
    Columns of verdicts, filled item by item.

    The second run of ``match`` is the column ``match_2``.
    """

    def __init__(self) -> None:
        self._rows: dict[Hashable, dict[str, Any]] = {}
        self._runs: Counter[Hashable] = Counter()
        self._source: dict[str, tuple[str, str, int]] = {}

    def next_run(self, item: Hashable) -> int:
        """The number of the run of an item, which is one more than before."""
        self._runs[item] += 1
        return self._runs[item]

    def put_verdict(self, item: Hashable, metric: str, verdict: tuple[bool | None, float | None], run: int) -> None:
        """Write down whether a metric passed, and its score beside it."""
        self.put(item, metric, verdict[0], run, source="pass")
        self.put(item, f"{metric}.score", verdict[1], run, source="score")

    def put(self, item: Hashable, name: str, value: Any, run: int = 1, *, source: str) -> None:
        """
        Write down a value; `source` says of what kind it is.

        Raises
        ------
        DataFileError
            If the value would replace another one, or its column holds values of another source, name or run: the
            verdicts of a metric called ``match_2`` would stand among those of the second run of ``match``.
        """
        column, row = name if run == 1 else f"{name}_{run}", self._rows.setdefault(item, {})
        other_source = self._source.setdefault(column, (source, name, run)) != (source, name, run)
        if other_source or (column in row and (type(row[column]) is not type(value) or row[column] != value)):
            msg = f"two values would stand in the column {column!r}: a metric is called as another column. Rename it."
            raise DataFileError(msg)
        row[column] = value

    def columns(self) -> dict[str, list[Any]]:
        """All columns, with None where an item has no verdict."""
        return {name: [row.get(name) for row in self._rows.values()] for name in self._source}
