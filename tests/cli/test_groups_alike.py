"""``--by`` means the same in every command: the same groups in the same order, one rule for a row without a group."""

from __future__ import annotations

import json

import pytest

from concordant.sources import batches as row_limit

from .conftest import Csv, Run

ROWS = "t,p,o,s,w,g\n1,1,0,.9,1,b\n0,1,0,.6,1,b\n1,1,1,.4,1,a\n0,0,0,.2,1,a\n1,1,1,.8,1,\n0,0,1,.1,1,\n0,0,0,.1,0,\n"
COLUMNS = ("--truth", "t", "--pred", "p", "--by", "g", "--json", "-")
LIMIT = ("--metric", "accuracy", "--min", "0")
COMMANDS = {
    "report": ("report", *COLUMNS),
    "score": ("score", *COLUMNS, "--metric", "accuracy"),
    "gate": ("gate", *COLUMNS, *LIMIT),
    "gate against": ("gate", *COLUMNS, *LIMIT[:2], "--min=-1", "--against", "o"),
}


@pytest.fixture(autouse=True, params=["in memory", "in batches"])
def _read(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "in batches":
        monkeypatch.setattr(row_limit, "MOST_ROWS", 0)


@pytest.fixture(params=COMMANDS)
def command(request: pytest.FixtureRequest) -> tuple[str, ...]:
    return COMMANDS[request.param]


def groups_in(text: str, name: str) -> list[str]:
    """The groups of an output, each with its accuracy, or of a page with its number of rows."""
    found = json.loads(text)
    if name == "report":
        return [f"{one['label']} {one['n']}" for one in found["by"]["groups"]]
    if name == "score":
        return [f"{one['group']} {one['metrics'][0]['value']:.2f}" for one in found["groups"]]
    return [f"{one['group'].removeprefix('g ')} {one['value']:.2f}" for one in found["gates"][1:]]


def test_a_missing_group_is_a_missing_value(run: Run, csv: Csv, command: tuple[str, ...]) -> None:
    ran = run(command[0], csv(ROWS), *command[1:])
    assert (ran.code, ran.out) == (2, "")
    assert "g has 3 missing (the first in row 5)" in ran.err
    assert "--missing drop" in ran.err


def test_rows_without_a_group_are_left_out_of_all_numbers(run: Run, csv: Csv) -> None:
    for name, command in COMMANDS.items():
        ran = run(command[0], csv(ROWS), *command[1:], "--missing", "drop", "--quiet")
        wanted = {"report": ["a 2", "b 2"], "gate against": ["a 0.00", "b 0.00"]}.get(name, ["a 1.00", "b 0.50"])
        assert groups_in(ran.out, name) == wanted
        decimals = csv(ROWS.replace(",a\n", ",0.7\n").replace(",b\n", ",1\n"))  # versions, doses
        ran = run(command[0], decimals, *command[1:], "--missing", "drop", "--quiet")
        assert groups_in(ran.out, name) == [one.replace("a", "0.7").replace("b", "1") for one in wanted]


def test_rows_of_weight_zero_lack_nothing(run: Run, csv: Csv) -> None:
    rows = csv(ROWS.replace(",1,\n", ",1,b\n"))  # the group of the last row is missing, and its weight is 0
    for name in ("report", "score"):
        command = COMMANDS[name]
        ran = run(command[0], rows, *command[1:], "--weight", "w", "--quiet")
        assert groups_in(ran.out, name) == ({"report": ["a 2", "b 4"], "score": ["a 1.00", "b 0.75"]}[name])
