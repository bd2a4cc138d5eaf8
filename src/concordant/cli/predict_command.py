"""``concordant predict``: labels of new scores, by cut points or a threshold that were written before."""

from __future__ import annotations

from json import loads
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from concordant.cli.required_numbers import require_numbers
from concordant.cli.shared_options import Files
from concordant.cli.terminal import say_data, tell
from concordant.cli.writing import check_writable, write_whole
from concordant.errors import DataFileError, InputError, OptionError, StateFormatError

if TYPE_CHECKING:
    from concordant.result import BestThreshold, CutPoints, GuaranteedThreshold

Score = Annotated[str | None, typer.Option("--score", metavar="COL", help="Column of the score.")]
Rule = Annotated[
    str | None,
    typer.Option(
        "--rule", metavar="JSON", help="The file that concordant cutpoints or concordant threshold wrote with --json."
    ),
]
Out = Annotated[str | None, typer.Option("--out", metavar="OUT", help="File for the CSV; - for stdout.")]
Name = Annotated[str, typer.Option("--name", metavar="COL", help="Name of the new column of labels.")]


def predict(
    files: Files = None,
    *,
    score: Score = None,
    rule: Rule = None,
    out: Out = None,
    name: Name = "prediction",
) -> None:
    """
    Give each score its label, by the rule that concordant cutpoints or concordant threshold wrote.

    FILE is CSV (also .tsv, .csv.gz), Parquet, NDJSON or Arrow. All its columns are written as CSV, with the label
    as the last one.

    \b
    concordant predict new.csv --score model --rule cuts.json
    concordant predict new.parquet --score model --rule threshold.json --out called.csv
    """  # noqa: D301  (a real backspace: what follows is not wrapped)
    import polars as pl

    from concordant.names import require_columns
    from concordant.sources.batches import column_names, read_columns

    if not files or score is None or rule is None:
        msg = "name a file, its score and the rule: concordant predict FILE --score COL --rule JSON."
        raise OptionError(msg)
    path = check_writable("--out", out)
    found = read_rule(rule)
    names = column_names(files)
    require_columns(names, [score], where=files[0])
    if name in names:
        msg = f"the file has a column {name!r} already; choose another name for the labels: --name COL."
        raise OptionError(msg)
    frame = read_columns(files, names)
    lists = [column for column, kind in frame.schema.items() if kind.is_nested()]
    if lists:
        shown = ", ".join(map(repr, lists))
        msg = f"{files[0]}: {shown} holds lists or records, which CSV cannot; take it out of the file first."
        raise OptionError(msg)
    require_numbers(frame[score], "--score")
    column = frame[score].cast(pl.Float64)
    if column.null_count() or column.is_nan().any():
        row = int((column.is_null() | column.is_nan()).arg_true()[0])
        msg = f"--score {score}: a score is missing, first in row {row + 1}, and has no label."
        raise InputError(msg)
    labelled = frame.with_columns(pl.Series(name, _of_one_kind(found.predict(column.to_numpy()).tolist())))
    if path is None:
        say_data(labelled.write_csv())
        return
    write_whole(path, labelled.write_csv)
    tell(f"wrote {path} ({labelled.height:,} rows)")


def _of_one_kind(labels: list[Any]) -> list[Any]:
    """Labels that one column can hold: half grades are floats among whole ones; labels of other kinds become text."""
    kinds = {type(label) for label in labels}
    if len(kinds) <= 1:
        return labels
    return [float(label) for label in labels] if kinds == {int, float} else [str(label) for label in labels]


def read_rule(rule: str) -> CutPoints | BestThreshold | GuaranteedThreshold:
    """Read cut points or a threshold from a JSON file."""
    try:
        text = Path(rule).expanduser().read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        msg = f"--rule {rule}: {getattr(error, 'strerror', None) or error}."
        raise DataFileError(msg) from error
    from concordant.result import BestThreshold, CutPoints, GuaranteedThreshold

    try:
        data = loads(text)
        kind = data.get("result") if isinstance(data, dict) else None
        if kind == "guaranteed_threshold":
            return GuaranteedThreshold.from_dict(data)
        return BestThreshold.from_dict(data) if kind == "threshold" else CutPoints.from_dict(data)
    except (ValueError, RecursionError, StateFormatError) as error:  # also of integers beyond Python's limit of digits
        msg = (
            f"--rule {rule}: this file holds neither cut points nor a threshold; write one by "
            "concordant cutpoints ... --json rule.json or concordant threshold ... --json rule.json."
        )
        raise StateFormatError(msg) from error
