"""``--by`` means the same in every command: the same groups in the same order, one rule for a row without a group."""

from __future__ import annotations

import json
from pathlib import Path

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


def spelled(country: str, other: str) -> str:
    """Rows of one country whose name is written in two ways, and of another one."""
    rows = [
        *[f"1,1,0,.9,1,{country}"] * 3,
        "0,1,0,.6,1," + other,
        "1,1,1,.4,1," + other,
        "1,0,0,.2,1,FR",
        "0,0,0,.3,1,FR",
    ]
    return "t,p,o,s,w,g\n" + "".join(f"{row}\n" for row in rows)


COMPARED = ("compare", *COLUMNS, "--pred", "o", "--metric", "accuracy")
SPELLED = {**COMMANDS, "compare": COMPARED}


def sizes(text: str, name: str) -> list[str]:
    """The names of the groups of an output."""
    found = json.loads(text)
    if name == "report":
        return [one["label"] for one in found["by"]["groups"]]
    if name.startswith("gate"):
        return [one["group"].removeprefix("g ") for one in found["gates"][1:]]
    return [one["group"] for one in found["groups"]]


@pytest.mark.parametrize(("country", "other"), [("DE", "de"), ("DE", "DE "), ("DE", " de")])
@pytest.mark.parametrize("name", SPELLED)
def test_groups_in_two_spellings_are_remarked(run: Run, csv: Csv, name: str, country: str, other: str) -> None:
    file, line = csv(spelled(country, other)), SPELLED[name]
    ran = run(line[0], file, *line[1:])
    first, second = sorted((country, other))
    assert ran.err.count("count as 2") == 1
    assert f"remark: the groups {first!r} and {second!r} count as 2: write them alike in the file" in ran.err
    assert sorted(sizes(ran.out, name)) == sorted([country, other, "FR"])
    if name in ("report", "compare"):  # whose pages say it too, also to whoever writes Python
        page = run(line[0], file, *[word for word in line[1:] if word not in ("--json", "-")], "--quiet").out
        said = f"{first!r} and {second!r} count as different groups: write them alike."
        assert " ".join(said.split()) in " ".join(page.split())
    cleaned = run(line[0], file, *line[1:], "--strip", "--ignore-case")  # labels alone
    assert sizes(cleaned.out, name) == sizes(ran.out, name)
    assert "write them alike in the file (--strip and --ignore-case change labels only)" in cleaned.err
    assert "remark" not in run(line[0], csv(spelled("DE", "DE")), *line[1:]).err


@pytest.mark.parametrize("options", [(), ("--strip", "--ignore-case")])
@pytest.mark.parametrize("name", SPELLED)
def test_several_columns_of_groups_are_named_with_commas(
    run: Run, csv: Csv, name: str, options: tuple[str, ...]
) -> None:
    line = list(SPELLED[name])
    place = line.index("--by") + 1
    file = csv("t,p,o,s,w,g,h\n" + "1,1,0,.9,1,b,2\n0,1,0,.6,1,b,1\n1,0,1,.4,1,a,1\n0,0,0,.2,1,a,1\n" * 3)
    line[place] = "g,h"
    ran = run(line[0], file, *line[1:], *options)
    assert [one.rpartition("g, h ")[2] for one in sizes(ran.out, name)] == ["a, 1", "b, 1", "b, 2"]
    if name == "report":
        assert run(line[0], file, *line[1:place], "g", "--by", "h", *line[place + 1 :], *options).out == ran.out
    line[place] = "g,k"
    assert "no column 'k'" in run(line[0], file, *line[1:], *options).error
    for empty in ("g,", ","):
        line[place] = empty
        assert "--by " in run(line[0], file, *line[1:], *options).error


@pytest.mark.parametrize("name", SPELLED)
def test_a_column_of_groups_may_have_a_comma_in_its_name(run: Run, csv: Csv, name: str) -> None:
    line = [*SPELLED[name]]
    line[line.index("--by") + 1] = "g,h"
    ran = run(
        line[0],
        csv(ROWS.replace("w,g\n", 'w,"g,h"\n').replace(",1,\n", ",1,a\n").replace(",0,\n", ",0,a\n")),
        *line[1:],
    )
    assert [one.rpartition("g,h ")[2] for one in sizes(ran.out, name)] == ["a", "b"]


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ((), ["May ", "Jan", "Feb", "-"]),
        (("--ignore-case",), ["May ", "Jan", "Feb", "-"]),
        (("--na", "-", "--missing", "drop"), ["May ", "Jan", "Feb"]),
    ],
)
def test_groups_stand_in_their_declared_order(
    run: Run, tmp_path: Path, rule: tuple[str, ...], expected: list[str]
) -> None:
    pd = pytest.importorskip("pandas")
    months = ["May ", "Jan", "Feb", "-"]
    by = pd.Categorical(months * 10, categories=months, ordered=True)
    pd.DataFrame({"t": [0, 1] * 20, "p": [0, 1, 1, 1] * 10, "g": by}).to_parquet(file := tmp_path / "rows.parquet")
    ran = run("report", file, *COLUMNS, *rule)
    assert [one["label"] for one in json.loads(ran.out)["by"]["groups"]] == expected
