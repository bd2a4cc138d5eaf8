"""Columns and options of every function: what is refused, in our words, and what containers give the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from support.judged import questions

from concordant import judging
from concordant.errors import ConcordantError, InputError, InputTypeError

RNG = np.random.default_rng(8)
TRUTH = RNG.integers(0, 3, 90)
JUDGE_SAID, *PEOPLE_SAID = (np.where(RNG.random(90) < 0.8, TRUTH, RNG.integers(0, 3, 90)) for _ in range(5))
KIND = np.arange(90) % 2
QUESTIONS = questions(JUDGE_SAID, np.column_stack(PEOPLE_SAID))
COUNTS: dict[str, Any] = {"judged": 100, "judged_pass": 60, "human_pass": 10, "human_fail": 10}
COUNTS |= {"judge_pass_of_these": 9, "judge_fail_of_these": 8}
RATES = {"judged": 100, "judged_pass": 60, "sensitivity": 0.9, "specificity": 0.8}
NEEDED = {"judged": 1000, "pass_rate": 0.6, "sensitivity": 0.9, "specificity": 0.8, "half_width": 0.05}
OPTIONS = {
    "gap": "labels",
    "test": "epsilon q min_units min_humans",
    "errors": "truth",
    "slices": "by labels",
    "windows": "window",
    "lenience": "method chosen pass_label human population",
    "two": "chosen human_a human_b",
    "mean": "power ddof between chosen human",
    "order": "answers verdicts",
    "judges": "judges",
}
CALLS: list[tuple[Callable[..., Any], dict[str, Any], str]] = [
    *((*QUESTIONS[name][:2], options) for name, options in OPTIONS.items()),
    (judging.win_rate, {"judge": QUESTIONS["order"][1]["judge"]}, "answers verdicts ties"),
    (judging.rogan_gladen, COUNTS, " ".join(COUNTS)),
    (judging.rogan_gladen, RATES, "sensitivity specificity"),
    (judging.labels_needed, NEEDED, "half_width pass_rate sensitivity specificity"),
]
ODD = [1.5, -1, "x", [], {}, [1, 2], (1, 2, 3), object(), 10**400, float("nan"), np.ones(40), pd.Series([1, 2]), 1j]


@pytest.mark.parametrize(
    ("call", "data", "option"), [(call, data, option) for call, data, options in CALLS for option in options.split()]
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


def test_numbers_as_names_of_columns() -> None:
    frame = pd.DataFrame({0: JUDGE, 1: PEOPLE["ann"], 2: PEOPLE["bob"], 3: range(40)})
    asked: dict[str, Any] = {"judge": 0, "humans": [1, 2], "covariate": 3, "pass_label": "pass", "chosen": "random"}
    found: Any = judging.assess(frame, **asked, margin=0.2)
    assert found.slope is not None
    assert found.pass_rate is not None
    assert found.gap.difference == EXPECTED.difference


# --- weights --------------------------------------------------------------------------------------------------


def _answers(weight: Any, rows: Any = slice(None), **how: Any) -> dict[str, Any]:
    """One interval of every answer, about some of the items, with weights."""
    answers = {}
    for name, (call, data, part) in QUESTIONS.items():
        of_rows = {key: value[rows] if isinstance(value, np.ndarray) else value for key, value in data.items()}
        found = getattr(call(**of_rows, sample_weight=weight, **how), part)
        found = found[0] if isinstance(found, tuple) else found
        answers[name] = getattr(found, "difference", getattr(found, "agreement", found))
    return answers


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
    for name in ("gap", "errors", "slices", "slope", "runs", "judges", "order", "random, delta", "mean"):
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


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", QUESTIONS)
def test_columns_of_pandas_are_of_one_order_or_taken_by_position(name: str) -> None:
    (call, data, _), shuffled = QUESTIONS[name], np.random.default_rng(1).permutation(90)
    every = {**data, "cluster": np.arange(90) // 3, "sample_weight": 1.0 + KIND}
    arrays = {key: value for key, value in every.items() if isinstance(value, np.ndarray)}
    columns: Any = {key: pd.Series(x) if x.ndim == 1 else pd.DataFrame(x) for key, x in arrays.items()}
    every |= columns
    renumbered = {**every, "cluster": columns["cluster"].set_axis(shuffled + 100)}
    assert call(**renumbered) == call(**every)  # an index of other values says nothing
    for key, column in columns.items():
        with pytest.raises(InputError, match="the same index in another order"):
            call(**{**every, key: column.iloc[shuffled]})


FRAME = pd.DataFrame({"j": JUDGE_SAID, "p": PEOPLE_SAID[0], "q": PEOPLE_SAID[1]})


def test_columns_beside_a_frame_are_of_its_order() -> None:
    shuffled = pd.Series(KIND).iloc[np.random.default_rng(1).permutation(90)]
    for call, option in ((judging.gap, "cluster"), (judging.slices, "by"), (judging.judge_errors, "item")):
        asked: Any = {"judge": "j", "humans": ["p", "q"], option: shuffled}
        with pytest.raises(InputError, match="the same index in another order"):
            call(FRAME, **asked)


def test_the_index_names_the_items_that_differ() -> None:
    named = FRAME.set_axis([f"q{row}" for row in range(90)])
    by_row = judging.judge_errors(FRAME, judge="j", humans=["p", "q"]).disagreements
    for found in (
        judging.judge_errors(named, judge="j", humans=["p", "q"]),
        judging.judge_errors(judge=named["j"], humans=named[["p", "q"]]),
    ):
        assert [row.item for row in found.disagreements] == [f"q{row.item}" for row in by_row]
