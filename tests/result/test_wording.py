"""What a result prints, and its signature, name what moved the number: weights, clusters, dropped rows, models."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest

import concordant
from concordant.result import Comparison, Interval
from concordant.result.record import counted
from concordant.result.wording import (
    compact_count,
    label_text,
    percent_text,
    rate_text,
    short_count,
    short_names,
    with_same_decimals,
)

pytestmark = pytest.mark.filterwarnings("ignore::concordant.errors.IntervalWarning")

RNG = np.random.default_rng(12)
TRUTH = RNG.integers(0, 3, 60)
OLD, NEW = (np.where(RNG.random(60) < share, TRUTH, RNG.integers(0, 3, 60)) for share in (0.5, 0.8))
GROUP = np.arange(60) // 4
FRAME = pd.DataFrame({"truth": TRUTH, "old": OLD, "new": NEW, "group": GROUP})
RATINGS = np.stack([TRUTH, OLD, NEW], axis=1)


def signed(found: Any) -> list[str]:
    parts: list[str] = found.signature.split("|")
    return parts


@pytest.mark.parametrize("weights", ["linear", "quadratic", "ordinal"])
def test_weights_of_a_kappa_come_before_its_name(weights: Any) -> None:
    found = concordant.cohen_kappa.interval(TRUTH, NEW, weights=weights)
    assert str(found).startswith(f"{weights} cohen kappa 0.")
    assert f"weights:{weights}" in signed(found)
    assert str(Interval.from_dict(found.to_dict())) == str(found)
    compared: Any = concordant.cohen_kappa.compare(TRUTH, OLD, NEW, weights=weights)
    assert str(compared).startswith(f"{weights} cohen kappa of A minus B")
    assert str(Comparison.from_dict(compared.to_dict())) == str(compared)


def test_weights_of_the_caller_are_said_to_be_these() -> None:
    found = concordant.cohen_kappa.interval(TRUTH, NEW, weights=np.abs(np.subtract.outer(range(3), range(3))))
    assert str(found).startswith("cohen kappa with weights of the caller 0.")
    assert str(concordant.cohen_kappa.interval(TRUTH, NEW)).startswith("cohen kappa 0.")


@pytest.mark.parametrize(
    "ask",
    [
        lambda: concordant.cohen_kappa.compare(TRUTH, OLD, NEW, cluster=GROUP),
        lambda: concordant.roc_auc.interval(TRUTH > 0, NEW, cluster=GROUP),
        lambda: concordant.krippendorff_alpha.interval(RATINGS, cluster=GROUP),
        lambda: concordant.intraclass_correlation.interval(RATINGS * 1.0, cluster=GROUP),
        lambda: concordant.accuracy.interval("truth", "new", data=FRAME, cluster="group"),
    ],
)
def test_clusters_and_their_number_are_named(ask: Any) -> None:
    found = ask()
    assert "n = 60 in 15 clusters" in str(found)
    assert "clusters:15" in signed(found)


def test_dropped_rows_are_named() -> None:
    lacking = pd.Series(NEW * 1.0).where(np.arange(60) > 2)
    found = concordant.accuracy.interval(TRUTH, lacking, missing="drop")
    assert "n = 57, 3 dropped" in str(found)
    assert "missing:3" in signed(found)


@pytest.mark.parametrize(
    "ask",
    [
        lambda: concordant.accuracy.compare("truth", "old", "new", data=FRAME),
        lambda: concordant.accuracy.compare("truth", pred_a="old", pred_b="new", data=pl.from_pandas(FRAME)),
        lambda: concordant.accuracy.compare(TRUTH, pl.Series("old", OLD), pl.Series("new", NEW)),
    ],
)
def test_models_are_called_as_their_columns(ask: Any) -> None:
    found = ask()
    assert found.names == ("old", "new")
    assert str(found).startswith("accuracy of old minus new")


def test_models_without_names_of_their_own_are_letters_and_given_names_go_first() -> None:
    same: Any = concordant.accuracy.compare(TRUTH, FRAME["old"].rename("p"), FRAME["new"].rename("p"))
    assert same.names == concordant.accuracy.compare(TRUTH, OLD, FRAME["new"]).names == ("A", "B")
    assert concordant.accuracy.compare(TRUTH, FRAME["old"], FRAME["new"], names=["x", "y"]).names == ("x", "y")
    every: Any = concordant.accuracy.compare("truth", "old", "new", "truth", data=FRAME)
    assert [one.names for one in every] == [("old", "new"), ("old", "truth"), ("new", "truth")]


@pytest.mark.parametrize("label", ["x|clusters:9|missing:4", "it's|clusters:9", 'a "b|weights:quadratic'])
def test_labels_that_look_like_parts_of_a_signature_are_not_taken_for_them(label: str) -> None:
    truth = np.where(TRUTH == 0, label, np.where(TRUTH == 1, "b", "c"))
    guess = np.where(NEW == 0, label, np.where(NEW == 1, "b", "c"))
    found = concordant.cohen_kappa.interval(truth.tolist(), guess.tolist())
    assert str(found).startswith("cohen kappa 0.")
    assert str(found).endswith("n = 60)")


NAN = float("nan")
WRITTEN: dict[Callable[[float], str], dict[float, str]] = {
    rate_text: {
        1.0: "1.000",
        0.9996: "> 0.999",
        0.0: "0.000",
        0.0004: "4.0e-04",
        0.52457646: "0.525",
        NAN: "undefined",
    },
    percent_text: {0.0: "0", 0.004: "<1", 0.005: "<1", 0.0051: "1", 0.5: "50", NAN: "-"},
    compact_count: {0: "0", 100_000: "100k", 1_234_567: "1.23M", 1234.5: "1,234", 99_999.7: "100,000"},
    short_count: {0: "0", 9.97: "10", 999: "999", 999.7: "1k", 999_900: "1M", 4.56e13: "46T"},
    lambda number: counted(number, "item"): {
        0.6: "1 item",
        1: "1 item",
        1.4: "1 item",
        2: "2 items",
        4e3: "4,000 items",
    },
}


@pytest.mark.parametrize("write", WRITTEN)
def test_numbers_as_they_are_written(write: Callable[[float], str]) -> None:
    assert [write(number) for number in WRITTEN[write]] == list(WRITTEN[write].values())


def test_long_names_keep_both_ends_and_are_told_apart() -> None:
    assert label_text("abcdefghij", 10) == "abcdefghij"
    assert label_text("abcdefghijk", 10) == "abcde…hijk"
    assert label_text("two\nlines\x1b[2J\u202e") == "two\\nlines\\x1b[2J\\u202e"
    assert label_text("\u0646\u200c\u0647") == "\u0646\u200c\u0647"  # a joiner belongs to how a word is spelt
    assert short_names(["1", "a", 1, "a"], 9) == ["1", "a", "1 (2)", "a"]
    long = [f"model with {middle} and calibration, run 3" for middle in ("few trees", "many leaves")]
    cut = "model with…on, run 3"
    assert short_names([*long, long[0]], 20) == [cut, f"{cut} (2)", cut]


@pytest.mark.parametrize(
    ("values", "texts"),
    [
        ((2.142, 2.8, 3.607), ["2.142", "2.800", "3.607"]),
        ((1, 2), ["1", "2"]),
        ((-math.inf, 12.345), ["-inf", "12.35"]),
        ((0.5, 2e7), ["0.5", "2e+07"]),
        ((), []),
    ],
)
def test_numbers_of_a_list_have_the_same_decimals(values: tuple[float, ...], texts: list[str]) -> None:
    assert with_same_decimals(values, 4) == texts
