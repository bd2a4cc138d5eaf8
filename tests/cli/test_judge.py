"""``concordant judge``: the page, the numbers, and what it says of options that do not go together."""

from __future__ import annotations

import json
from typing import Any

import polars as pl
import pytest

from concordant import judging
from concordant.cli.app import run
from concordant.data import panel_example

FILE = str(panel_example("judge_panel").path)
PEOPLE = ["ann", "bob", "eve"]


def printed(capsys: Any, *words: str) -> str:
    assert run(["judge", *words]) == 0
    return str(capsys.readouterr().out)


def test_the_page(capsys: Any) -> None:
    words = [
        "--judge",
        "gpt,llama",
        "--human",
        "ann,bob,eve",
        "--margin",
        "0.05",
        "--epsilon",
        "0.1",
        "--runs",
        "gpt_2",
    ]
    more = ["--swapped", "gpt_swapped", "--answers", "pass,fail", "--by", "topic", "--covariate", "words"]
    page = printed(capsys, FILE, *words, *more, "--pass", "pass", "--chosen", "random", "--cluster", "prompt")
    assert page.startswith("The judge gpt beside ann, bob, eve\n")
    for said in (
        "does not pass the alternative annotator test at epsilon 0.1",
        "11 percentage points less (95 % interval 18 less to 5 less); at a margin of 5 percentage points",
        "lowest on 'code'",
        "100 words",
        "People would pass 66 %",
        "Two runs of the judge agree on",
        "prefers the answer shown first",
        "Of 2 judges gpt agrees most",
    ):
        assert said in " ".join(page.split())
    assert "For more" not in page
    assert max(map(len, page.splitlines())) <= 110


def test_the_numbers_are_those_of_the_library(capsys: Any) -> None:
    found = json.loads(
        printed(capsys, FILE, "--judge", "gpt", "--human", "ann,bob,eve", "--margin", "0.1", "--json", "-")
    )
    expected = judging.gap(pl.read_csv(FILE), judge="gpt", humans=PEOPLE, margin=0.1)
    assert found["gap"] == expected.to_dict()


def test_what_is_missing_is_said_in_the_words_of_the_command(capsys: Any) -> None:
    page = " ".join(printed(capsys, FILE, "--judge", "gpt", "--human", "ann").split())
    assert "add a second person to compare with people's own agreement" in page
    assert "say --pass and --chosen for the true pass rate" in page
    assert "name --by for kinds of items" in page


def test_verdicts_that_name_positions(tmp_path: Any, capsys: Any) -> None:
    path = tmp_path / "pairs.csv"
    pl.DataFrame({"gpt": ["A", "B"] * 20, "other": ["A", "B"] * 20, "ann": ["A", "A"] * 20}).write_csv(path)
    words = [str(path), "--judge", "gpt", "--human", "ann", "--swapped", "other"]
    by_answer = " ".join(printed(capsys, *words).split())
    assert "contradicts itself in 0 % of 40 pairs" in by_answer
    assert 'say --verdicts "positions"' in by_answer
    by_place = " ".join(printed(capsys, *words, "--verdicts", "positions").split())
    assert "contradicts itself in 100 % of 40 pairs" in by_place
    assert "--verdicts" not in by_place


def test_whole_numbers_are_labels(tmp_path: Any, capsys: Any) -> None:
    path = tmp_path / "numbers.csv"
    pl.DataFrame({"gpt": [1, 0, 1, 1] * 10, "ann": [1, 0, 0, None] * 10}).write_csv(path)
    page = printed(capsys, str(path), "--judge", "gpt", "--human", "ann", "--pass", "1", "--chosen", "random")
    assert "People would pass" in page


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "name a file, the judge and people"),
        (["FILE", "--judge", "gpt"], "name a file, the judge and people"),
        (["FILE", "--judge", "gpt", "--human", "ann,bo"], "no column 'bo'; did you mean 'bob'?"),
        (["FILE", "--judge", "gpt", "--human", "ann,ann"], "name different columns"),
        (["FILE", "--judge", "gpt", "--human", "gpt"], "is named twice"),
        (["FILE", "--judge", "gpt", "--human", "ann", "--pass", "pass"], "say how the"),
        (["FILE", "--judge", "gpt", "--human", "ann", "--chosen", "random"], "--chosen goes with --pass"),
        (["FILE", "--judge", "gpt", "--human", "ann", "--pass", "pass", "--chosen", "luck"], "choose one of random"),
        (["FILE", "--judge", "gpt", "--human", "ann", "--pass", "yes", "--chosen", "random"], "occurs in no verdict"),
        (["FILE", "--judge", "gpt", "--human", "ann", "--swapped", "gpt_swapped"], "needs"),
        (["FILE", "--judge", "gpt", "--human", "ann", "--swapped", "gpt_swapped", "--answers", "a"], "two verdicts"),
        (["FILE", "--judge", "gpt", "--human", "ann,bob", "--weights", "cubic"], "choose one of none, linear"),
        (["FILE", "--judge", "gpt", "--human", "ann,bob", "--level", "95"], "--level"),
        (["FILE", "--judge", "gpt", "--human", "ann", "--verdicts", "places"], "choose one of answers, positions"),
        (["FILE", "--judge", "gpt", "--human", "ann,bob", "--margin", "5"], "Did you mean 0.05?"),
    ],
)
def test_what_does_not_go_together_is_one_line(words: list[str], said: str, capsys: Any) -> None:
    assert run(["judge", *[FILE if word == "FILE" else word for word in words]]) == 2
    text = capsys.readouterr().err
    assert said in text
    assert text.count("\n") == 1
