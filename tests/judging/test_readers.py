"""Logs of inspect_ai, promptfoo and deepeval: files that they made (tests/reference), and files that are none."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from concordant import judging
from concordant.errors import DataFileError, InputTypeError

LOGS = Path(__file__).parent / "logs"
LOG = LOGS / "inspect_ai.json"  # inspect_ai 0.3.285
_SCORE = {"value": "C"}


def stored(folder: Path, data: Any) -> Path:
    """Write a log, and return its path."""
    path = folder / "log.json"
    path.write_text(json.dumps(data))
    return path


def test_scorers_and_epochs_are_columns() -> None:
    assert judging.read_inspect_log(LOG) == {
        "id": ["s0", "s1", "s2", "s3"],
        "match": ["C", "C", "I", "C"],
        "length": [3, 4, 4, 4],
        "match_2": ["C", "I", "C", "C"],
        "length_2": [3, 5, 5, 4],
    }


def test_several_values_and_missing_scores(tmp_path: Path) -> None:
    samples = [
        {"id": 1, "epoch": 1, "scores": {"rubric": {"value": {"style": 2, "truth": 5}}}},
        {"id": 2, "epoch": 1, "scores": None},
        {"id": 3, "epoch": 1, "error": {"message": "late"}},
    ]
    expected = {"id": [1, 2, 3], "rubric.style": [2, None, None], "rubric.truth": [5, None, None]}
    assert judging.read_inspect_log(stored(tmp_path, {"samples": samples})) == expected


def test_metrics_and_repeated_tests_of_promptfoo_are_columns() -> None:
    found = judging.read_promptfoo_results(LOGS / "promptfoo.json")  # promptfoo 0.121.20
    assert found["test"] == [0, 0, 2, 2, 4, 4]
    assert found["description"] == ["a short word"] * 2 + [None] * 4
    assert found["prompt"] == ["{{word}}", "{{word}}, please"] * 3
    assert set(found["provider"]) == {"echo"}
    assert found["vars.word"] == ["red", "red", "bluish", "bluish", "grey", "grey"]
    for run in ("", "_2"):
        assert found[f"names it{run}"] == [True, True, False, False, None, None]  # green and blue: not both
        assert found[f"names it.score{run}"] == [1, 1, 0.5, 0.5, None, None]
        assert found[f"short{run}"] == [True, False, None, None, None, None]
        assert found[f"javascript.score{run}"] == [None, None, 0.6, 1.4, None, None]
    assert judging.consistency(runs={run: found[run] for run in ("names it", "names it_2")}).agreement.value == 1


def test_test_cases_of_deepeval_are_rows() -> None:
    found = judging.read_deepeval_results(LOGS / "deepeval.json")  # deepeval 4.3.1
    assert found == {
        "name": ["one", "two", "three"],
        "input": ["Is it one?", "Is it two?", "Is it three?"],
        "Says yes": [True, False, True],
        "Says yes.score": [1.0, 0.2, 1.0],
        "Says yes_2": [False, None, None],
        "Says yes.score_2": [0.2, None, None],
    }


def test_a_metric_of_deepeval_that_failed_says_nothing(tmp_path: Path) -> None:
    metrics = [{"name": "fair", "score": None, "success": False, "error": "no model"}]
    path = stored(tmp_path, {"conversationalTestCases": [{"name": "talk", "metricsData": metrics}]})
    assert judging.read_deepeval_results(path)["fair"] == [None]


def of_inspect(**changed: Any) -> dict[str, Any]:
    """A log with a sample of two epochs, of which the second is changed."""
    sample = {"id": "a", "epoch": 1, "scores": {"match": _SCORE}}
    return {"samples": [sample, sample | {"epoch": 2} | changed]}


def of_promptfoo(**changed: Any) -> dict[str, Any]:
    """A result of promptfoo, with changes."""
    part = {"pass": True, "score": 1, "assertion": {"type": "contains"}}
    one = {"testIdx": 0, "promptIdx": 0, "provider": "echo", "vars": {"a": 1}}
    return one | {"gradingResult": {"componentResults": [part | changed.pop("part", {})]}} | changed


def of_deepeval(metric: Any) -> dict[str, Any]:
    """A test case with a metric and another one that is changed."""
    other = {"name": "B", "score": 0.7, "success": False} | metric if isinstance(metric, dict) else metric
    metrics = [{"name": "A", "score": 0.2, "success": True}, other]
    return {"testCases": [{"name": "t", "input": "q", "metricsData": metrics}]}


READERS = [
    (judging.read_inspect_log, "is no log of inspect_ai with samples"),
    (judging.read_promptfoo_results, "holds no results of promptfoo"),
    (judging.read_deepeval_results, "holds no test cases of deepeval"),
]
NO_RECORDS: list[Any] = [
    {"samples": []},
    {"samples": [{"id": 1}], "results": {"results": [{"testIdx": 0}]}, "testCases": [{"metricsData": []}]},
    {"samples": [7], "results": {"results": "none"}, "testCases": {"metricsData": 1}},
    *(
        {**of_deepeval({}), "samples": [*of_inspect()["samples"], odd], "results": {"results": [of_promptfoo(), odd]}}
        | {"conversationalTestCases": [odd]}
        for odd in (None, 7, "text", [])
    ),
]
REFUSED = [
    *((read, data, said) for read, said in READERS for data in NO_RECORDS),
    *(
        (judging.read_inspect_log, of_inspect(**changed), said)
        for changed, said in (
            ({"epoch": 0}, "damaged"),
            ({"epoch": True}, "damaged"),
            ({"id": ["a"]}, "damaged"),
            ({"scores": {"match": "C"}}, "damaged"),
            ({"scores": ["C"]}, "damaged"),
            ({"scores": {"match": {}}}, "damaged"),
            ({"scores": {"match": {"value": [1, 2]}}}, "reduce it in the scorer"),
            ({"scores": {"match": {"value": {"style": {"deep": 1}}}}}, r"'match.style'.*reduce it"),
            ({"epoch": 1}, "'a' occurs twice in epoch 1"),
        )
    ),
    *(
        (judging.read_promptfoo_results, {"results": {"results": [of_promptfoo(), of_promptfoo(**changed)]}}, "damaged")
        for changed in (
            {"vars": [1]},
            {"testIdx": "1"},
            {"testCase": "red"},
            {"prompt": "red"},
            {"part": {"score": "high"}},
            {"part": {"pass": "false"}},
            {"part": {"assertion": "contains"}},
            {"part": {"score": 10**400}},
            {"part": {"score": float("inf")}},
            {"gradingResult": {"componentResults": [{"pass": True, "score": 1}, None]}},
        )
    ),
    *(
        (judging.read_deepeval_results, of_deepeval(metric), r"damaged|column 'A'")
        for metric in ({"name": None}, {"score": "high"}, {"score": 10**400}, {"success": "false"}, {"name": "A"}, "B")
    ),
]


@pytest.mark.parametrize(("read", "data", "said"), REFUSED)
def test_files_that_hold_no_results_or_damaged_ones_are_refused(
    read: Any, data: Any, said: str, tmp_path: Path
) -> None:
    with pytest.raises(DataFileError, match=said):
        read(stored(tmp_path, data))


@pytest.mark.parametrize("read", [read for read, _ in READERS])
def test_files_that_are_no_json_and_paths_that_are_none(read: Any, tmp_path: Path) -> None:
    path = tmp_path / "log.json"
    for content in (b"{", b"PK\x03\x04\xff\xfe", b"[" * 100_000):
        path.write_bytes(content)
        with pytest.raises(DataFileError, match="is no JSON"):
            read(path)
    with pytest.raises(DataFileError, match="No such file"):
        read(tmp_path / "none.json")
    for no_path in (None, 7, ["log.json"]):
        with pytest.raises(InputTypeError, match="path must be the name of a file"):
            read(no_path)


def test_tests_of_promptfoo_with_other_assertions_are_no_runs(tmp_path: Path) -> None:
    results = [
        of_promptfoo(testIdx=place, testCase={"assert": [{"type": kind}]}, part={"assertion": {"type": kind}})
        for place, kind in enumerate(["contains", "equals", "contains"])
    ]
    path = tmp_path / "results.json"
    path.write_text("\ufeff" + json.dumps({"results": {"results": results}}), encoding="utf-8")  # as PowerShell does
    found = judging.read_promptfoo_results(path)
    assert found["test"] == [0, 1]
    assert (found["contains"], found["contains_2"], found["equals"]) == ([True, None], [True, None], [None, True])


def of_metrics(*metrics: tuple[int, str, str]) -> dict[str, Any]:
    """Results of promptfoo: the number of a test, its metric, and what was asked."""
    parts = ((test, {"assertion": {"metric": metric}}, asked) for test, metric, asked in metrics)
    return {"results": {"results": [of_promptfoo(testIdx=at, vars={"a": x}, part=part) for at, part, x in parts]}}


def of_scorers(value: Any, name: str) -> dict[str, Any]:
    """A log of inspect_ai with two runs of one scorer, and a second scorer of this name."""
    runs = [{"id": 1, "epoch": epoch, "scores": {"match": {"value": value}}} for epoch in (1, 2)]
    return {"samples": [*runs, {"id": 2, "epoch": 1, "scores": {name: {"value": "I"}}}]}


CLASHES = [
    *(
        (judging.read_promptfoo_results, of_metrics((0, "short", "x"), (1, "short", "x"), (2, name, "y")), name)
        for name in ("test", "prompt", "provider", "description", "vars.a", "short_2", "short.score")
    ),
    (judging.read_inspect_log, of_scorers("C", "match_2"), "match_2"),
    (judging.read_inspect_log, of_scorers({"style": 2}, "match.style"), "match.style"),
]


@pytest.mark.parametrize(("read", "data", "name"), CLASHES)
def test_what_is_named_as_another_column_is_not_merged_with_it(read: Any, data: Any, name: str, tmp_path: Path) -> None:
    with pytest.raises(DataFileError, match=f"column '{name}'"):
        read(stored(tmp_path, data))
