"""Every command that reads labels takes --na of any type, and asks about labels that look like a slip."""

from __future__ import annotations

import random
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from concordant.cli.label_rules import LabelRules, cleaned
from concordant.cli.output import _is_slip
from concordant.sources.files import DataFile

from .conftest import Csv, Run, commands

LINES = {
    "report": ["--truth t --pred p --missing drop", "--truth t --score s --pos-label yes --missing drop"],
    "score": ["--truth t --pred p --metric accuracy --by g --missing drop"],
    "compare": ["--truth t --pred p --pred q --metric accuracy --missing drop"],
    "agree": ["--raters t,p,q", "--unit u --rater g --label t --duplicates runs"],
    "judge": ["--judge q --human t,p"],
    "flips": ["--old t --new q --pass yes"],
    "win-rate": ["--judge p --answers no,yes"],
    "gate": [
        "--truth t --pred p --metric accuracy --min 0 --missing drop",
        "--truth t --pred p --against q --metric accuracy --min=-1 --missing drop",
        "--raters t,p,q --metric krippendorff_alpha --min=-1",
        "--judge q --human t,p --min=-1",
    ],
    "explain": [
        "--truth t --pred p --weights none --missing drop",
        "--truth t --score s --pos-label yes --missing drop",
    ],
    "cutpoints": ["--truth t --score s --labels no,yes --missing drop"],
    "threshold": ["--truth t --score s --metric f1 --pos-label yes --missing drop"],
    **{
        f"curve {kind}": ["--truth t --score s --pos-label yes --missing drop"]
        for kind in ("roc", "pr", "calibration", "decision")
    },
    "plan pilot": ["--truth t --pred p --metric accuracy --width 0.2 --runs 50"],
    "plan raters": ["--raters t,p,q --half-width 0.2"],
}
MARKS = ("-9", "7.5", "not rated", "2020-01-03", "true")
TIMES = [datetime(2020, 1, day, tzinfo=UTC) for day in (1, 2, 3)]
VALUES: dict[str, tuple[list[Any], Any]] = {
    "integer": ([0, 1, -9], pl.Int64),
    "float": ([0.0, 1.0, 7.5], pl.Float64),
    "decimal": ([Decimal(0), Decimal(1), Decimal("7.50")], pl.Decimal(10, 2)),
    "bool": ([False, True, None], pl.Boolean),
    "text": (["no", "yes", "not rated"], pl.String),
    "category": (["no", "yes", "not rated"], pl.Categorical),
    "date": ([one.date() for one in TIMES], pl.Date),
    "datetime of a zone": (TIMES, pl.Datetime("us", "UTC")),
    "duration": ([one - TIMES[0] for one in TIMES], pl.Duration),
}


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    made = {}
    for name, (values, kind) in VALUES.items():
        draw = random.Random(3)
        columns = {c: pl.Series(draw.choices(values, [5, 4, 1], k=60)).cast(kind) for c in "tpq"}
        more = {"s": [draw.random() for _ in range(60)], "g": ["a", "b"] * 30, "u": [k // 2 for k in range(60)]}
        made[name] = tmp_path_factory.mktemp("typed") / f"{name}.parquet"
        pl.DataFrame({**columns, **more}).write_parquet(made[name])
    return made


def test_each_command_with_rules_for_labels_has_a_line_here() -> None:
    assert {name for name, one in commands() if "--na" in {word for param in one.params for word in param.opts}} == {
        *LINES
    }


@pytest.mark.parametrize("command", LINES)
def test_marks_of_all_types_go_through_every_command(run: Run, files: dict[str, Path], command: str) -> None:
    marks = [f"--na={mark}" for mark in MARKS]
    for name, file in files.items():
        for line in LINES[command]:
            typed = line if name in ("text", "category") else line.replace("no,yes", "0,1").replace("yes", "1")
            ran = run(*command.split(), file, *typed.split(), *marks)
            assert "bug" not in ran.err, (name, line, ran.err)
            taken = ran.code == 0 or (command == "plan pilot" and "missing (the first" in ran.err)
            assert taken or name not in ("integer", "text"), (name, line, ran.err)


@pytest.mark.parametrize(
    ("values", "kind", "kept"),
    [
        ([0, 9], pl.UInt64, [0, 9]),
        ([2**53, 2**53 + 1], pl.Int64, [2**53, None]),
        ([0.5, -9.0, 7.5], pl.Float32, [0.5, None, None]),
        ([Decimal("7.50"), Decimal("7.49")], pl.Decimal(10, 2), [None, Decimal("7.49")]),
        ([True, False], pl.Boolean, [None, False]),
        (["-9", " not rated ", "no"], pl.String, [None, None, "no"]),
        ([date(2020, 1, 3), date(2020, 1, 4)], pl.Date, [None, date(2020, 1, 4)]),
        (TIMES, pl.Datetime("us", "UTC"), TIMES),
    ],
)
def test_a_mark_is_missing_in_columns_of_its_type(values: list[Any], kind: Any, kept: list[Any]) -> None:
    frame = pl.DataFrame({"c": pl.Series(values, dtype=kind)})
    marks = (*MARKS, str(2**53 + 1), "1e400", "nan", "")
    assert cleaned(frame, LabelRules(na=marks), DataFile(Path(), "parquet"))["c"].to_list() == kept


@pytest.mark.parametrize("command", [name for name in LINES if name != "win-rate"])  # which takes three labels alone
def test_every_command_asks_about_the_labels_that_it_reads(run: Run, csv: Csv, command: str) -> None:
    # e and an accent in one sign and in two, and a sign of no width
    cells = ["no,no,no", "yes,yes,yes", "NA,no,no", "Yes,yes,yes"]
    cells += ["caf\u00e9,no,no", "cafe\u0301,no,no", "no\u200b,no,no"]
    rows = [f"{row},0.{k % 9 + 1},g{k % 2},{k // 2}" for k, row in enumerate(cells * 8)]
    asked = ("does 'NA' mean", "by 'Yes' and 'yes'?", "'cafe\\u0301' and 'caf\\xe9' look alike", "'no\\u200b'")
    for line in LINES[command]:
        whole = "--score" not in line
        file = csv("\n".join(["t,p,q,s,g,u", *(row for row in rows if whole or row.startswith(("no,", "NA")))]) + "\n")
        words = line.replace("--pos-label yes", "" if whole else "--pos-label NA").replace("no,yes", "no,NA").split()
        ran = run(*command.split(), file, *words)
        assert ran.code == 0, (line, ran.err)
        for question in asked if whole else asked[: "--labels" not in line]:
            assert question in ran.err, (line, ran.err)
        assert "does" not in run(*command.split(), file, *words, "--quiet").err


def test_a_store_is_asked_about_what_it_counts(run: Run, csv: Csv, tmp_path: Path) -> None:
    file = csv("t,p\nyes,yes\nno,NA\nYes,no\n")
    words = ("--truth", "t", "--pred", "p", "--labels", "no,yes,Yes,NA", "--once")
    said = run("watch", file, "--store", tmp_path / "s", *words).err
    assert "missing" not in said  # as it is declared
    assert "one label by 'yes' and 'Yes'?" in said
    assert "--na" not in said  # which watch does not have


@pytest.mark.parametrize("command", LINES)
def test_a_cell_in_quotes_without_anything_in_them_is_as_empty_as_one_without(run: Run, csv: Csv, command: str) -> None:
    cells = [("no", "no"), ("yes", "no"), ("yes", "yes")] * 9 + [("", "no"), ("no", ""), ("", "")]
    rows = [f"{t},{p},{('no', 'yes')[k % 2]},0.{k % 9 + 1},g{k % 2},{k // 2}" for k, (t, p) in enumerate(cells)]
    plain = csv("t,p,q,s,g,u\n" + "\n".join(rows) + "\n", "a.csv")
    quoted = csv("t,p,q,s,g,u\n" + "\n".join(rows).replace(",,", ',"",').replace("\n,", '\n"",') + "\n", "b.csv")
    assert quoted.read_text().count('""') == 4
    for line in LINES[command]:
        words = line.split()
        for more in ([], ["--json"]) if command != "gate" else ([],):
            first, second = (run(*command.split(), file, *words, *more) for file in (plain, quoted))
            assert second.code == first.code
            assert second.out.replace("b.csv", "a.csv") == first.out, line
            assert second.err == first.err


# Labels and raters in one spelling


@pytest.mark.parametrize(
    ("one", "other", "slip"),
    [
        ("positive", "postive", True),
        ("positive", "psoitive", True),
        ("positive", "positivee", True),
        ("positive", "posutive", True),
        ("grade1", "grade2", False),
        ("typical", "atypical", False),
        ("male", "mile", False),
        ("pass", "passs", True),
        ("very good", "very goood", True),
        ("fail", "fails", False),
        ("low", "slow", False),
        ("stage II", "stage III", False),
        ("1000", "10000", False),
        ("negative", "positive", False),
    ],
)
def test_slips_are_one_letter_of_a_longer_word(one: str, other: str, slip: bool) -> None:
    assert _is_slip(one, other) == _is_slip(other, one) == slip


def test_the_positive_label_is_found_in_any_spelling(run: Run, csv: Csv) -> None:
    file = csv("y,p\n ill, Ill\nwell,well\nIll,ill\nIll,well\n")
    line = ("--truth", "y", "--pred", "p", "--strip", "--ignore-case", "--metric", "recall", "--json")
    values = [run("score", file, *line, "--pos-label", ill).json["metrics"][0]["value"] for ill in ("ill", "ILL")]
    assert values == [2 / 3, 2 / 3]
