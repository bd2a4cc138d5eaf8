"""The units of a panel: their names, and columns beside them whose rows are in another order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import pytest

from concordant import Ratings, panels
from concordant.errors import DuplicateRatingError, InputError, InputTypeError, OptionError
from concordant.metrics import get

NAMES = [f"item {number}" for number in (7, 3, 9, 1)] + [f"more {number}" for number in range(26)]
ROWS = [["a", "a", "b"], ["a", "b", "b"], ["b", "b", "b"], [None, "a", None]] + [["a", "a", "a"], ["b", "b", "a"]] * 13
WIDE = pd.DataFrame(ROWS, columns=["ann", "bob", "eve"], index=pd.Index(NAMES, name="id"))
NUMBERS = WIDE.replace({"a": 1.0, "b": 2.0}).astype(float)

# what names units, by the record it gives: the names of the rows in their order
NAMED: dict[str, Callable[..., Any]] = {
    "consensus": lambda data, **read: panels.consensus(data, **read).columns()["unit"],
    "mean": lambda data, **read: panels.consensus(data.replace({"a": 1.5, "b": 2.5}), method="mean").units,
    "dawid_skene": lambda data, **read: panels.dawid_skene(data, **read).consensus().columns()["unit"],
}


@pytest.mark.parametrize("name", NAMED)
def test_the_index_of_pandas_names_the_units(name: str) -> None:
    read = {} if name == "mean" else {"unit": "id"}
    for data, options in ((WIDE, {}), (WIDE, read), (WIDE.reset_index(), read) if read else (WIDE, {})):
        assert list(NAMED[name](data, **options)) == NAMES
    assert list(NAMED[name](WIDE.reset_index(drop=True))) == list(range(30))
    assert list(NAMED[name](pd.concat([WIDE[:15], WIDE[:15]]))) == list(range(30))  # names that repeat name nothing


def test_the_hardest_units_are_called_by_the_index() -> None:
    named, numbered = panels.unit_report(WIDE), panels.unit_report(WIDE.to_numpy())
    assert named.units == tuple(NAMES[row] for row in numbered.units)  # type: ignore[call-overload]
    assert "  item 3" in str(named)


def test_a_state_says_that_it_has_forgotten_the_names() -> None:
    state = Ratings.from_wide(WIDE)
    report, majority, model = panels.unit_report(state), panels.consensus(state), panels.dawid_skene(state).consensus()
    assert "profile  agreement" in str(report)
    for record, row in ((report, "profile"), (majority, "composition"), (model, "profile")):
        assert [*record.columns()][:2] == [row, "units"]
        assert sum(record.columns()["units"]) == 30
        assert "A state keeps no names of units" in record.sentence
    assert sorted(model.ratings.tolist()) == [1, 3, 3, 3, 3, 3]
    assert panels.dawid_skene(WIDE).consensus().ratings.tolist() == [3, 3, 3, 1] + 26 * [3]


def test_units_of_one_rating_are_not_unanimous() -> None:
    found = panels.consensus([["a", "a"], ["a", "b"], ["a", None], ["b", None], [None, None]])
    assert "2 units of one rating, 50 % of the other 2 units a unanimous one" in found.sentence
    assert "unanimous" not in panels.consensus([["a", None], [None, "b"]]).sentence


HALVES = pd.Series([number // 3 % 2 for number in range(30)])
ALPHA = get("krippendorff_alpha").interval
TWO = [get("fleiss_kappa"), get("gwet_ac1")]
# a question, its data and options, the column beside the data, and the part of the answer that the column moves
BESIDE: list[tuple[Callable[..., Any], pd.DataFrame, dict[str, Any], str, str]] = [
    (panels.agree, WIDE, {}, "cluster", "these_raters"),
    (panels.agree, WIDE, {}, "sample_weight", "these_raters"),
    (panels.pairwise, WIDE, {}, "cluster", "low"),
    (panels.pairwise, WIDE, {}, "sample_weight", "low"),
    (panels.label_report, WIDE, {}, "cluster", "labels"),
    (panels.rater_report, WIDE, {}, "cluster", "raters"),
    (panels.consensus, WIDE, {}, "unit", "units"),
    (panels.dawid_skene, WIDE.replace({"a": 0, "b": 1}), {}, "known", "prior"),
    (panels.compare_coefficients, WIDE, {"coefficients": TWO}, "cluster", "low"),
    (ALPHA, WIDE, {}, "cluster", "low"),
    (ALPHA, WIDE, {}, "sample_weight", "low"),
    (get("intraclass_correlation").interval, NUMBERS, {"over": "units and raters"}, "cluster", "low"),
]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("ask", "data", "options", "column", "part"), BESIDE)
def test_columns_beside_a_frame_are_of_its_order_or_taken_by_position(
    ask: Callable[..., Any], data: pd.DataFrame, options: dict[str, Any], column: str, part: str
) -> None:
    values = HALVES.set_axis(data.index) + (column == "sample_weight")

    def found(data: pd.DataFrame, values: Any) -> Any:
        return getattr(ask(data, **options, **{column: values}), part)

    shuffled = np.random.default_rng(1).permutation(30)
    expected = found(data, values)
    np.testing.assert_equal(found(data, values.set_axis(shuffled + 100)), expected)  # other values say nothing
    np.testing.assert_equal(found(data.reset_index(drop=True), values), expected)
    with pytest.raises(InputError, match="the same index in another order"):
        found(data, values.iloc[shuffled])


def test_a_dict_of_columns_is_to_be_made_a_frame() -> None:
    with pytest.raises(InputTypeError, match=r"not dict\. Make it a frame first, such as polars\.DataFrame"):
        panels.rater_report({"u": [1, 1], "r": ["x", "y"], "l": ["a", "b"]}, unit="u", rater="r", label="l")


LONG = pd.DataFrame({"u": ["a", "a", "a", "b", "b", "c", "c"] * 3, "r": list("xyxxyxy") * 3, "l": list("1121122") * 3})
LONG["u"] += (LONG.index // 7).astype(str)
READ: Any = {"unit": "u", "rater": "r", "label": "l"}
REPORTS = ("agree", "consensus", "unit_report", "label_report", "rater_report", "pairwise", "dawid_skene")


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", REPORTS)
def test_a_row_a_rating_says_which_of_two_ratings_counts(name: str) -> None:
    report = getattr(panels, name)
    with pytest.raises(DuplicateRatingError, match='duplicates="first", "last", or "runs"'):
        report(LONG, **READ)
    for duplicates in ("first", "last", "runs"):
        state = Ratings.from_long(LONG, **READ, duplicates=duplicates)
        if name in ("agree", "label_report", "rater_report", "pairwise"):
            assert str(report(LONG, **READ, duplicates=duplicates)) == str(report(state))
        else:
            assert report(LONG, **READ, duplicates=duplicates) is not None
    with pytest.raises(OptionError, match="name the columns unit=, rater= and label="):
        report(WIDE, duplicates="first")


@pytest.mark.parametrize("name", [*REPORTS[:5], "dawid_skene", "limits_of_agreement", "g_study", "d_study"])
def test_an_option_that_there_is_not_is_named(name: str) -> None:
    with pytest.raises(InputTypeError, match=f"panels.{name} has no option 'clusters'; its options are "):
        getattr(panels, name)(WIDE, clusters=HALVES)


def test_units_of_a_column_are_no_rater_of_the_page() -> None:
    named = WIDE.reset_index()
    assert panels.agree(named, unit="id", labels=["a", "b"]).head == panels.agree(WIDE, labels=["a", "b"]).head


GRADES = [[1, 1, 2], [2, 2, 3], [3, 3, 3], [1, 2, 2], [2, 2, 3], [3, 2, 3]] * 6


def test_specific_agreement_is_one_and_percent_agreement_says_that_it_is_plain() -> None:
    page = panels.agree(GRADES, weights="quadratic")
    labels = panels.label_report(GRADES, weights="quadratic").labels
    np.testing.assert_allclose(page.specific, [float(row.specific) for row in labels])
    assert "Percent agreement (unweighted)" in str(page)
    assert "(unweighted)" not in str(panels.agree(GRADES))


def test_a_difference_of_agreements_lies_between_minus_one_and_one() -> None:
    for row in panels.rater_report([list("abc"), list("aab"), list("bbb")]).raters:
        assert not row.difference.low < -1
        assert not row.difference.high > 1
        assert not any(share.low < -1 or share.high > 1 for share in row.severity)


@pytest.mark.filterwarnings("ignore")
def test_one_label_has_a_reason_in_the_place_of_limits() -> None:
    for interval in (*(page := panels.agree(np.ones((10, 3)))).these_raters, *page.such_raters):
        assert np.isnan(interval.low)
        assert interval.reason


@pytest.mark.filterwarnings("ignore")
def test_weights_below_one_rating_are_said() -> None:
    alpha = get("krippendorff_alpha").interval(GRADES, sample_weight=np.linspace(0.001, 0.01, 36))
    assert "the weighted ratings sum to 0.594, not even to one rating" in str(alpha)


@pytest.mark.filterwarnings("ignore")
def test_what_weighted_units_weigh_is_no_number_of_units() -> None:
    weight = np.linspace(0.5, 1.7, 36)
    text = str(panels.agree(GRADES, sample_weight=weight))
    assert text.startswith("units of weight 39.6, 3 raters")
    for shown in (
        text,
        str(panels.label_report(GRADES, sample_weight=weight)),
        str(panels.rater_report(GRADES, sample_weight=weight)),
    ):
        assert " weight  " in shown
    assert "ratings" in str(panels.label_report(GRADES))
