"""`concordant agree`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from concordant.cli.options import Missing, PanelWeights
from concordant.cli.output import check_writable, print_or_write, write_document, write_text
from concordant.cli.ratings import RatingColumns
from concordant.cli.wording import in_options, typed_words
from concordant.errors import OptionError
from concordant.names import did_you_mean

if TYPE_CHECKING:
    from concordant.documents.blocks import Document
    from concordant.panels.units import RatedUnits
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
    compare: str | None = None,
    against: str | None = None,
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
    compare : A,B:C,D
        Compare Krippendorff's alpha of two panels, which may overlap.
    against : FILE
        Ratings of other units in a second file with the same columns: compare Krippendorff's alpha of both.
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
    concordant agree wide.csv --raters ann,bob,eve --compare ann,bob:ann,eve
    concordant agree wide.csv --raters ann,bob,eve --unit id --consensus labels.csv --consensus-method dawid-skene
    concordant agree march.csv --raters ann,bob,eve --against april.csv
    """
    if level_of_measurement is not None and weights not in (None, "quadratic"):
        raise OptionError(f"--level-of-measurement interval has quadratic weights, not {weights}: give one of both.")
    _check_consensus(consensus, ("--ties", ties, "none"), ("--consensus-method", consensus_method, "majority"))
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
    if compare is not None and against is not None:
        raise OptionError("--compare is of two panels in one file, --against of two files: give one of both.")
    rows = columns.read(files, labels, cluster, missing)
    read, remarks, unit = rows.units, rows.remarks, columns.unit
    found = panels.agree(read.state, **how)
    if weights == "ordinal":
        own = get("krippendorff_alpha").of(read.state, level_of_measurement="ordinal")
        remarks = [
            *remarks,
            f"remark: ordinal weights are Gwet's; with Krippendorff's own differences alpha is {own:.4f}",
        ]
    compared = None if compare is None else _compared(read, compare, how)
    if against is not None:
        other = columns.read([against], labels, cluster, missing)
        remarks = [*remarks, *(f"{one} (in {Path(against).name})" for one in other.remarks)]
        remarks += [] if unit is None else _common_units(read, other.units)
        names = Path(files[0]).name, Path(against).name
        names = names if len({*names}) == 2 else (files[0], against)
        states: Any = read.state, other.units.state
        asked: Any = {"level": level, "weights": how["weights"]}
        compared = get("krippendorff_alpha").compare_independent(*states, names=names, **asked)
    parts = _parts(read, how | {"declared": typed_words(labels)}, compared, units, remarks)
    chosen = None if consensus is None else (consensus_method, ties)
    parts = replace(parts, independent=against is not None, consensus=chosen)
    out = check_writable("--consensus", consensus)
    if out is not None:
        from concordant.panels.consensus import consensus_of_units

        frame = consensus_of_units(read, consensus_method, ties).frame()
        write_text(out, (frame if unit is None else frame.rename({"unit": unit})).write_csv())

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


def _compared(read: RatedUnits, compare: str, how: dict[str, Any]) -> Any:
    """Krippendorff's alpha of some raters less that of others."""
    from concordant.metrics import get
    from concordant.states import Ratings

    sides = [[name.strip() for name in side.split(",") if name.strip()] for side in compare.split(":")]
    if len(sides) != 2 or not all(len(side) > 1 for side in sides):
        raise OptionError(f"--compare {compare}: name two panels of two raters or more, such as ann,bob:ann,judge.")
    twice = next((name for side in sides for name in side if side.count(name) > 1), None)
    if twice is not None:
        raise OptionError(f"--compare {compare}: {twice} is named twice in one panel; name each rater once.")
    if set(sides[0]) == set(sides[1]):
        raise OptionError(
            f"--compare {compare}: both panels are {', '.join(sides[0])}, so that they agree alike; name another panel."
        )
    if not isinstance(read.state, Ratings):
        raise OptionError("--compare needs to know who rated: add --rater COL.")
    at = {str(name): name for name in read.state.raters}
    lacking = [name for side in sides for name in side if name not in at]
    if lacking:
        msg = f"--compare: there is no rater {lacking[0]!r} among {', '.join(list(at)[:12])}."
        raise OptionError(msg + did_you_mean(lacking[0], at))
    a, b = ([at[name] for name in side] for side in sides)
    names = tuple("+".join(side) for side in sides)
    asked: Any = {"level": how["level"], "weights": how["weights"]}
    return get("krippendorff_alpha").compare(read.state, a=a, b=b, names=names, **asked)


def _common_units(read: RatedUnits, other: RatedUnits) -> list[str]:
    """A remark on units that stand in both files, whose ratings are no independent samples."""
    from concordant.result.record import counted

    common = len({*map(str, read.names)} & {*map(str, other.names)})
    if not common:
        return []
    remark = (
        f"remark: {counted(common, 'unit')} of both files: the comparison takes them as different units, and its "
        "interval may be too wide; with the ratings of both times as columns of one file take --compare"
    )
    return [remark]


def _parts(units: RatedUnits, how: dict[str, Any], comparison: Any, most: int, remarks: list[str]) -> PanelParts:
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
    return PanelParts(raters, labels, report, comparison, tuple(remarks), pairs)
