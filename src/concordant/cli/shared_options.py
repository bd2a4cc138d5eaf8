"""The options that several commands share."""

from __future__ import annotations

from typing import Annotated

import typer

from concordant.cli.completion import column_names_of

EXAMPLES = "breast, ms, ms-new-orleans, digits, party"  # a test keeps it equal to the bundled ones

Files = Annotated[list[str] | None, typer.Argument(metavar="FILE", show_default=False, hidden=True)]  # told in the text
Truth = Annotated[
    str | None,
    typer.Option(
        "--truth", metavar="COL", autocompletion=column_names_of, help="Column of the truth, or of one rater."
    ),
]
Pred = Annotated[
    str | None,
    typer.Option(
        "--pred",
        metavar="COL",
        autocompletion=column_names_of,
        help="Column of predicted labels, or of the other rater.",
    ),
]
Score = Annotated[
    list[str] | None,
    typer.Option(
        "--score",
        metavar="COL",
        autocompletion=column_names_of,
        show_default=False,
        help="Column of scores or probabilities. For several classes give one column each, in the order of the labels: "
        "repeat the option, or use commas or a pattern such as 'p*'.",
    ),
]
OneScore = Annotated[
    str | None,
    typer.Option("--score", metavar="COL", autocompletion=column_names_of, help="Column of the score to be cut."),
]
Folds = Annotated[int, typer.Option("--cv", metavar="N", help="Folds of the cross-validated value; 0 for none.")]
LabelsOption = Annotated[
    list[str] | None,
    typer.Option(
        "--labels",
        metavar="A,B,C",
        show_default=False,
        help="All labels in their order (of two the second is the positive one); 0..5 for whole numbers.",
    ),
]
PosLabel = Annotated[str | None, typer.Option("--pos-label", metavar="LABEL", help="The positive one of two labels.")]
Weight = Annotated[
    str | None, typer.Option("--weight", metavar="COL", autocompletion=column_names_of, help="Column of row weights.")
]
TASKS = ("binary", "multiclass", "ordinal", "continuous")
Task = Annotated[
    str | None,
    typer.Option("--task", metavar="|".join(TASKS), help="The kind of data. Default: found out from the columns."),
]
MissingOption = Annotated[
    str, typer.Option("--missing", metavar="raise|drop", help="What to do with rows where a value is missing.")
]
ExampleOption = Annotated[
    str | None,
    typer.Option(
        "--example", metavar="[NAME]", help=f"Real data that come with Concordant, in place of FILE: {EXAMPLES}."
    ),
]
Cluster = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="COL",
        autocompletion=column_names_of,
        help="Column that says which rows belong together (patients, documents, ...); intervals allow for it.",
    ),
]
Level = Annotated[float, typer.Option("--level", metavar="SHARE", help="Nominal coverage of the intervals.")]
NoIntervals = Annotated[
    bool, typer.Option("--no-intervals", "--no-interval", help="Only the numbers, without intervals.")
]
AdjustOption = Annotated[
    str,
    typer.Option(
        "--adjust",
        metavar="holm|fdr|fdr-by|none",
        help="How p-values of several comparisons are adjusted: for any false alarm (holm), or for the share of false "
        "ones "
        "(fdr; fdr-by for any dependence).",
    ),
]
ExactOption = Annotated[
    str | None,
    typer.Option(
        "--exact",
        metavar="[auto]",
        help="Of very many different scores: read them twice for an exact ROC AUC, average precision and KS; with auto "
        "only if the bounds of the ROC AUC are wider than a fifth of its standard error.",
    ),
]
SkipCorrupt = Annotated[
    bool,
    typer.Option("--skip-corrupt", help="Leave out damaged files, and name them among the remarks of the page."),
]
HtmlOption = Annotated[
    str | None, typer.Option("--html", metavar="OUT", help="Write the page as one HTML file; - for stdout.")
]
Plot = Annotated[
    str | None, typer.Option("--plot", metavar="OUT", help="Write the picture to a file (.png, .svg or .pdf).")
]
CsvOption = Annotated[
    str | None,
    typer.Option("--csv", metavar="[OUT]", help="Write the numbers as CSV to a file; alone or with -, to stdout."),
]
JsonOption = Annotated[
    str | None,
    typer.Option(
        "--json",
        metavar="[OUT]",
        help="Write all numbers as JSON to a file; alone or with -, to stdout in place of the page.",
    ),
]
