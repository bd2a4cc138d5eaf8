"""``concordant judge``: the page, the numbers, and what it says of options that do not go together."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest

from concordant import judging
from concordant.data import panel_example

from .conftest import Csv, Run

FILE = str(panel_example("judge_panel").path)


def page_of(run: Run, *words: object) -> str:
    """The page in one line."""
    ran = run("judge", *words)
    assert ran.code == 0
    return " ".join(ran.out.split())


def test_the_page(run: Run) -> None:
    who = "--judge gpt,llama --human ann,bob,eve --runs gpt_2 --swapped gpt_swapped --answers pass,fail"
    how = "--margin 0.05 --epsilon 0.1 --by topic --covariate words --pass pass --chosen random --cluster prompt"
    ran = run("judge", FILE, *who.split(), *how.split())
    assert ran.out.startswith(
        "Concordant judge: judge_panel.csv\nThe judge gpt compared with ann, bob, eve.\n\nPeople would pass "
    )
    for sentence in (
        "does not pass the alternative annotator test at epsilon 0.1",
        "11 percentage points less (95 % confidence interval 18 less to 5 less). It is shown to be worse than a person",
        "lowest on 'code'",
        "100 words",
        "People would pass 66 %",
        "Two runs of the judge agree on",
        "the answer shown first wins 54 %",
        "Of 2 judges gpt agrees most",
    ):
        assert sentence in " ".join(ran.out.split())
    assert "For more" not in ran.out
    assert max(map(len, ran.out.splitlines())) <= 110


def test_the_numbers_are_those_of_the_library(run: Run) -> None:
    record = run("judge", FILE, "--judge", "gpt", "--human", "ann,bob,eve", "--margin", "0.1", "--json", "-").json
    expected = judging.gap(pl.read_csv(FILE), judge="gpt", humans=["ann", "bob", "eve"], margin=0.1)
    assert record["gap"] == expected.to_dict()
    weighted = run("judge", FILE, "--judge", "gpt", "--human", "ann,bob", "--weight", "words", "--json", "-").json
    rows = pl.read_csv(FILE)
    expected = judging.gap(rows, judge="gpt", humans=["ann", "bob"], sample_weight="words")
    assert weighted["gap"] == expected.to_dict()
    assert weighted["gap"] != judging.gap(rows, judge="gpt", humans=["ann", "bob"]).to_dict()


def test_verdicts_that_name_positions(run: Run, csv: Csv) -> None:
    words = (csv("gpt,other,ann\n" + "A,A,A\nB,B,A\n" * 20), "--judge", "gpt", "--human", "ann", "--swapped", "other")
    by_answer = page_of(run, *words)
    assert "contradicts itself in 0 % of 40 pairs" in by_answer
    assert "say --verdicts positions" in by_answer.lower()
    by_position = page_of(run, *words, "--verdicts", "positions")
    assert "contradicts itself in 100 % of 40 pairs" in by_position
    assert "--verdicts" not in by_position


def test_a_judge_beside_itself_needs_no_people(run: Run, csv: Csv) -> None:
    file = csv("gpt,other\n" + "1,1\n0,1\n2,0\n" * 20)
    words = ("--judge", "gpt", "--swapped", "other", "--answers", "0,1", "--tie", "2")
    found = run("judge", file, *words, "--json", "-").json
    columns: dict[str, Any] = {"judge": [1, 0, 2] * 20, "swapped": [1, 1, 0] * 20, "answers": (0, 1), "tie": 2}
    assert found["order_swap"] == judging.order_swap(**columns).to_dict()
    wins = run("win-rate", file, *words, "--ties", "dropped", "--json", "-").json
    assert wins == judging.win_rate(**columns, ties="dropped").to_dict()


def test_flips_are_those_of_the_library(run: Run) -> None:
    rows, words = pl.read_csv(FILE), ("--old", "gpt", "--new", "gpt_2", "--pass", "pass", "--cluster", "prompt")
    expected = judging.verdict_flips(rows, old="gpt", new="gpt_2", pass_label="pass", cluster="prompt")
    assert run("flips", FILE, *words, "--json", "-").json == expected.to_dict()
    assert expected.sentence in " ".join(run("flips", FILE, *words).out.split())
    assert "name a file" in run("flips", "--old", "gpt", "--new", "gpt_2").error


@pytest.mark.parametrize(
    "words",
    ["flips --old a --new b", "win-rate --judge a --answers 0,1", "judge --judge a --human b", "agree --raters a,b,c"],
)
def test_rows_without_a_cluster_are_refused_by_its_column_or_left_out(run: Run, csv: Csv, words: str) -> None:
    rng = np.random.default_rng(7)
    truth = rng.integers(0, 2, 120)
    frame = pl.DataFrame({name: np.where(rng.random(120) < 0.8, truth, 1 - truth) for name in "abc"})
    frame = frame.with_columns(land=pl.Series([None if row % 20 == 3 else f"l{row % 12}" for row in range(120)]))
    whole, rest = csv(frame.write_csv(), "whole.csv"), csv(frame.drop_nulls().write_csv(), "rest.csv")
    name, *others = words.split()
    error = run(name, whole, *others, "--cluster", "land").error
    assert error.startswith("land has 6 missing (the first in row 4). ")
    assert error.endswith("--missing drop.")
    ran = run(name, whole, *others, "--cluster", "land", "--missing", "drop")
    assert "6 rows are left out, where land is missing" in ran.err + ran.out
    told, expected = (
        run(name, file, *others, "--cluster", "land", "--missing", "drop", "--json", "-").json for file in (whole, rest)
    )
    for found in (told, expected):
        found.pop("remarks", None)
        found.pop("source", None)
    assert told == expected


@pytest.mark.parametrize(
    "words",
    [
        "--human ann",
        "--human ann --by topic",
        "--human ann,bob",
        "--human ann,bob --margin 0.05",
        "--human ann --pass pass --chosen random",
        "--runs gpt_2",
        "--swapped gpt_swapped --answers pass,fail",
        "--runs gpt_2 --swapped gpt_swapped --answers pass,fail",
    ],
)
def test_no_sentence_is_printed_twice(run: Run, words: str) -> None:
    parts = run("judge", FILE, "--judge", "gpt", *words.split()).out.split("\n\n")
    told = [sentence for part in parts for sentence in " ".join(part.split()).split(". ") if len(sentence) > 40]
    assert told
    assert len(told) == len({*told})


def test_label_weights_are_those_of_the_library(run: Run, csv: Csv) -> None:
    judge, human = [1, 1, 0, 1] * 25, [1, 0, 0, None, None] * 20
    weight = [None if label is None else 1 + row % 3 for row, label in enumerate(human)]
    rows = pl.DataFrame({"j": judge, "h": human, "w": weight})
    words = ["judge", csv(rows.write_csv()), "--judge", "j", "--human", "h", "--pass", "1"]
    found = run(*words, "--label-weight", "w", "--json", "-").json
    expected = judging.pass_rate(judge=judge, human=human, label_weight=weight)
    assert found["pass_rate"]["rate"] == expected.to_dict()["rate"]


def test_several_columns_of_kinds_are_each_combination(run: Run, csv: Csv) -> None:
    rows = pl.read_csv(FILE).with_columns(long=pl.col("words") > 250)
    rows = rows.with_columns(pl.format("{}, {}", "topic", "long").alias("kinds"))
    expected = judging.slices(rows, judge="gpt", humans=["ann", "bob"], by="kinds").slices
    line = ("judge", csv(rows.write_csv()), "--judge", "gpt", "--human", "ann,bob", "--json", "-")
    found = run(*line, "--by", "topic,long").json["slices"]["slices"]
    assert len(found) == 6
    assert found == [one.to_dict() for one in expected]
