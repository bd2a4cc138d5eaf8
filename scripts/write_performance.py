"""
Write the figures of the README's section on performance, from the stored results in benchmarks/*.md.

Nothing is measured here, and no figure is written by hand. With --check nothing is written, and the exit code is 1 if
the section is not current.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
MARKS = ("<!-- {}: made by scripts/write_performance.py -->\n", "<!-- end of {} -->\n")

Row = dict[str, str]


def rows_of(page: str) -> list[Row]:
    """Every row of every table of a page in benchmarks/, by the heads of its columns."""
    rows: list[Row] = []
    head: list[str] = []
    for line in (ROOT / "benchmarks" / page).read_text(encoding="utf-8").splitlines():
        if not line.startswith("|"):
            head = []
            continue
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if not head:
            head = cells
        elif not set(line) <= set("|- :"):
            rows.append(dict(zip(head, cells, strict=True)))
    return rows


class Page:
    """The stored results of one benchmark."""

    def __init__(self, page: str, *, timed: bool | None = None) -> None:
        """Of RESULTS.md either the tables of times a row, or the others."""
        self.page = page
        self.rows = [row for row in rows_of(page) if timed is None or timed == ("ns/row" in row)]

    def row(self, **cells: str) -> Row:
        """The one row that has those cells; `_` in a name stands for a blank."""
        wanted = {name.replace("_", " "): value for name, value in cells.items()}
        found = [row for row in self.rows if all(row.get(name) == value for name, value in wanted.items())]
        if len(found) != 1:
            msg = f"benchmarks/{self.page} has {len(found)} rows with {wanted}, not one"
            raise SystemExit(msg)
        return found[0]


def short(cell: str) -> str:
    """A stored figure with two digits at least, no decimal from ten on: 73.7 ms as 74 ms, 240.0x as 240x."""
    number, unit = re.fullmatch(r"([\d.,]+) ?(\D*)", cell).groups()  # type: ignore[union-attr]
    value, blank = float(number.replace(",", "")), " " if " " in cell else ""
    return f"{value:.1f}{blank}{unit}" if value < 9.95 else f"{value:,.0f}{blank}{unit}"


SPEED = Page("RESULTS.md", timed=True)
OTHERS = Page("RESULTS.md", timed=False)
NAMESAKES = Page("NAMESAKES.md")
UNCERTAINTY = Page("UNCERTAINTY.md")
DECISIONS = Page("DECISIONS.md")
THRESHOLDS = Page("THRESHOLDS.md")

LINES = [  # as the README names it, as RESULTS.md does, rows
    ("quadratic weighted kappa", "QWK, 6 classes, int64", "10,000,000"),
    ("confusion matrix", "confusion matrix, 6 classes, int64", "10,000,000"),
    ("macro F1", "macro F1, 6 classes, int64", "10,000,000"),
    ("ROC AUC, exact", "ROC AUC, float64", "10,000,000"),
    ("average precision", "average precision, float64", "10,000,000"),
    ("ROC curve, all thresholds", "ROC curve, all thresholds, float64", "10,000,000"),
    ("Brier score", "Brier score", "10,000,000"),
    ("log loss", "log loss", "10,000,000"),
    ("accuracy of pandas text", "accuracy, pandas text", "1,000,000"),
]


def table() -> str:
    """The README's table."""
    lines = ["| work | rows | concordant | scikit-learn | torchmetrics |", "| --- | ---: | ---: | ---: | ---: |"]
    for name, work, rows in LINES:
        row = SPEED.row(work=work, rows=rows)
        torch = (row.get("against torchmetrics"), row.get("against torchmetrics, unchecked"))
        cells = [name, rows.replace(",000,000", " M"), short(row["concordant"]), short(row["against scikit-learn"])]
        lines.append(f"| {' | '.join([*cells, ', '.join(short(cell) for cell in torch if cell)])} |")
    return "\n".join(lines)


def namesakes() -> str:
    """The functions of `concordant.sklearn` beside those of scikit-learn."""
    few, many = (short(NAMESAKES.row(rows=rows)["median"]).rstrip("x") for rows in ("100", "1,000,000"))
    functions = [row for row in NAMESAKES.rows if "function" in row]
    least = min(float(x) for row in functions for cell in row.values() for x in re.findall(r"([\d.]+)x \(", cell))
    return (
        f"The functions of `concordant.sklearn` are faster than those of `sklearn.metrics` by a factor of {few} on 100 "
        f"rows and {many} on a million (medians); the least factor is {least} ([all](benchmarks/NAMESAKES.md))."
    )


def memory_and_start() -> str:
    """Peak memory, and what it takes to start."""
    kappa = OTHERS.row(work="QWK, int64")
    auc = OTHERS.row(work="ROC AUC, float64")
    codes = ("import concordant", "from concordant import cohen_kappa")
    processes = [OTHERS.row(process=f"python -c '{code}'") for code in codes]
    package, first = (process["against import numpy"].rstrip("x") for process in processes)
    report = short(OTHERS.row(process="concordant report (569 rows)")["median"])
    return (
        f"Peak extra memory for 10 M rows: {kappa['concordant']} for the kappa (scikit-learn "
        f"{short(kappa['scikit-learn'])}), {short(auc['concordant'])} for the AUC (scikit-learn "
        f"{short(auc['scikit-learn'])}). `import concordant` takes {package} times as long as `import numpy`, with a "
        f"first metric {first} times; `concordant report` on a small file answers in {report}."
    )


def intervals_and_decisions() -> str:
    """What intervals, cut points and thresholds cost."""
    kappa = UNCERTAINTY.row(work="QWK, default interval", rows="1,000,000")
    auc = UNCERTAINTY.row(work="AUC, DeLong interval", peer="scikit-learn, the number alone")
    package = UNCERTAINTY.row(work="AUC, DeLong interval", peer="confidenceinterval, DeLong")
    boot = UNCERTAINTY.row(work="AUC, 2,000 bootstrap draws", peer="scikit-learn in a loop (est.)")
    cuts = DECISIONS.row(part="ordinal_cut_points, exact")
    recipe = DECISIONS.row(rows="1,000,000", K="6", method="recipe, fast kappa")
    best = THRESHOLDS.row(work="best threshold for F1, all of them", rows="1,000,000")
    return (
        f"Of 1 M rows, the kappa with its 95 % confidence interval takes {short(kappa['concordant'])} (scikit-learn's "
        f"number alone {short(kappa['takes'])}), the AUC with DeLong's interval {short(auc['concordant'])} "
        f"(scikit-learn's AUC alone {short(auc['takes'])}, the package confidenceinterval "
        f"{short(package['takes'])}). 2,000 bootstrap draws of the AUC of 100,000 rows take "
        f"{short(boot['concordant'])} ({short(boot['takes'])} in a loop): [intervals](benchmarks/UNCERTAINTY.md). "
        f"Optimal cut points of 1 M scores take {short(cuts['ms'] + ' ms')}, a search by Nelder-Mead "
        f"{short(recipe['seconds'] + ' s')}: [cut points](benchmarks/DECISIONS.md). The best threshold for F1 takes "
        f"{short(best['concordant'])}, a loop over 1,000 thresholds with scikit-learn {short(best['takes'])}: "
        "[thresholds](benchmarks/THRESHOLDS.md)."
    )


INTRODUCTION = (
    "How many times longer other libraries take, on the same arrays and in one run (`python -m benchmarks.speed`): two "
    "cores of an AMD EPYC (Zen 5), Python 3.11, scikit-learn 1.9.1, torchmetrics 1.9.0 on torch 2.13 and 2.14 (CPU). "
    "The first number for torchmetrics is its default call, the second without its checks of the input; ours are made "
    "always. All lines, numba among them, and how each was measured: [benchmarks/RESULTS.md](benchmarks/RESULTS.md)."
)


def folded(text: str) -> str:
    """The text in lines of at most 120 characters; no link is broken at a hyphen."""
    from textwrap import fill

    return fill(text, 120, break_long_words=False, break_on_hyphens=False)


def headline() -> str:
    """One number beside scikit-learn's, for the top."""
    row = SPEED.row(work=LINES[0][1], rows=LINES[0][2])
    time, ratio = short(row["concordant"]), short(row["against scikit-learn"]).rstrip("x")
    return folded(
        f"It is fast: the {LINES[0][0]} of 10 million rows takes {time}. scikit-learn takes {ratio} times as long for "
        "the same result ([performance](#performance))."
    )


def section() -> str:
    """All figures."""
    prose = [folded(part) for part in (namesakes(), memory_and_start(), intervals_and_decisions())]
    return "\n".join(["", folded(INTRODUCTION), "", table(), "", *"\n\n".join(prose).splitlines(), ""])


def main(arguments: list[str]) -> int:
    """Write both into the README, or check that they are current."""
    text = current = README.read_text(encoding="utf-8")
    for name, made in {"headline": headline(), "performance": section()}.items():
        begin, end = (mark.format(name) for mark in MARKS)
        before, rest = current.split(begin)
        current = before + begin + made + "\n" + end + rest.split(end)[1]
    if "--check" in arguments:
        found = "current" if current == text else "not current: run python scripts/write_performance.py"
        print(f"the README's figures are {found}")
        return int(current != text)
    README.write_text(current, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
