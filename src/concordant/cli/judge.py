"""``concordant judge``: a judge beside people."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from concordant.cli.columns import check_share, read_ratings
from concordant.cli.options import PanelWeights, made_of
from concordant.cli.output import note, print_or_write, write_document
from concordant.cli.ratings import several_columns
from concordant.cli.wording import in_options, parse_label
from concordant.errors import OptionError

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
        Columns of people; one is enough.
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
        Column of the kind of items: compare kinds. Items without a kind are in none.
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

    Examples
    --------
    concordant judge items.csv --judge gpt --human ann,bob,eve --margin 0.05 --epsilon 0.1
    concordant judge items.csv --judge gpt --human ann --pass pass --chosen random
    """
    check_share(level)
    if not files or judge is None or human is None:
        raise OptionError("name a file, the judge and people: concordant judge FILE --judge COL --human A,B,C.")
    passes = given["pass_label"]
    if given["chosen"] is not None and passes is None:
        raise OptionError("--chosen goes with --pass LABEL: how the items for the true pass rate were chosen.")
    judges, people = (several_columns(*named, least=1) for named in (("--judge", judge), ("--human", human)))
    more = [] if runs is None else several_columns("--runs", runs, least=1)
    rated = [*people, *judges, *more, *filter(None, [given["swapped"]])]
    words = [*filter(None, [passes]), *([] if answers is None else answers.split(","))]
    beside: Any = {
        "names": [given[name] for name in ("by", "item", "cluster")],
        "numbers": [given[name] for name in ("covariate", "sample_weight", "label_weight")],
    }
    frame, known, remarks = read_ratings(files, rated, **beside, labels=labels, words=words)
    for remark in remarks:
        note(remark)
    first = frame[people[0]]
    given["pass_label"] = None if passes is None else parse_label(passes, first, "--pass")
    given["answers"] = None if answers is None else _two(answers, first)
    from concordant.judging import assess

    chosen: Any = {"runs": more or None, "weights": weights, "labels": known, "level": level}
    found = assess(frame, judge=judges, humans=people, **chosen, **given)

    def document() -> Document:
        from concordant.report.pages.judge import judge_document

        read = ", ".join(Path(file).name for file in files)
        return judge_document(found, source=read, told=in_options, record=found.to_dict())

    print_or_write(found.to_dict, json, write_document(html, document))


def _two(given: str, column: pl.Series) -> tuple[Any, Any]:
    parts = given.split(",")
    if len(parts) != 2:
        raise OptionError(f"--answers {given}: name two verdicts, with a comma between them.")
    one, two = (parse_label(part.strip(), column, "--answers") for part in parts)
    return one, two
