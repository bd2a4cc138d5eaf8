"""``concordant agree``: long and wide files, and what it says of options that do not go together."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl
import pytest
from support.samples import random_panel

from concordant import fleiss_kappa, intraclass_correlation, krippendorff_alpha, measurement_error, panels

from .conftest import Csv, Run

MATRIX = random_panel(31, 50, 4)


@pytest.fixture
def wide(tmp_path: Path) -> str:
    path = tmp_path / "wide.csv"
    frame = pl.DataFrame({name: MATRIX[:, place] for place, name in enumerate(("ann", "bob", "eve", "dan"))})
    whole = frame.with_columns(pl.all().fill_nan(None).cast(pl.Int64))
    whole.with_columns(one=pl.lit("x")).with_row_index("doc").write_csv(path)
    return str(path)


@pytest.fixture
def long(tmp_path: Path) -> str:
    path = tmp_path / "long.csv"
    rows = [(u, "abcd"[g], int(x)) for u, row in enumerate(MATRIX) for g, x in enumerate(row) if x == x]
    pl.DataFrame(rows, schema=["essay", "who", "grade"], orient="row").write_csv(path)
    return str(path)


def printed(run: Run, *words: str) -> str:
    ran = run("agree", *words)
    assert ran.code == 0
    return ran.out


def test_wide_and_long_files_give_the_same_page(wide: str, long: str, run: Run) -> None:
    first = printed(run, wide, "--raters", "ann,bob,eve,dan", "--weights", "quadratic")
    second = printed(run, long, "--unit", "essay", "--rater", "who", "--label", "grade", "--weights", "quadratic")
    assert first.splitlines()[0] == "Concordant agreement: wide.csv"
    assert first.split("Raters\n")[0].splitlines()[1:] == second.split("Raters\n")[0].splitlines()[1:]
    assert first.splitlines()[1].startswith("50 units, 4 raters, ")
    assert all(words in first for words in ("labels 1 < 2 < 3", "raters like these", "Krippendorff's alpha"))


def test_the_numbers_are_those_of_the_library(wide: str, run: Run) -> None:
    record = run("agree", wide, "--raters", "ann,bob,eve,dan", "--json").json
    values = {coefficient["metric"]: coefficient for coefficient in record["these_raters"]}
    assert values["fleiss_kappa"]["value"] == pytest.approx(fleiss_kappa(MATRIX))
    assert values["krippendorff_alpha"]["low"] == pytest.approx(krippendorff_alpha.interval(MATRIX).low)
    assert len(record["such_raters"]) == len(record["these_raters"])
    ordinal = krippendorff_alpha(MATRIX, level_of_measurement="ordinal")
    page = run("agree", wide, "--raters", "ann,bob,eve,dan", "--weights", "ordinal", "--json").json
    assert f"Krippendorff's own differences alpha is {ordinal:.4f}" in " ".join(page["remarks"])
    clustered = run("agree", wide, "--raters", "ann,bob,eve", "--cluster", "doc", "--json").json
    assert clustered["pairwise"] is None
    assert run("agree", wide, "--raters", "ann,bob,eve", "--cluster", "doc", "--html", "-").code == 0
    assert clustered["such_raters"][0]["method"].startswith("delta of clusters")


def test_the_page_shows_raters_labels_and_units(wide: str, tmp_path: Path, run: Run) -> None:
    out = tmp_path / "labels.csv"
    words = (wide, "--raters", "ann,bob,eve,dan", "--unit", "doc", "--units", "3", "--over", "units")
    page = printed(run, *words, "--compare", "ann,bob:eve,dan", "--consensus", str(out), "--ties", "first")
    assert "other raters like these" not in page
    assert "Krippendorff's alpha is " in page
    assert " in eve+dan: they are not shown to differ; ann+bob minus eve+dan is " in page.replace("\n", " ")
    for text in (
        "Cohen's kappa of every two raters",
        "None of 4 raters stands out.",
        "specific agreement",
        "The hardest docs",
        "with the others",
    ):
        assert text in page
    assert len(page.split("The hardest docs")[1].strip().splitlines()) == 4
    expected = panels.consensus(MATRIX, ties="first")
    written = pl.read_csv(out)
    assert written.columns == ["doc", "label", "share", "tied", "ratings"]
    assert written["label"].to_list() == list(expected.label)
    found = run("agree", *words, "--json").json
    assert [one["rater"] for one in found["rater_report"]["raters"]] == ["ann", "bob", "eve", "dan"]
    assert found["unit_report"]["units"] == panels.unit_report(MATRIX, most=3).to_dict()["units"]
    assert found["such_raters"] == []
    pairs = panels.pairwise(MATRIX, raters=["ann", "bob", "eve", "dan"])
    assert found["pairwise"]["value"] == pairs.to_dict()["value"]


def test_blank_cells_of_a_pilot_are_missing_as_in_the_page(csv: Csv, run: Run) -> None:
    text = "id,a,b\n1,x,x\n2,y,y\n3,x,y\n4,x,x\n5,y,y\n"
    how = ("--raters", "a,b", "--half-width", "0.1", "--per-unit", "2")
    plain, blank = (run("plan", "raters", csv(text + more), *how) for more in ("6,,y\n7,x,\n", "6, ,y\n7,x,  \n"))
    assert (plain.code, plain.out) == (0, blank.out)
    assert "2 cells hold nothing but blanks and count as missing" in blank.err


@pytest.mark.parametrize(
    "words", ["agree FILE", "plan raters FILE --half-width 0.1", "gate FILE --metric krippendorff_alpha --min 0"]
)
def test_a_column_of_ids_among_the_raters_stops_the_call(words: str, wide: str, tmp_path: Path, run: Run) -> None:
    frame = pl.read_csv(wide).with_columns(pl.col("ann", "bob", "eve").cast(pl.String) + " points")
    frame = frame.with_columns(key=pl.format("item {}", pl.int_range(pl.len())))
    path = tmp_path / "ids.csv"
    pl.concat([frame, frame.with_columns(pl.col("key") + "b")]).write_csv(path)
    assert "values of 'key'" in run(*words.replace("FILE", str(path)).split(), "--raters", "key,ann,bob,eve").error


def test_what_was_left_out_is_told(run: Run, csv: Csv) -> None:
    long = csv("u,who,l\n" + "".join(f"{u},{who},{u % 2}\n" for u in range(8) for who in "ab") + "1,a,0\n1,a,\n")
    line = ("agree", long, "--unit", "u", "--rater", "who", "--label", "l", "--json")
    remark = "remark: 1 rating of a unit that the same rater has rated twice is left out (--duplicates first)"
    assert run(*line, "--duplicates", "first").json["remarks"] == [remark]


@pytest.mark.parametrize(
    ("words", "what"),
    [("agree --raters ann,bob --unit id", "a unit"), ("judge --judge ann --human bob --item id", "an item")],
)
def test_names_that_come_again_are_told_where_rows_do_not_belong_together(
    words: str, what: str, csv: Csv, run: Run
) -> None:
    rows = [f"q{i},{'pf'[i % 5 == 0]},{'pf'[i % 4 == 0]}\n" for i in range(60)]
    name, *line = words.split()
    once, again = (csv("id,ann,bob\n" + "".join(some), f"{len(some)}.csv") for some in (rows, rows + rows[:30]))
    told = f"30 rows repeat {what} that came before ('q0', 'q1', ...); every row counts"
    for file, more, expected in ((once, (), False), (again, (), True), (again, ("--cluster", "id"), False)):
        ran = run(name, file, *line, *more)
        assert (told in " ".join((ran.err + ran.out).split())) == expected


def test_two_files_are_compared_as_independent_panels(run: Run, csv: Csv) -> None:
    first, second = (random_panel(seed, n, 3, missing=0).astype(int) for seed, n in ((1, 40), (2, 30)))
    files = [
        csv("a,b,c\n" + "".join(",".join(map(str, row)) + "\n" for row in ratings), name)
        for ratings, name in ((first, "one.csv"), (second, "two.csv"))
    ]
    line = ("agree", files[0], "--raters", "a,b,c", "--against", files[1])
    expected = krippendorff_alpha.compare_independent(first, second)
    found = run(*line, "--json").json["comparison"]
    assert (found["difference"], found["p_value"]) == pytest.approx((expected.difference, expected.p_value))
    told = (
        f"in two.csv: they are not shown to differ; one.csv minus two.csv is {expected.difference:+.4f} (95 % interval "
    )
    assert told in " ".join(run(*line).out.split())
    assert "give one of both" in run(*line, "--compare", "a,b:a,c").error


@pytest.mark.parametrize("order", [("before.csv", "after.csv"), ("after.csv", "before.csv")])
def test_the_file_with_the_higher_agreement_is_named_in_either_order(
    order: tuple[str, str], run: Run, csv: Csv
) -> None:
    rng = np.random.default_rng(6)
    paths, values = {}, {}
    for name, right in (("before.csv", 0.6), ("after.csv", 0.95)):
        truth = rng.integers(0, 2, 60)
        values[name] = np.where(rng.random((60, 3)) < right, truth[:, None], 1 - truth[:, None])
        paths[name] = csv("a,b,c\n" + "".join(",".join(map(str, row)) + "\n" for row in values[name]), name)
    found = krippendorff_alpha.compare_independent(values["after.csv"], values["before.csv"])
    out = " ".join(run("agree", paths[order[0]], "--raters", "a,b,c", "--against", paths[order[1]]).out.split())
    said = f"it is higher in after.csv, by {found.difference:.4f} (95 % interval {found.low:.4f} to {found.high:.4f}, p"
    assert said in out


def test_ratings_that_are_measured_have_the_icc_and_the_sem_beside_the_kappas(run: Run, csv: Csv) -> None:
    ratings = random_panel(4, 30, 3, missing=0).astype(int)
    file = csv("a,b,c\n" + "".join(",".join(map(str, row)) + "\n" for row in ratings))
    shown = " ".join(run("agree", file, "--raters", "a,b,c", "--level-of-measurement", "interval").out.split())
    assert f"ICC(A,1), agreement {intraclass_correlation(ratings):.4f}" in shown
    assert f"SEM, of agreement {measurement_error(ratings):.4f}" in shown


def test_the_consensus_of_the_model_is_that_of_the_library(run: Run, csv: Csv, tmp_path: Path) -> None:
    rng = np.random.default_rng(4)
    truth = rng.integers(0, 3, 60)
    ratings = [np.where(rng.random(60) < right, truth, rng.integers(0, 3, 60)) for right in (0.95, 0.4, 0.4)]
    lines = "\n".join(f"u{k},{a},{b},{c}" for k, (a, b, c) in enumerate(zip(*ratings, strict=True)))
    path, out = csv(f"id,a,b,c\n{lines}\n"), tmp_path / "labels.csv"
    line = ("agree", path, "--raters", "a,b,c", "--unit", "id")
    assert run(*line, "--consensus", out, "--consensus-method", "dawid-skene").code == 0
    written = pl.read_csv(out)
    model = panels.consensus(np.stack(ratings, 1), method="dawid-skene")
    assert written["label"].to_list() == list(model.frame()["label"])
    assert (written["label"].to_numpy() == ratings[0]).mean() > 0.9  # the one good rater is believed
    assert run(*line, "--consensus-method", "dawid-skene").code == 2


def test_two_files_of_one_name_and_units_of_both(run: Run, tmp_path: Path) -> None:
    rng = np.random.default_rng(5)
    paths = []
    for folder in ("march", "april"):
        truth = rng.integers(0, 3, 40)
        columns = {name: np.where(rng.random(40) < 0.8, truth, 0) for name in "abc"}
        (tmp_path / folder).mkdir()
        paths.append(tmp_path / folder / "r.csv")
        pl.DataFrame({"id": [f"u{k}" for k in range(40)], **columns}).write_csv(paths[-1])
    line = ("agree", paths[0], "--raters", "a,b,c", "--against", paths[1])
    assert run(*line).code == 0
    assert not any("both files" in text for text in run(*line, "--json").json["remarks"])
    told = run(*line, "--unit", "id", "--json").json["remarks"]
    assert any(
        text.startswith("remark: 40 units of both files: the comparison takes them as different") for text in told
    )
