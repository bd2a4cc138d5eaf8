"""A page of rows in batches is that of the same rows in memory; where scores are in buckets, its bounds hold that."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from warnings import catch_warnings, simplefilter

import pytest
from hypothesis import settings
from support.files import read_in_batches
from support.tables import random_table

from concordant import evaluate
from concordant.errors import ConcordantError, MissingValuesError
from concordant.report import batches
from concordant.report.choices import CALIBRATION
from concordant.sources import batches as row_limit
from concordant.sources import score_batches

# What only one of two pages says: how its rows were read, which of them it cannot count, and what it does without.
READING = re.compile(r"in batches|added up|buckets|second pass|known less exactly")
INTERVALS = re.compile(r"The intervals are|the intervals of|(from|against) the rest|for the groups|is not adjusted")
IN_FILE = re.compile(r", which is row \d+ of .*?(?=[:)])")
PLACES = re.compile(
    r" \(the first in row \d+\)|; \d+ are not, the first in row \d+: (\[.*?\]|\S+)(?=\.)"
    r"|column '(?=[^']+' has)|' (?=has)| "
)
FEW = re.compile(  # how many they are worth, rows or their order tells
    r"(^|; )(the value (is skewed and )?rests on few rows: about \d+ rows? carr[iesy]+ [a-z ]*"
    r"|few rows \(effectively \d+\)[a-z ]*)"
)
LEFT_OUT = re.compile(
    "counted in buckets|to stay fast|metric.interval takes|compare_independent takes|these rows are weighted"
)
NOT_IN_BATCHES = re.compile("whose squares are no floats|must hold finite numbers")


def answer(table: Any, data: Any) -> Any:
    """The record of a page, or the kind of an error and its text."""
    try:
        return evaluate(data=data, **table.asked).to_dict()
    except ConcordantError as error:
        if isinstance(error, MissingValuesError) and table.asked.get("missing", "raise") == "raise":
            return "missing", ""  # batches look at the labels first
        return type(error).__name__, str(error)


def assert_same(found: Any, expected: Any, where: str = "") -> None:
    """Assert that a record in batches says the same as one in memory, or that it says what it leaves out."""
    if isinstance(expected, dict):
        bounds = found.get("bounds")
        if ("method" in expected or "formula" in expected) and LEFT_OUT.search(str(found.get("reason"))):
            return
        if bounds and bounds["low"] is not None:
            assert bounds["low"] - 1e-9 <= expected["value"] <= bounds["high"] + 1e-9, where
            return
        assert found.keys() == expected.keys(), where
        for key, value in expected.items():
            if key not in ("source", "command", "next_step", "signature", "bounds"):
                assert_same(found[key], value, f"{where}/{key}")
    elif isinstance(expected, (list, tuple)):
        kept = [[x for x in side if not (isinstance(x, str) and READING.search(x))] for side in (found, expected)]
        assert len(kept[0]) == len(kept[1]), (where, found, expected)
        for k, pair in enumerate(zip(*kept, strict=True)):
            assert_same(*pair, f"{where}/{k}")
    elif isinstance(expected, str) or (isinstance(found, str) and where.endswith("/reason")):
        said, wanted = (PLACES.sub("", IN_FILE.sub("", FEW.sub("", side or ""))) for side in (found, expected))
        assert said.removeprefix(";") == wanted.removeprefix(";"), where
    elif isinstance(expected, float):
        assert found == pytest.approx(expected, rel=1e-9, abs=1e-12, nan_ok=True), where
    else:
        assert found == expected, where


def forget_findings(found: Any, expected: Any) -> None:
    """Drop the rules that rows in batches do not allow, and say so."""
    for rule in found["not_looked_for"].keys() - expected["not_looked_for"].keys():
        expected["findings"] = [one for one in expected["findings"] if one["rule"] != rule]
        expected["looked_for"].pop(rule)
    found["not_looked_for"] = expected["not_looked_for"] = {}


def forget_what_is_left_out(found: Any, expected: Any) -> None:
    """Drop from both pages what the one in batches says that it cannot tell."""
    forget_findings(found["findings"], expected["findings"])
    in_buckets = any("buckets" in said for said in found["assumptions"])
    if in_buckets:  # of which no calibration is fitted
        fitted = {choice.metric for choice in CALIBRATION}
        expected["results"] = [one for one in expected["results"] if one["name"] not in fitted]
    both = {one["key"] for one in found["further"]} & {one["key"] for one in expected["further"]}
    for one, other in zip(found["per_class"], expected["per_class"], strict=True):
        unknown = in_buckets and one["name"] in ("roc_auc", "average_precision")
        if unknown:
            other["values"] = one["values"]
        if unknown or one["intervals"] is None:
            other["intervals"] = one["intervals"]
    for page in (found, expected):
        if in_buckets:  # some metrics take every score
            page["further"] = [one for one in page["further"] if one["key"] in both]
        for part in (page, page["by"] or {"remarks": []}):
            part["remarks"] = [said for said in part["remarks"] if not INTERVALS.search(said)]
    groups = zip(*(page["by"]["groups"] if page["by"] else () for page in (found, expected)), strict=True)
    for one, other in groups:
        bounded = [result["key"] for result in one["results"] if result["bounds"]]
        for side in (one, other):  # a difference of values that have bounds is as rough as they are
            side["against_rest"] = {key: x for key, x in side["against_rest"].items() if key not in bounded}
        other["against_rest"] = other["against_rest"] if one["against_rest"] else one["against_rest"]


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("seed", range(12, 12 + settings.default.max_examples * 2 // 3))
@pytest.mark.parametrize("buckets", [False, True])
def test_a_page_in_batches_is_that_of_the_rows_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, buckets: bool, seed: int
) -> None:
    table = random_table(2 * seed + buckets)
    expected = answer(table, table.frame)
    monkeypatch.setattr(row_limit, "MOST_ROWS", 0)
    monkeypatch.setattr(score_batches, "BATCH", 64)
    if buckets:
        for name, value in {"MOST_SCORES": 15, "_ROOM": 1 << 12, "_FEWEST": 1, "_CLASS_BITS": 4}.items():
            monkeypatch.setattr(score_batches, name, value)
    read_in_batches(monkeypatch, 50)
    found = answer(table, table.stored(tmp_path))
    if isinstance(found, tuple) and NOT_IN_BATCHES.search(found[1]):
        return
    if [one[0] for one in (found, expected) if isinstance(one, tuple)] == ["ContinuousLabelsError", "WeightError"]:
        return  # batches look at the labels first
    if isinstance(found, dict) and isinstance(expected, dict):
        forget_what_is_left_out(found, expected)
    assert_same(found, expected)


LATE = ["2", "1.0", " 1", "x", "NA", "", "01", "9007199254740993", "1.5", '"1"', "true"]
FIRST = ["0 1", "a b", "no yes", "false true", "0.0 1.0", "1 1", "NA None"]


def page_of(labels: list[str], folder: Path) -> tuple[Any, set[str]]:
    """The answer for a file of these labels and some scores, and its warnings."""
    path = folder / "x.csv"
    path.write_text("y,s\n" + "".join(f"{label},{k % 7 / 8 + 0.01}\n" for k, label in enumerate(labels)))
    with catch_warnings(record=True) as warnings:
        simplefilter("always")
        found = answer(SimpleNamespace(asked={"y_true": "y", "y_score": "s"}), path)
    return found, {str(warning.message) for warning in warnings}


def few_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let few rows be many, and fewer be the first ones."""
    monkeypatch.setattr(row_limit, "MOST_ROWS", 0)
    monkeypatch.setattr(batches, "LOOKED_AT", 20)
    read_in_batches(monkeypatch, 30)


@pytest.mark.parametrize("late", LATE)
@pytest.mark.parametrize("first", FIRST)
def test_a_late_label_that_tells_otherwise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, first: str, late: str
) -> None:
    labels = [*first.split() * 40, late, *first.split() * 9]
    expected, expected_warnings = page_of(labels, tmp_path)
    few_rows(monkeypatch)
    found, warnings = page_of(labels, tmp_path)
    assert warnings == expected_warnings
    if isinstance(found, dict) and isinstance(expected, dict):
        forget_what_is_left_out(found, expected)
    assert_same(found, expected)
