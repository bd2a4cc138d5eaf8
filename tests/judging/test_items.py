"""Columns and options of every function: what is refused, in our words, and what containers give the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from concordant import judging
from concordant.errors import (
    ColumnError,
    ConcordantError,
    EmptyInputError,
    InputError,
    InputTypeError,
    LengthError,
    WeightError,
)

VERDICTS = [1, 0, 1, 1, 0, 1, 0, 0] * 5
LABELS = [[1, 1], [0, 1], [1, 0], [1, 1], [0, 0], [1, 1], [1, 0], [0, 0]] * 5
SOME = [1, 0, 1, 0, 0, 1, 1, 0, *[None] * 32]
PAIRS = ["A", "B", "A", "A"] * 10
COUNTS: dict[str, Any] = {"judged": 100, "judged_pass": 60, "human_pass": 10, "human_fail": 10}
COUNTS |= {"judge_pass_of_these": 9, "judge_fail_of_these": 8}

JUDGED: dict[str, Any] = {"judge": VERDICTS, "humans": LABELS}
SYSTEMS = {"judge_a": VERDICTS, "judge_b": VERDICTS, "human_a": SOME, "human_b": SOME, "chosen": "random"}
RATES = {"judged": 100, "judged_pass": 60, "sensitivity": 0.9, "specificity": 0.8}
NEEDED = {"judged": 1000, "pass_rate": 0.6, "sensitivity": 0.9, "specificity": 0.8, "half_width": 0.05}
SCORED = {"judge": VERDICTS, "human": SOME, "chosen": "random"}
SWAPPED = PAIRS[1:] + PAIRS[:1]
CALLS: list[tuple[Callable[..., Any], dict[str, Any], tuple[str, ...]]] = [
    (judging.gap, JUDGED, ("labels",)),
    (judging.judge_errors, JUDGED, ("truth",)),
    (judging.slices, {**JUDGED, "by": [1, 2] * 20}, ("by", "labels")),
    (judging.over_time, {**JUDGED, "window": [1, 2] * 20}, ("window",)),
    (judging.pass_rate, SCORED, ("method", "chosen", "pass_label", "human")),
    (judging.compare_pass_rates, SYSTEMS, ("chosen", "human_a", "human_b")),
    (judging.mean_score, SCORED, ("power", "ddof", "between", "chosen", "human")),
    (judging.order_swap, {"judge": PAIRS, "swapped": SWAPPED}, ("answers", "verdicts", "ties")),
    (judging.preference_excess, {"judge": PAIRS, "humans": SWAPPED, "favoured": PAIRS}, ("answers", "favoured")),
    (judging.compare_judges, {"judges": LABELS, "humans": VERDICTS}, ("seed", "judges")),
    (
        judging.plan_alternative_test,
        {"epsilon": 0.2, "runs": 2, "units": 30},
        ("epsilon", "q", "seed", "judge_accuracy", "people_accuracy"),
    ),
    (judging.rogan_gladen, COUNTS, tuple(COUNTS)),
    (judging.rogan_gladen, RATES, ("sensitivity", "specificity")),
    (judging.labels_needed, NEEDED, ("half_width", "pass_rate", "sensitivity", "specificity")),
]
ODD = [1.5, -1, "x", [], {}, [1, 2], (1, 2, 3), object(), 10**400, float("nan"), np.ones(40), pd.Series([1, 2]), 1j]


@pytest.mark.parametrize(
    ("call", "data", "option"), [(call, data, option) for call, data, options in CALLS for option in options]
)
def test_odd_options_are_refused_in_our_words(call: Callable[..., Any], data: dict[str, Any], option: str) -> None:
    call(**data)
    refused = 0
    for odd in ODD:
        try:
            call(**{**data, option: odd})
        except ConcordantError:
            refused += 1
    assert refused >= len(ODD) / 2


@pytest.mark.parametrize("call", dict.fromkeys(call for call, _, _ in CALLS), ids=lambda call: call.__name__)
def test_an_option_that_a_function_does_not_have_is_refused_with_the_nearest(call: Callable[..., Any]) -> None:
    with pytest.raises(InputTypeError, match=r"has no option 'levl'; .*Did you mean 'level'\?") as caught:
        call(levl=0.9)
    assert str(caught.value).startswith(f"judging.{call.__name__} ")


def test_human_and_humans_lead_to_one_another() -> None:
    with pytest.raises(InputTypeError, match="Did you mean 'humans'"):
        judging.judge_errors(judge=VERDICTS, human=VERDICTS)  # type: ignore[call-arg]
    with pytest.raises(InputTypeError, match="Did you mean 'human'"):
        judging.pass_rate(judge=VERDICTS, humans=VERDICTS)  # type: ignore[call-arg]


@pytest.mark.parametrize("human", [{}, pd.DataFrame(), pl.DataFrame(), np.zeros((40, 0)), [[]] * 40], ids=repr)
def test_people_without_a_column_are_refused(human: Any) -> None:
    with pytest.raises(EmptyInputError, match="no column"):
        judging.pass_rate(judge=VERDICTS, human=human, chosen="random")


def test_two_columns_that_are_written_alike_are_not_one() -> None:
    with pytest.raises(ColumnError, match="two columns that are both written '1'"):
        judging.gap(judge=VERDICTS, humans={1: VERDICTS, "1": VERDICTS[::-1]})


@pytest.mark.parametrize(
    "scores",
    [
        pd.Series([3, None, 5, None] * 10, dtype="Int64"),
        pl.Series([3, None, 5, None] * 10),
        [3, None, 5, pd.NA] * 10,
        ["3", None, "5", None] * 10,
        np.ma.array([3, 9, 5, 9] * 10, mask=[0, 1, 0, 1] * 10),
    ],
    ids=lambda scores: f"{type(scores).__module__.partition('.')[0]}",
)
def test_scores_that_are_missing_in_any_way_are_missing(scores: Any) -> None:
    found = judging.mean_score(judge=[4, 3] * 20, human=scores, chosen="random")
    expected = judging.mean_score(judge=[4, 3] * 20, human=[3, None, 5, None] * 10, chosen="random")
    assert found == expected


def test_labels_beyond_float64_are_refused() -> None:
    with pytest.raises(ConcordantError, match="beyond the range of float64"):
        judging.judge_errors(judge=[10**400, 1] * 20, humans=LABELS)


JUDGE = ["pass", "fail", "pass", "pass"] * 10
PEOPLE = {"ann": ["pass", "fail", None, "fail"] * 10, "bob": ["pass", "pass", "pass", None] * 10}
EVERY = {"gpt": JUDGE, **PEOPLE}
TABLES: dict[str, Any] = {
    "polars": pl.DataFrame(EVERY),
    "polars enum": pl.DataFrame(EVERY).with_columns(pl.all().cast(pl.Enum(["fail", "pass"]))),
    "pandas": pd.DataFrame(EVERY),
    "pandas categories": pd.DataFrame(EVERY).astype("category"),
    "arrow": pa.table(EVERY),
}
EXPECTED = judging.gap(judge=JUDGE, humans=PEOPLE, margin=0.2)


@pytest.mark.parametrize("name", TABLES)
def test_tables_by_names_and_by_columns(name: str) -> None:
    table = TABLES[name]
    by_names = judging.gap(table, judge="gpt", humans=["ann", "bob"], margin=0.2)
    judge = table["gpt"]
    people = table.select(["ann", "bob"]) if hasattr(table, "select") else table[["ann", "bob"]]
    by_columns = judging.gap(judge=judge, humans=people, margin=0.2)
    assert by_names.difference == by_columns.difference == EXPECTED.difference
    rate = judging.pass_rate(judge=judge, human=table["ann"], pass_label="pass", chosen="random")
    assert rate.labelled == 30


def test_numbers_as_names_of_columns() -> None:
    frame = pd.DataFrame({0: JUDGE, 1: PEOPLE["ann"], 2: PEOPLE["bob"], 3: range(40)})
    asked: dict[str, Any] = {"judge": 0, "humans": [1, 2], "covariate": 3, "pass_label": "pass", "chosen": "random"}
    found: Any = judging.assess(frame, **asked, margin=0.2)
    assert found.slope is not None
    assert found.pass_rate is not None
    assert found.gap.difference == EXPECTED.difference


def test_what_is_no_column() -> None:
    with pytest.raises(InputTypeError, match="not generator"):
        judging.gap(judge=(one for one in JUDGE), humans=PEOPLE)
    with pytest.raises(InputTypeError, match="collect it first"):
        judging.gap(pl.LazyFrame(EVERY), judge="gpt", humans=["ann", "bob"])


# --- weights --------------------------------------------------------------------------------------------------


def _answers(weight: Any, rows: Any = slice(None), **how: Any) -> dict[str, Any]:
    """Every kind of answer about the same items, or some of them, with weights."""
    rng = np.random.default_rng(8)
    truth = rng.integers(0, 3, 90)
    said = [np.where(rng.random(90) < 0.8, truth, rng.integers(0, 3, 90)) for _ in range(5)]
    judge, other, *people = (column[rows] for column in said)
    n = len(judge)
    few = np.where(np.arange(90)[rows] % 3 == 0, (people[0] > 0) * 1.0, np.nan)
    passed, again = (judge > 0) * 1, (other > 0) * 1
    beside: dict[str, Any] = {"judge": judge, "humans": np.column_stack(people), "sample_weight": weight, **how}
    passes: dict[str, Any] = {"judge": passed, "human": few, "sample_weight": weight, **how}
    pair = {"judge": np.where(judge > 0, "A", "B"), "swapped": np.where(other > 0, "A", "B")}
    words, kind = rng.normal(size=90)[rows], np.arange(90)[rows] % 2
    runs = {"judges": np.column_stack([judge, other]), "humans": beside["humans"], "sample_weight": weight, **how}
    two = {"judge_a": passed, "judge_b": again, "human_a": few, "human_b": np.where(np.isnan(few), np.nan, again)}
    return {
        "gap": judging.gap(**beside, margin=0.1).difference,
        "kappa": judging.gap(**beside, metric="kappa").difference,
        "test": judging.alternative_test(**beside, epsilon=0.1, min_units=10).advantage,
        "errors": judging.judge_errors(**beside).label_severity[0],
        "slices": judging.slices(**beside, by=kind).slices[0].difference,
        "slope": judging.error_slope(**beside, covariate=words).slope,
        "windows": judging.over_time(**beside, window=kind).windows[0].agreement,
        "judges": judging.compare_judges(**runs).error_correlation,
        "versions": judging.compare_versions(old=judge, new=other, humans=people[0], sample_weight=weight, **how)
        .pairs[0]
        .difference,
        "runs": judging.consistency(runs=runs["judges"], sample_weight=weight, **how).agreement,
        "order": judging.order_swap(**pair, sample_weight=weight, **how).bias,
        "order kappa": judging.order_swap(**pair, sample_weight=weight, **how).kappa,
        "excess": judging.preference_excess(
            judge=pair["judge"], humans=pair["swapped"], favoured=["A"] * n, sample_weight=weight, **how
        ).excess,
        **{
            f"{chosen}, {method}": judging.pass_rate(**passes, chosen=chosen, method=method).rate  # type: ignore[arg-type]
            for chosen, method in (("random", "delta"), ("random", "ppi++"), ("by truth", "rogan-gladen"))
        },
        "lenience": judging.pass_rate(**passes, chosen="random").lenience_interval,
        "two": judging.compare_pass_rates(**two, chosen="random", sample_weight=weight, **how).difference,  # type: ignore[arg-type]
        "strata": judging.compare_pass_rates(**two, chosen="by judge", sample_weight=weight, **how).difference,  # type: ignore[arg-type]
        "mean": judging.mean_score(judge=judge, human=few, chosen="random", sample_weight=weight, **how).mean,
    }


def _numbers(answers: dict[str, Any]) -> dict[str, list[float]]:
    return {name: [one.value, one.low, one.high, one.se] for name, one in answers.items()}


@pytest.mark.parametrize("clusters", [False, True])
def test_weights_of_one_number_are_none_and_their_unit_does_not_matter(clusters: bool) -> None:
    how: dict[str, Any] = {"cluster": np.arange(90) // 3} if clusters else {}
    plain = _numbers(_answers(None, **how))
    assert _numbers(_answers(np.full(90, 7.0), **how)) == plain
    weight = np.random.default_rng(9).lognormal(0, 0.5, 90)
    once, often = (_numbers(_answers(each, **how)) for each in (weight, weight * 1e6))
    for name, values in once.items():
        assert values == pytest.approx(often[name], rel=1e-6, nan_ok=True), name
        assert values != pytest.approx(plain[name], rel=1e-4, nan_ok=True), name
        assert 0.6 < values[3] / plain[name][3] < 1.8, name  # about as sure


def test_copies_of_items_in_clusters_change_nothing() -> None:
    once, copies = np.arange(90), np.repeat(np.arange(90), 3)
    alone, clustered = (_answers(None, rows, cluster=rows) for rows in (once, copies))
    for name, one in clustered.items():
        assert one.value == pytest.approx(alone[name].value, abs=1e-3), name
        assert one.se == pytest.approx(alone[name].se, rel=0.02), name
    plain = _answers(None, copies)  # which would be too sure
    assert all(plain[name].se < 0.7 * alone[name].se for name in plain)


def test_an_item_that_weighs_nothing_is_left_out_and_one_of_two_counts_twice() -> None:
    weight = np.where(np.arange(90) < 60, 1.0, 0.0)
    left_out, fewer = _answers(weight), _answers(None, slice(60))
    for name in ("gap", "errors", "slices", "slope", "runs", "judges", "order", "excess", "random, delta", "mean"):
        assert left_out[name].value == pytest.approx(fewer[name].value), name
        assert left_out[name].se == pytest.approx(fewer[name].se, rel=0.02), name
    whole = 1.0 + (np.arange(90) % 2)
    double = np.repeat(np.arange(90), whole.astype(int))
    data = {"judge": np.arange(90) % 3, "humans": np.column_stack([np.arange(90) % 4 % 3, np.arange(90) % 5 % 3])}
    weighted = judging.gap(**data, sample_weight=whole)
    repeated = judging.gap(**{name: column[double] for name, column in data.items()})
    assert weighted.difference.value == pytest.approx(repeated.difference.value)
    assert weighted.difference.se > repeated.difference.se  # twice the weight is not two items
    assert weighted.items == 90


@pytest.mark.parametrize(
    ("weight", "error", "message"),
    [
        ([1.0, -1.0, 1.0, 1.0], WeightError, "finite and not negative; 1 are not, the first in row 1"),
        ([1.0], LengthError, "one value a row: expected 4, got 1"),
        ([0.0] * 4, EmptyInputError, "every item has a weight of 0"),
    ],
)
def test_weights_are_checked(weight: list[float], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        judging.gap(judge=[1, 0, 1, 0], humans=[[1, 0]] * 4, sample_weight=weight)
    with pytest.raises(error, match=message):
        judging.pass_rate(judge=[1, 0, 1, 0], human=[1, 0, 1, 0], sample_weight=weight)


N = 30
VERDICT, PERSON, SECOND = ([(x * y // 7) % 2 for x in range(N)] for y in (3, 5, 11))
LONG = [x // 3 for x in range(N)]
COLUMNS: Any = {"judge": pd.Series(VERDICT), "humans": pd.DataFrame({"p": PERSON, "q": SECOND})}
FRAME = pd.DataFrame({"j": VERDICT, "p": PERSON, "q": SECOND})
BESIDE: dict[str, Any] = {
    "gap": lambda c, **who: judging.gap(**who, cluster=c).difference,
    "gap, weights": lambda c, **who: judging.gap(**who, sample_weight=c + 1).difference,
    "alternative_test": lambda c, **who: judging.alternative_test(**who, epsilon=0.1, cluster=c).advantage,
    "judge_errors": lambda c, **who: judging.judge_errors(**who, cluster=c).label_severity,
    "judge_errors, item": lambda c, **who: judging.judge_errors(**who, item=c).disagreements,
    "slices, by": lambda c, **who: judging.slices(**who, by=c // 5).slices,
    "error_slope": lambda c, **who: judging.error_slope(**who, covariate=c, positive=1).slope,
    "error_slope, error": lambda c, **who: judging.error_slope(error=who["judge"], covariate=LONG, cluster=c).slope,
    "over_time": lambda c, **who: judging.over_time(**who, window=c // 5).trend,
    "consistency": lambda c, **who: judging.consistency(runs=who["humans"], cluster=c).noise,
    "order_swap": lambda c, **who: (
        judging.order_swap(judge=who["judge"], swapped=who["humans"]["p"], answers=(0, 1), tie=2, cluster=c).bias
    ),
    "preference_excess": lambda c, **who: (
        judging.preference_excess(
            judge=who["judge"], humans=who["humans"]["p"], answers=(0, 1), tie=2, favoured=c % 2
        ).excess
    ),
    "compare_judges": lambda c, **who: (
        judging.compare_judges(judges=who["humans"], humans=who["judge"], cluster=c).pairs
    ),
    "pass_rate": lambda c, **who: judging.pass_rate(judge=who["judge"], human=who["humans"]["p"], cluster=c).rate,
    "mean_score": lambda c, **who: judging.mean_score(judge=who["judge"], human=who["humans"]["p"], cluster=c).mean,
    "compare_pass_rates": lambda c, **who: (
        judging.compare_pass_rates(
            judge_a=who["judge"],
            judge_b=who["humans"]["q"],
            human_a=who["judge"],
            human_b=who["humans"]["p"],
            cluster=c,
        ).difference
    ),
    "gap of a frame": lambda c, **who: (
        judging.gap(FRAME.set_axis(who["judge"].index), judge="j", humans=["p", "q"], cluster=c).difference
    ),
    "slices of a frame": lambda c, **who: (
        judging.slices(FRAME.set_axis(who["judge"].index), judge="j", humans=["p", "q"], by=c // 5).slices
    ),
}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", BESIDE)
def test_columns_of_pandas_are_of_one_order_or_taken_by_position(name: str) -> None:
    ask, shuffled = BESIDE[name], np.random.default_rng(1).permutation(N)
    column = pd.Series(LONG)
    expected = ask(column, **COLUMNS)
    assert ask(column.set_axis(shuffled + 100), **COLUMNS) == expected  # an index of other values says nothing
    with pytest.raises(InputError, match="the same index in another order"):
        ask(column.iloc[shuffled], **COLUMNS)


def test_both_judges_and_people_are_of_one_order() -> None:
    shuffled = np.random.default_rng(1).permutation(N)
    for judge, humans in (
        (COLUMNS["judge"].iloc[shuffled], COLUMNS["humans"]),
        (COLUMNS["judge"], COLUMNS["humans"].iloc[shuffled]),
    ):
        with pytest.raises(InputError, match="the same index in another order"):
            judging.gap(judge=judge, humans=humans)
    with pytest.raises(InputError, match="the same index in another order"):
        judging.compare_pass_rates(
            judge_a=COLUMNS["judge"], judge_b=COLUMNS["judge"].iloc[shuffled], human_a=PERSON, human_b=SECOND
        )


def test_the_index_names_the_items_that_differ() -> None:
    named = FRAME.set_axis([f"q{row}" for row in range(N)])
    by_row = judging.judge_errors(FRAME, judge="j", humans=["p", "q"]).disagreements
    for found in (
        judging.judge_errors(named, judge="j", humans=["p", "q"]),
        judging.judge_errors(judge=named["j"], humans=named[["p", "q"]]),
    ):
        assert [row.item for row in found.disagreements] == [f"q{row.item}" for row in by_row]
