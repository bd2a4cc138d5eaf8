"""``concordant judge``: a judge beside people."""

from __future__ import annotations

from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Annotated, Any

from concordant.cli.columns import check_share, read_ratings
from concordant.cli.command import (
    Cluster,
    Files,
    HtmlOption,
    JsonOption,
    LabelsOption,
    Level,
    PanelWeights,
    Weight,
    choice,
    column,
    parse_label,
    setting,
)
from concordant.cli.output import WIDEST, note, print_or_write, write_line, write_output
from concordant.errors import OptionError

if TYPE_CHECKING:
    import polars as pl

Judge = Annotated[str | None, column("--judge", "Column of the judge; of several (A,B) the first is judged in full.")]
Human = Annotated[str | None, setting("--human", "A,B,C", "Columns of people; one is enough.")]
Margin = Annotated[
    float | None, setting("--margin", "SHARE", "The difference in agreement that does not matter, such as 0.05.")
]
Epsilon = Annotated[
    float | None, setting("--epsilon", "SHARE", "Do the alternative annotator test, with this advantage.")
]
Runs = Annotated[str | None, setting("--runs", "A,B", "Columns of further runs of the judge.")]
Swapped = Annotated[str | None, column("--swapped", "Column of the judge with answers in the other order.")]
Answers = Annotated[
    str | None,
    setting(
        "--answers",
        "A,B",
        "With --swapped: verdicts that name the answer, the same in both orders; else see --verdicts.",
    ),
]
Verdicts = Annotated[
    str,
    choice(
        "--verdicts",
        "answers|positions",
        "With --swapped: what --answers name. positions: the first and the second place, whoever stands there.",
    ),
]
Tie = Annotated[str, setting("--tie", "LABEL", "The verdict for neither answer of a pair.")]
By = Annotated[
    str | None, column("--by", "Column of the kind of items: compare kinds. Items without a kind are in none.")
]
Covariate = Annotated[str | None, column("--covariate", "Column of numbers: does the error grow with them?")]
Pass = Annotated[str | None, setting("--pass", "LABEL", "Estimate how often people would say this.")]
Chosen = Annotated[
    str | None,
    choice(
        "--chosen", "random|by judge|by truth|elsewhere", "With --pass: how the items that people labelled were chosen."
    ),
]
Item = Annotated[str | None, column("--item", "Column of the names of items.")]
LabelWeight = Annotated[
    str | None,
    column(
        "--label-weight",
        "Column of one over the probability that people labelled the item, where some were more likely than others.",
    ),
]


def judge(
    files: Files = None,
    *,
    judge: Judge = None,
    human: Human = None,
    margin: Margin = None,
    epsilon: Epsilon = None,
    runs: Runs = None,
    swapped: Swapped = None,
    answers: Answers = None,
    tie: Tie = "tie",
    verdicts: Verdicts = "answers",
    by: By = None,
    covariate: Covariate = None,
    passes: Pass = None,
    chosen: Chosen = None,
    item: Item = None,
    weights: PanelWeights = "none",
    labels: LabelsOption = None,
    cluster: Cluster = None,
    weight: Weight = None,
    label_weight: LabelWeight = None,
    level: Level = 0.95,
    html: HtmlOption = None,
    json: JsonOption = None,
) -> None:
    """
    Judge a judge: whether it is as good as a person, where it errs, and what the true pass rate is.

    FILE is CSV (also .tsv, .csv.gz), Parquet, NDJSON or Arrow: a row for each item, a column for each judge and person.
    Empty cells, and cells of blanks, are missing labels. What the columns do not allow is named at the end.

    \b
    concordant judge items.csv --judge gpt --human ann,bob,eve --margin 0.05 --epsilon 0.1
    concordant judge items.csv --judge gpt --human ann --pass pass --chosen random
    """  # noqa: D301  (a real backspace: what follows is not wrapped)
    check_share(level)
    if not files or judge is None or human is None:
        raise OptionError("name a file, the judge and people: concordant judge FILE --judge COL --human A,B,C.")
    if chosen is not None and passes is None:
        raise OptionError("--chosen goes with --pass LABEL: how the items for the true pass rate were chosen.")
    judges, people = _names("--judge", judge), _names("--human", human)
    more = [] if runs is None else _names("--runs", runs)
    rated = [*people, *judges, *more, *filter(None, [swapped])]
    words = [*filter(None, [passes]), *([] if answers is None else answers.split(","))]
    beside: Any = {"names": [by, item, cluster], "numbers": [covariate, weight, label_weight]}
    frame, given, remarks = read_ratings(files, rated, **beside, labels=labels, words=words)
    for remark in remarks:
        note(remark)
    first = frame[people[0]]
    from concordant.judging import assess

    known: Any = {
        "labels": given,
        "pass_label": None if passes is None else parse_label(passes, first, "--pass"),
        "answers": None if answers is None else _two(answers, first),
        "tie": tie,
        "verdicts": verdicts,
        "chosen": chosen,
        "weights": weights,
    }
    found = assess(
        frame,
        judge=judges,
        humans=people,
        margin=margin,
        epsilon=epsilon,
        runs=more or None,
        swapped=swapped,
        by=by,
        covariate=covariate,
        item=item,
        cluster=cluster,
        sample_weight=weight,
        label_weight=label_weight,
        level=level,
        **known,
    )

    def page() -> str:
        from concordant.documents.html import as_html
        from concordant.report.pages.judge import judge_document

        read = ", ".join(Path(file).name for file in files)
        return as_html(judge_document(found, source=read, told=_in_options, record=found.to_dict()))

    show = write_output("--html", html, page, lambda: write_line(_in_words(f"{found}\n")))
    print_or_write(found.to_dict, json, show)


def _names(option: str, given: str) -> list[str]:
    names = [name.strip() for name in given.split(",")]
    if not all(names) or len(set(names)) < len(names):
        raise OptionError(f"{option} {given}: name different columns, with commas between them.")
    return names


def _two(given: str, column: pl.Series) -> tuple[Any, Any]:
    parts = given.split(",")
    if len(parts) != 2:
        raise OptionError(f"--answers {given}: name two verdicts, with a comma between them.")
    one, two = (parse_label(part.strip(), column, "--answers") for part in parts)
    return one, two


def _in_options(text: str) -> str:
    """The page in the words of the command: options are not arguments."""
    for name, option in (
        ("pass_label= and chosen=", "--pass and --chosen"),
        ("pass_label=", "--pass"),
        ("chosen=", "--chosen "),
        ("verdicts=", "--verdicts "),
        *((f"{name}=", f"--{name}") for name in ("epsilon", "margin", "runs", "by", "answers")),
    ):
        text = text.replace(f" {name}", f" {option}")
    return text


def _in_words(text: str) -> str:
    """The page in the words of the command, in lines that are not too long."""
    lines = _in_options(text).split("\n")
    return "\n".join(fill(line, WIDEST) if len(line) > WIDEST else line for line in lines)
