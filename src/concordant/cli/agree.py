"""`concordant agree`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from concordant.cli.columns import check_share
from concordant.cli.options import Missing, PanelWeights
from concordant.cli.output import check_writable, print_or_write, write_document, write_text
from concordant.cli.ratings import RatingColumns
from concordant.cli.wording import in_options, typed_words
from concordant.errors import OptionError

if TYPE_CHECKING:
    from concordant.documents.blocks import Document
    from concordant.panels.units import RatedUnits
    from concordant.panels.votes import Ties
    from concordant.report.pages.panel import PanelParts

_OVER = {"units": "units", "raters": "raters", "both": "units and raters"}
_MOST_RATERS = 60  # of more a line each is no page
_MOST_LABELS = 30


def agree(
    columns: RatingColumns,
    files: list[str] | None = None,
    *,
    labels: list[str] | None = None,
    weights: PanelWeights = "none",
    level_of_measurement: Literal["interval"] | None = None,
    cluster: str | None = None,
    missing: Missing = "raise",
    over: Literal["units", "raters", "both"] = "both",
    units: int = 10,
    consensus: str | None = None,
    consensus_method: Literal["majority", "dawid-skene"] = "majority",
    ties: Literal["none", "first", "last", "middle", "random"] = "none",
    level: float = 0.95,
    html: str | None = None,
    json: str | None = None,
) -> None:
    """
    Show how well raters agree: the coefficients side by side, and the raters, labels and units that stand out.

    FILE is CSV (also .tsv, .csv.gz), Parquet, NDJSON or Arrow: a row for each rating (--unit, --rater, --label; without
    --rater raters are not known), or a row for each unit and a column for each rater (--raters). Empty cells are
    missing ratings.

    Parameters
    ----------
    weights
        What a disagreement of two labels costs.
    level_of_measurement
        Labels are numbers whose distances count: quadratic weights, and intraclass correlations beside them.
    missing
        What to do with rows whose cluster is missing: an error, or leave them out. Missing ratings are no error.
    over
        What the second interval is over: none, raters, units and raters.
    units : N
        How many of the hardest units to show.
    consensus : OUT
        Write the consensus label of every unit to this CSV file.
    consensus_method
        With --consensus: the label of most raters, or the most probable one by the model of Dawid and Skene, in which
        each rater has an error rate for each label.
    ties
        With --consensus: what to do where labels are tied.

    Examples
    --------
    concordant agree grades.csv --unit essay --rater who --label grade --labels 1..6 --weights quadratic
    concordant agree wide.csv --raters ann,bob,eve --unit id --consensus labels.csv --consensus-method dawid-skene
    """
    if level_of_measurement is not None and weights not in (None, "quadratic"):
        raise OptionError(f"--level-of-measurement interval has quadratic weights, not {weights}: give one of both.")
    _check_consensus(consensus, ("--ties", ties, "none"), ("--consensus-method", consensus_method, "majority"))
    check_share(level)
    if units < 0:
        raise OptionError(f"--units {units}: it is how many of the hardest units are shown, 0 or more.")
    if not files:
        raise OptionError("name a file: concordant agree FILE --unit COL --rater COL --label COL, or --raters A,B,C.")
    from concordant import panels
    from concordant.metrics import get

    how: Any = {
        "weights": "quadratic" if level_of_measurement == "interval" else weights,
        "level_of_measurement": level_of_measurement,
        "level": level,
        "over": _OVER[over],
    }
    rows = columns.read(files, labels, cluster, missing)
    read, remarks, unit = rows.units, rows.remarks, columns.unit
    found = panels.agree(read.state, **how)
    if weights == "ordinal":
        own = get("krippendorff_alpha").of(read.state, level_of_measurement="ordinal")
        remarks = [
            *remarks,
            f"remark: ordinal weights are Gwet's; with Krippendorff's own differences alpha is {own:.4f}",
        ]
    parts = _parts(read, how | {"declared": typed_words(labels)}, units, remarks)
    parts = replace(parts, consensus=None if consensus is None else (consensus_method, ties))
    out = check_writable("--consensus", consensus)
    if out is not None:
        _write_consensus(out, read, consensus_method, ties, unit)

    def document() -> Document:
        from concordant.report.pages.panel import agreement_document
        from concordant.result.record import altered

        named: dict[str, Any] = {"source": ", ".join(Path(file).name for file in files), "unit": unit or "unit"}
        told = altered(found, sentence=in_options(found.sentence or ""))
        return agreement_document(told, record=record(), parts=parts, most=units, **named)

    def record() -> dict[str, Any]:
        return found.to_dict() | parts.to_dict()

    print_or_write(record, json, write_document(html, document))


def _check_consensus(out: str | None, *options: tuple[str, str, str]) -> None:
    """Raise for an option of the consensus that nobody asked for."""
    for option, given, usual in options:
        if out is None and given != usual:
            raise OptionError(f"{option} {given} is for --consensus CSV: name the file for the label of every unit.")


def _write_consensus(path: Path, read: RatedUnits, method: str, ties: Ties, unit: str | None) -> None:
    """Write the consensus label of every unit."""
    from concordant.panels.consensus import consensus_of_units

    frame = consensus_of_units(read, method, ties).frame()
    frame = frame if unit is None else frame.rename({"unit": unit})
    write_text(path, frame.write_csv())


def _parts(units: RatedUnits, how: dict[str, Any], most: int, remarks: list[str]) -> PanelParts:
    """The parts of the page that the data allow."""
    from concordant.inputs.label_values import words_for_missing
    from concordant.metrics import get
    from concordant.panels import rater_report
    from concordant.panels.reports import label_report_of, unit_report_of
    from concordant.report.pages.panel import PanelParts, pairs_of
    from concordant.states import Ratings

    state = units.state
    rated = bool(state.n)
    several = isinstance(state, Ratings) and 2 <= len({*state.rater.tolist()}) <= len(state.raters) <= _MOST_RATERS
    weights, level = how["weights"], how["level"]
    raters = rater_report(state, weights=weights, level=level) if rated and several else None
    labels = None
    if rated and len(state.labels) <= _MOST_LABELS:
        labels = label_report_of(units, weights, get("krippendorff_alpha"), level)
    report = unit_report_of(units, weights, max(most, 1)) if rated else None
    words = [repr(label) for label in words_for_missing(state.labels) if label not in how["declared"]]
    if words:
        counts = "counts as a label" if len(words) == 1 else "count as labels"
        remarks = [*remarks, f"remark: {' and '.join(words)} {counts}, not as missing"]
    pairs = pairs_of(state, weights=weights, level=level)
    return PanelParts(raters, labels, report, tuple(remarks), pairs)
