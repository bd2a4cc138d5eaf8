"""Logs of inspect_ai: a file that it made (tests/reference/inspect_log.py), and files that are none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from concordant import judging
from concordant.errors import DataFileError

LOG = Path(__file__).parent / "logs" / "inspect_ai.json"  # inspect_ai 0.3.285


def test_scorers_and_epochs_are_columns() -> None:
    assert judging.read_inspect_log(LOG) == {
        "id": ["s0", "s1", "s2", "s3"],
        "match": ["C", "C", "I", "C"],
        "length": [3, 4, 4, 4],
        "match_2": ["C", "I", "C", "C"],
        "length_2": [3, 5, 5, 4],
    }


def test_epochs_are_runs() -> None:
    columns = judging.read_inspect_log(str(LOG))
    found = judging.consistency(runs={name: columns[name] for name in ("match", "match_2")})
    assert found.agreement.value == 0.5
    assert found.unstable == (1, 2)


def test_several_values_and_missing_scores(tmp_path: Path) -> None:
    samples = [
        {"id": 1, "epoch": 1, "scores": {"rubric": {"value": {"style": 2, "truth": 5}}}},
        {"id": 2, "epoch": 1, "scores": None},
    ]
    path = tmp_path / "log.json"
    path.write_text(json.dumps({"samples": samples}))
    assert judging.read_inspect_log(path) == {"id": [1, 2], "rubric.style": [2, None], "rubric.truth": [5, None]}


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"PK\x03\x04\xff\xfe", "inspect log convert --to json"),
        (b"{", "is no JSON"),
        (b"[]", "is no log of inspect_ai with samples"),
        (b'{"samples": []}', "is no log of inspect_ai with samples"),
        (b'{"samples": [{"id": 1}]}', "is no log of inspect_ai with samples"),
    ],
)
def test_files_that_are_no_logs(content: bytes, said: str, tmp_path: Path) -> None:
    path = tmp_path / "log.json"
    path.write_bytes(content)
    with pytest.raises(DataFileError, match=said):
        judging.read_inspect_log(path)


def test_no_file(tmp_path: Path) -> None:
    with pytest.raises(DataFileError, match="No such file"):
        judging.read_inspect_log(tmp_path / "none.json")
