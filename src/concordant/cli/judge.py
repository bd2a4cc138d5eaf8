"""``concordant judge``, ``flips``, ``win-rate``: a judge beside people, and verdicts that need none."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from concordant.cli.columns import read_ratings, remarks_on_repeats, split_groups
from concordant.cli.options import Missing, PanelWeights, made_of
from concordant.cli.output import note, print_or_write, print_result, write_document
from concordant.cli.ratings import several_columns
from concordant.cli.wording import in_options, parse_label
from concordant.errors import OptionError
from concordant.sources.files import combined_name

if TYPE_CHECKING:
    import polars as pl

    from concordant.documents.blocks import Document


@made_of(
    "concordant.judging:assess",
    hidden=("data", "humans"),
    renamed={"pass_label": "pass_", "sample_weight": "weight"},
    metavars={"margin": "SHARE", "epsilon": "SHARE"},
)
def judge(
    files: list[str] | None = None,
    *,
    judge: str | None = None,
    human: str | None = None,
    runs: str | None = None,
    answers: str | None = None,
    weights: PanelWeights = "none",
    labels: list[str] | None = None,
    missing: Missing = "raise",
    level: float = 0.95,
    html: str | None = None,
    json: str | None = None,
    **given: Any,
) -> None:
    """
    Judge a judge: whether it is as good as a person, where it errs, and what the true pass rate is.

    FILE is CSV (also .tsv, .csv.gz), Parquet, NDJSON or Arrow: a row for each item, a column for each judge and person.
    Empty cells, and cells of blanks, are missing labels. What the columns do not allow is named at the end.

    Parameters
    ----------
    judge : COL
        Column of the judge; of several (A,B) the first is judged in full.
    human : A,B,C
        Columns of people; one is enough. Whether the judge agrees with itself (--runs, --swapped) needs none.
    margin : SHARE
        The difference in agreement that does not matter, such as 0.05.
    epsilon : SHARE
        Do the alternative annotator test, with this advantage.
    runs : A,B
        Columns of further runs of the judge.
    swapped : COL
        Column of the judge with answers in the other order.
    answers : A,B
        With --swapped: verdicts that name the answer, the same in both orders; else see --verdicts.
    verdicts
        With --swapped: what --answers name. positions: the first and the second place, whoever stands there.
    tie : LABEL
        The verdict for neither answer of a pair.
    by : COL
        Column of the kind of items: compare kinds; of several, A,B, each combination. Items without a kind are in none.
    covariate : COL
        Column of numbers: does the error grow with them?
    pass_ : LABEL
        Estimate how often people would say this.
    chosen
        With --pass: how the items that people labelled were chosen.
    item : COL
        Column of the names of items.
    label_weight : COL
        Column of one over the probability that people labelled the item, where some were more likely than others.
    weights
        What a disagreement of two labels costs.
    missing
        What to do with rows whose cluster is missing: an error, or leave them out. Missing labels are no error.

    Examples
    --------
    concordant judge items.csv --judge gpt --human ann,bob,eve --margin 0.05 --epsilon 0.1
    concordant judge items.csv --judge gpt --human ann --pass pass --chosen random
    """
    alone = runs is not None or given["swapped"] is not None
    if not files or judge is None or (human is None and not alone):
        raise OptionError("name a file, the judge and people: concordant judge FILE --judge COL --human A,B,C.")
    passes = given["pass_label"]
    if given["chosen"] is not None and passes is None:
        raise OptionError("--chosen goes with --pass LABEL: how the items for the true pass rate were chosen.")
    judges, people, more = (
        [] if typed is None else several_columns(option, typed, least=1)
        for option, typed in (("--judge", judge), ("--human", human), ("--runs", runs))
    )
    rated = [*people, *judges, *more, *filter(None, [given["swapped"]])]
    words = [*filter(None, [passes]), *_words(answers, given["tie"])]
    groups = split_groups([] if given["by"] is None else [given["by"]], files)
    given["by"] = combined_name(groups) if groups else None
    beside: Any = {
        "names": [given["item"]],
        "groups": groups,
        "cluster": given["cluster"],
        "missing": missing,
        "numbers": [given[name] for name in ("covariate", "sample_weight", "label_weight")],
    }
    frame, known, remarks = read_ratings(files, rated, **beside, labels=labels, words=words)
    if given["item"] is not None and given["cluster"] is None:
        remarks += remarks_on_repeats(frame[given["item"]], "an item")
    note(*remarks)
    first = frame[(*people, *judges)[0]]
    given["pass_label"] = None if passes is None else parse_label(passes, first, "--pass")
    given |= _verdicts_for(answers, given["tie"], first)
    from concordant.judging import assess

    chosen: Any = {"runs": more or None, "weights": weights, "labels": known, "level": level}
    found = assess(frame, judge=judges, humans=people or None, **chosen, **given)

    def document() -> Document:
        from concordant.report.pages.judge import judge_document

        read = ", ".join(Path(file).name for file in files)
        return judge_document(found, source=read, told=in_options, record=found.to_dict())

    print_or_write(found.to_dict, json, write_document(html, document))


def _words(answers: str | None, tie: str) -> list[str]:
    """The verdicts as they were typed."""
    return [*([] if answers is None else answers.split(",")), *([] if tie == "tie" else [tie])]


def _verdicts_for(answers: str | None, tie: str, column: pl.Series) -> dict[str, Any]:
    """The verdicts for the one answer and the other, and for neither, in the type of their column."""
    labels: dict[str, Any] = {"tie": tie if tie == "tie" else parse_label(tie, column, "--tie"), "answers": None}
    if answers is not None:
        pair = [parse_label(word.strip(), column, "--answers") for word in answers.split(",")]
        if len(pair) != 2:
            raise OptionError(f"--answers {answers}: name two verdicts, with a comma between them.")
        labels["answers"] = tuple(pair)
    return labels


@made_of(
    "concordant.judging:verdict_flips",
    hidden=("data",),
    renamed={"pass_label": "pass_", "sample_weight": "weight"},
    metavars={"old": "COL", "new": "COL"},
)
def flips(
    files: list[str] | None = None,
    *,
    labels: list[str] | None = None,
    missing: Missing = "raise",
    json: str | None = None,
    **given: Any,
) -> None:
    """
    Count the verdicts that change from one version of a judge, or of the system that is judged, to the next.

    Parameters
    ----------
    old : COL
        Column of the verdicts of the old version.
    new : COL
        Column of the verdicts of the new version.
    pass_ : LABEL
        Which verdict is a pass. Default: 1 or true, if there are no other labels than 0 and 1.
    missing
        What to do with rows whose cluster is missing: an error, or leave them out. Missing verdicts are no error.

    Examples
    --------
    concordant flips items.csv --old v1 --new v2 --pass pass
    """
    words = filter(None, [given["pass_label"]])
    frame, known = _verdicts(files, "--old COL --new COL", given, ("old", "new"), words, missing, labels)
    if given["pass_label"] is not None:
        given["pass_label"] = parse_label(given["pass_label"], frame[given["old"]], "--pass")
    from concordant.judging import verdict_flips

    print_result(verdict_flips(frame, labels=known, **given), json)


@made_of(
    "concordant.judging:win_rate",
    hidden=("data",),
    renamed={"sample_weight": "weight"},
    metavars={"judge": "COL", "swapped": "COL"},
)
def win_rate(
    files: list[str] | None = None,
    *,
    answers: str = "A,B",
    missing: Missing = "raise",
    json: str | None = None,
    **given: Any,
) -> None:
    """
    Estimate how often one answer wins over the other, by the verdicts of a judge or of a person.

    Parameters
    ----------
    judge : COL
        Column of the verdicts.
    swapped : COL
        Column of the verdicts with the answers in the other order: a win counts if it is one in both orders.
    answers : A,B
        The verdicts for the one and for the other answer; the win rate is that of the first.
    tie : LABEL
        The verdict for neither answer.
    missing
        What to do with rows whose cluster is missing: an error, or leave them out. Missing verdicts are no error.

    Examples
    --------
    concordant win-rate pairs.csv --judge gpt --answers new,old
    concordant win-rate pairs.csv --judge gpt --swapped gpt_swapped --ties dropped
    """
    frame, _ = _verdicts(files, "--judge COL", given, ("judge", "swapped"), _words(answers, given["tie"]), missing)
    given |= _verdicts_for(answers, given["tie"], frame[given["judge"]])
    from concordant.judging import win_rate

    print_result(win_rate(frame, **given), json)


def _verdicts(
    files: list[str] | None,
    needed: str,
    given: dict[str, Any],
    rated: Iterable[str],
    words: Iterable[str],
    missing: Missing,
    labels: list[str] | None = None,
) -> tuple[pl.DataFrame, Any]:
    """The columns of verdicts, clusters and weights, and the declared labels; `words` and `labels` are as typed."""
    if not files:
        raise OptionError(f"name a file: FILE {needed}.")
    frame, known, remarks = read_ratings(
        files,
        [given[name] for name in rated if given[name] is not None],
        cluster=given["cluster"],
        missing=missing,
        numbers=[given["sample_weight"]],
        words=list(words),
        labels=labels,
    )
    note(*remarks)
    return frame, known
