"""The whole assessment: each part is what its own function says, and what is missing is named."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import polars as pl
import pytest

from concordant import judging
from concordant.data import panel_example
from concordant.documents.html import as_html
from concordant.errors import EmptyInputError, TooFewRatersError
from concordant.report.pages.judge import judge_document

PANEL = panel_example("judge_panel")
ROWS = pl.read_csv(PANEL.path)
PEOPLE = list(PANEL.humans)


@pytest.fixture(scope="module")
def whole() -> judging.JudgeAssessment:
    return judging.assess(
        ROWS,
        judge=list(PANEL.judges),
        humans=PEOPLE,
        margin=0.05,
        epsilon=0.1,
        runs=list(PANEL.runs),
        swapped=PANEL.swapped,
        answers=("pass", "fail"),
        by=PANEL.by,
        covariate=PANEL.covariate,
        pass_label=PANEL.pass_label,
        chosen="random",
        item=PANEL.item,
        cluster=PANEL.cluster,
    )


def test_every_part_is_what_its_function_says(whole: Any) -> None:
    both: dict[str, Any] = {"judge": "gpt", "humans": PEOPLE, "cluster": "prompt"}
    assert whole.gap == judging.gap(ROWS, margin=0.05, **both)
    assert whole.alternative_test == judging.alternative_test(ROWS, epsilon=0.1, margin=0.05, **both)
    assert whole.errors == judging.judge_errors(ROWS, item="item", **both)
    assert whole.slices == judging.slices(ROWS, by="topic", **both)
    assert whole.slope == judging.error_slope(ROWS, covariate="words", positive="pass", **both)
    runs = ["gpt", "gpt_2", "gpt_3"]
    assert whole.consistency == judging.consistency(ROWS, runs=runs, humans=PEOPLE, cluster="prompt")
    assert whole.order_swap == judging.order_swap(
        ROWS, judge="gpt", swapped="gpt_swapped", answers=("pass", "fail"), cluster="prompt"
    )
    assert whole.judges == judging.compare_judges(ROWS, judges=["gpt", "llama"], humans=PEOPLE, cluster="prompt")
    rows: dict[str, Any] = {"judge": ROWS["gpt"], "human": ROWS.select(PEOPLE), "cluster": ROWS["prompt"]}
    assert whole.pass_rate == judging.pass_rate(**rows, pass_label="pass", chosen="random")
    assert whole.missing == ()


def test_the_page_and_the_json(whole: judging.JudgeAssessment) -> None:
    text = str(whole)
    for question in ("as good as a person?", "Where does it err?", "true pass rate?", "consistent with itself?"):
        assert question in text
    stored = json.dumps(whole.to_dict(), allow_nan=False)
    assert json.loads(stored)["gap"]["items"] == 155
    assert "<table>" in whole._repr_html_()


def test_what_is_missing_is_named() -> None:
    found = judging.assess(ROWS, judge="gpt", humans="ann")
    assert found.gap is None
    assert found.missing == (
        "add a second person to compare with people's own agreement",
        "name by= for kinds of items",
        "say pass_label= and chosen= for the true pass rate",
        "judge the items again and name runs= for consistency",
    )
    two = judging.assess(ROWS, judge="gpt", humans=["ann", "bob"])
    assert two.gap is not None
    assert two.alternative_test is None
    assert "say epsilon= for the alternative annotator test" in two.missing


def test_without_people_a_judge_is_compared_with_itself() -> None:
    swap: dict[str, Any] = {"swapped": "gpt_swapped", "answers": ("pass", "fail")}
    found = judging.assess(ROWS, judge="gpt", **swap, runs=["gpt_2"])
    assert found.order_swap == judging.order_swap(ROWS, judge="gpt", **swap)
    assert found.consistency == judging.consistency(ROWS, runs=["gpt", "gpt_2"])
    assert (found.people, found.gap, found.errors, found.judges) == ((), None, None, None)
    assert found.missing == ("add people to see whether the judge is as good as a person",)
    assert str(found).startswith("The judge gpt beside itself\n")
    page = as_html(judge_document(found, source="rows.csv", record=found.to_dict()))
    assert "The judge gpt compared with itself." in page
    assert "were compared with each other" in page
    with pytest.raises(TooFewRatersError, match="name people by humans=, or runs= or swapped="):
        judging.assess(ROWS, judge="gpt")


def test_weights_reach_every_answer_about_labels() -> None:
    rng = np.random.default_rng(3)
    people, judge = rng.integers(1, 4, (60, 2)), rng.integers(1, 4, (60, 2))
    frame = pl.DataFrame({"gpt": judge[:, 0], "llama": judge[:, 1], "ann": people[:, 0], "bob": people[:, 1]})
    how: dict[str, Any] = {"humans": ["ann", "bob"], "weights": "quadratic"}
    found: Any = judging.assess(frame, judge=["gpt", "llama"], runs=["llama"], by=judge[:, 1], **how)
    assert found.gap == judging.gap(frame, judge="gpt", **how)
    assert found.slices == judging.slices(frame, judge="gpt", by=judge[:, 1], **how)
    assert found.judges == judging.compare_judges(frame, judges=["gpt", "llama"], **how)
    assert found.consistency == judging.consistency(frame, runs=["gpt", "llama"], **how)


def test_few_items_are_no_error() -> None:
    frame = pl.DataFrame({"gpt": ["a", "b"], "ann": ["a", None], "bob": [None, "b"]})
    found = judging.assess(frame, judge="gpt", humans=["ann", "bob"], margin=0.1, epsilon=0.1)
    assert found.gap is None
    assert any("items with the judge and two people or more: there are 0" in one for one in found.missing)
    assert found.errors is not None


@pytest.mark.parametrize("blank", ["", " \t"])
def test_text_of_blanks_is_a_missing_label(blank: str) -> None:
    judge, ann = ["pass", "fail", "pass"] * 10, ["pass", "fail", "fail"] * 10
    bob, by = ["pass", blank, "fail"] * 10, ["x", "y", blank] * 10
    frame = pl.DataFrame({"gpt": judge, "ann": ann, "bob": bob, "by": by})
    gone = frame.with_columns(pl.col("bob", "by").replace({blank: None}))
    asked: dict[str, Any] = {"judge": "gpt", "humans": ["ann", "bob"], "by": "by", "pass_label": "pass"}
    found: Any
    found, expected = (judging.assess(one, **asked) for one in (frame, gone))
    assert str(found) == str(expected)
    assert found.reason is None
    assert found.errors.labels == ("fail", "pass")


@pytest.mark.parametrize("other", ["PASS", "pass ", "\u00a0pass"])
def test_labels_that_differ_by_case_or_blanks_lead_the_page(other: str) -> None:
    frame = pl.DataFrame({"gpt": ["pass", "fail", "pass"] * 10, "ann": ["pass", "fail", other] * 10})
    page = str(judging.assess(frame, judge="gpt", humans="ann")).splitlines()
    assert page[1].startswith("Unreliable: ")
    assert repr(other) in page[1]
    assert "count as different labels" in page[1]
    declared = judging.assess(frame, judge="gpt", humans="ann", labels=["fail", "pass", other])
    assert declared.reason is None


def test_a_page_of_chosen_items_claims_no_direction() -> None:
    judge = ["pass"] * 700 + ["fail"] * 300
    human = ["pass"] * 40 + ["fail"] * 20 + [None] * 640 + ["fail"] * 60 + [None] * 240
    frame = pl.DataFrame({"gpt": judge, "ann": human, "words": np.arange(1000) % 37})
    asked: dict[str, Any] = {"judge": "gpt", "humans": "ann", "pass_label": "pass", "covariate": "words"}
    found: Any = judging.assess(frame, chosen="by judge", **asked)
    assert found.reason == found.errors.reason == found.slope.reason
    assert "chosen by the judge's verdict, not at random" in str(found.reason)
    page = as_html(judge_document(found, source="rows.csv", record=found.to_dict()))
    assert "no direction is claimed" in page
    assert "often" not in page.replace("How often", "")
    drawn = judging.assess(frame, chosen="random", **asked)
    assert "How much more often the judge gives" in as_html(judge_document(drawn, source="rows.csv", record={}))


def test_the_pass_rate_can_be_that_of_the_judged_items_alone() -> None:
    people = [[1, 1], [1, 0], [0, 0], [None, None], [None, None]] * 20
    rows = pl.DataFrame({"gpt": [1, 1, 0, 1, 0] * 20, "ann": [a for a, _ in people], "bob": [b for _, b in people]})
    how: dict[str, Any] = {"judge": "gpt", "humans": ["ann", "bob"], "pass_label": 1, "chosen": "random"}
    process, finite = (judging.assess(rows, **how, population=one) for one in ("superpopulation", "finite"))
    assert process.pass_rate is not None
    assert finite.pass_rate is not None
    assert finite.pass_rate.population == "finite"
    assert finite.pass_rate.rate.width < process.pass_rate.rate.width


def test_items_that_the_judge_failed_to_judge_are_no_part_of_its_pass_rate() -> None:
    rows = pl.DataFrame({"gpt": ["pass", "fail", "pass"] * 20, "ann": ["pass", "fail", None] * 20, "doc": range(60)})
    how: dict[str, Any] = {"judge": "gpt", "humans": "ann", "pass_label": "pass", "chosen": "random"}
    failed = rows.with_columns(gpt=pl.when(pl.col("doc") % 10 != 0).then("gpt"))
    for cluster in (None, "doc"):
        found, expected = (judging.assess(data, **how, cluster=cluster) for data in (failed, failed.drop_nulls("gpt")))
        rate, of_rest = found.pass_rate, expected.pass_rate
        assert rate is not None
        assert of_rest is not None
        assert (rate.judged, rate.value, rate.low, rate.high) == (54, of_rest.value, of_rest.low, of_rest.high)
        assert "6 items without a verdict left out" in str(rate.reason)
    with pytest.raises(EmptyInputError, match="nothing to compare"):
        judging.assess(rows.with_columns(gpt=pl.lit(None, pl.String)), **how)
