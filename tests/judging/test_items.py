"""Columns and options of every function: what is refused, in our words, and what containers give the same."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from concordant import Ratings, judging
from concordant.errors import ConcordantError, InputError, InputTypeError

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
    people = table.select(["bob", "ann"]) if hasattr(table, "select") else table[["bob", "ann"]]
    by_columns = judging.gap(judge=judge, humans=people, margin=0.2)
    assert by_names.difference == by_columns.difference == EXPECTED.difference
    rate = judging.pass_rate(judge=judge, human=table["ann"], pass_label="pass", chosen="random")
    assert rate.labelled == 30


def test_matrices_and_ratings_are_tables_too() -> None:
    matrix = np.array(list(EVERY.values()), object).T
    state = Ratings.from_wide(matrix, raters=list(EVERY))
    for found in (
        judging.gap(matrix, judge=0, humans=[1, 2], margin=0.2),
        judging.gap(judge=matrix[:, 0], humans=matrix[:, 1:], margin=0.2),
        judging.gap(state, judge="gpt", humans=["ann", "bob"], margin=0.2),
    ):
        assert found.difference == EXPECTED.difference
        assert found.p_noninferior == EXPECTED.p_noninferior


def test_numbers_as_names_of_columns() -> None:
    frame = pd.DataFrame({0: JUDGE, 1: PEOPLE["ann"], 2: PEOPLE["bob"], 3: range(40)})
    asked: dict[str, Any] = {"judge": 0, "humans": [1, 2], "covariate": 3, "pass_label": "pass", "chosen": "random"}
    found: Any = judging.assess(frame, **asked, margin=0.2)
    assert found.slope is not None
    assert found.pass_rate is not None
    assert found.gap.difference == EXPECTED.difference


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


N = 30
VERDICT, PERSON, SECOND = ([(x * y // 7) % 2 for x in range(N)] for y in (3, 5, 11))
HALVES = [x // 3 % 2 for x in range(N)]
JUDGED_ROWS: dict[str, Any] = {"judge": pd.Series(VERDICT), "humans": pd.DataFrame({"p": PERSON, "q": SECOND})}
FRAME = pd.DataFrame({"j": VERDICT, "p": PERSON, "q": SECOND})
OF_FRAME: dict[str, Any] = {"judge": "j", "humans": ["p", "q"]}
OF_PAIRS: dict[str, Any] = {"judge": FRAME["j"], "answers": (0, 1), "tie": 2}
OF_ONE: dict[str, Any] = {"judge": FRAME["j"], "human": FRAME["p"]}
OF_TWO = {"judge_a": FRAME["j"], "judge_b": FRAME["q"], "human_a": FRAME["j"], "human_b": FRAME["p"]}
# a question, its data, the column beside it, and the part of the answer that the column moves
BESIDE: list[tuple[Callable[..., Any], dict[str, Any], str, str]] = [
    (judging.gap, JUDGED_ROWS, "cluster", "difference"),
    (judging.gap, JUDGED_ROWS, "sample_weight", "difference"),
    (partial(judging.gap, FRAME), OF_FRAME, "cluster", "difference"),
    (judging.alternative_test, {**JUDGED_ROWS, "epsilon": 0.1, "min_units": 2}, "cluster", "advantage"),
    (judging.judge_errors, JUDGED_ROWS, "cluster", "label_severity"),
    (judging.judge_errors, JUDGED_ROWS, "item", "disagreements"),
    (judging.slices, JUDGED_ROWS, "by", "slices"),
    (partial(judging.slices, FRAME), OF_FRAME, "by", "slices"),
    (judging.error_slope, {**JUDGED_ROWS, "positive": 1}, "covariate", "slope"),
    (judging.error_slope, {"error": FRAME["j"], "covariate": range(N)}, "cluster", "slope"),
    (judging.over_time, JUDGED_ROWS, "window", "trend"),
    (judging.consistency, {"runs": JUDGED_ROWS["humans"]}, "cluster", "unanimous"),
    (judging.order_swap, {**OF_PAIRS, "swapped": FRAME["p"]}, "cluster", "bias"),
    (judging.preference_excess, {**OF_PAIRS, "humans": FRAME["p"]}, "favoured", "excess"),
    (judging.compare_judges, {"judges": JUDGED_ROWS["humans"], "humans": FRAME["j"]}, "cluster", "pairs"),
    (judging.pass_rate, OF_ONE, "cluster", "rate"),
    (judging.mean_score, OF_ONE, "cluster", "mean"),
    (judging.compare_pass_rates, OF_TWO, "cluster", "difference"),
]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("call", "data", "option", "part"), BESIDE)
def test_columns_of_pandas_are_of_one_order_or_taken_by_position(
    call: Callable[..., Any], data: dict[str, Any], option: str, part: str
) -> None:
    shuffled, column = np.random.default_rng(1).permutation(N), pd.Series(HALVES)

    def found(column: Any) -> Any:
        return getattr(call(**data, **{option: column}), part)

    assert found(column.set_axis(shuffled + 100)) == found(column)  # an index of other values says nothing
    with pytest.raises(InputError, match="the same index in another order"):
        found(column.iloc[shuffled])


def test_both_judges_and_people_are_of_one_order() -> None:
    shuffled = np.random.default_rng(1).permutation(N)
    for judge, humans in (
        (JUDGED_ROWS["judge"].iloc[shuffled], JUDGED_ROWS["humans"]),
        (JUDGED_ROWS["judge"], JUDGED_ROWS["humans"].iloc[shuffled]),
    ):
        with pytest.raises(InputError, match="the same index in another order"):
            judging.gap(judge=judge, humans=humans)
    with pytest.raises(InputError, match="the same index in another order"):
        judging.compare_pass_rates(
            judge_a=JUDGED_ROWS["judge"], judge_b=JUDGED_ROWS["judge"].iloc[shuffled], human_a=PERSON, human_b=SECOND
        )


def test_the_index_names_the_items_that_differ() -> None:
    named = FRAME.set_axis([f"q{row}" for row in range(N)])
    by_row = judging.judge_errors(FRAME, judge="j", humans=["p", "q"]).disagreements
    for found in (
        judging.judge_errors(named, judge="j", humans=["p", "q"]),
        judging.judge_errors(judge=named["j"], humans=named[["p", "q"]]),
    ):
        assert [row.item for row in found.disagreements] == [f"q{row.item}" for row in by_row]
