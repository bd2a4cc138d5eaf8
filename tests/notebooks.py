"""
The notebooks: every cell runs, what the prose says of its numbers is true, and no number of it is written by hand.

``nox -s notebooks`` runs this file: ``python tests/notebooks.py [NAME ...]``. It takes longer than a test may. The
cells of a notebook run in this process, in order and in one namespace; the site runs them once more, in Jupyter.
"""

from __future__ import annotations

import ast
import contextlib
import io
import os
import re
import shlex
import sys
import time
import warnings
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "notebooks"
CELL = re.compile(r"^```\{(?:code-cell|python)\}\n(.*?)^```$", re.MULTILINE | re.DOTALL)
INLINE = re.compile(r"`\{python\} ([^`]+)`")  # of Quarto: a value in the running text
HEADER = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)
BY_HAND = re.compile(r"\b(?!(?:19|20)\d\d\b)\d[\d.,]*")  # any number but a year

# What the prose says, and what must then be true of the names of its notebook.
CLAIMS: dict[str, dict[str, str]] = {
    "a-kaggle-target": {
        "grades from 1 to 6": "sorted(set(essays['grade'])) == GRADES == [1, 2, 3, 4, 5, 6]",
        "grades at both ends are hardly ever predicted": "rounded(test['boosting']).is_in([1, 6]).mean() < 0.02",
        "finds the five cuts": "len(cuts['boosting'].cut_points) == 5",
        "The value is on the rows that chose the cuts, so it flatters": (
            "cuts['boosting'].value > cuts['boosting'].cross_validated_value"
        ),
        "The cuts help, by more than chance": "gain.low > 0",
        "The average beats each model by more than chance": (
            "all((p.difference < 0) and q < 0.05 for p, q in zip(pairs, pairs.adjusted) if p.names[1] == 'average')"
        ),
        "Between the two models themselves the held-out essays show no difference": "pairs[0].p_value > 0.2",
    },
    "two-physicians": {
        "45 patients, graded from 1 (best) to 4 by five anaesthetists": (
            "len(wide) == 45 and GRADES == [1, 2, 3, 4] and len(wide.columns) == 6"
        ),
        "the first of them three times": "len(again.columns) == 4",
        "You never differ by more than one grade": "abs(you - colleague).max() == 1",
        "the colleague mostly gives the higher one": "(colleague > you).sum() > 5 * (colleague < you).sum()",
        "All three intervals are wide": (
            "min(cohen_kappa.interval_of(table, weights=w).width for w in (None, 'linear', 'quadratic')) > 0.2"
        ),
        "You and your colleague use the grades differently, by more than chance": "margins.p_value < 0.05",
        "The rare grades have wide intervals": "min(each[2].high - each[2].low, each[3].high - each[3].low) > 0.5",
        "It is far wider": "alike.high - alike.low > 2 * (these.high - these.low)",
    },
    "a-judge-and-people": {
        "in three of four cases": "abs(gap.judge_human - 0.75) < 0.02",
        "five points, here": "gap.margin == 0.05",
        "the interval leaves zero out": "gap.difference.high < 0",
        "0.2 is what they suggest": "test.epsilon == 0.2",
        "The judge passes the test": "test.passed",
        "nearly all its errors are passes that people would fail": (
            "errors.confusion[0, 1] > 4 * errors.confusion[1, 0]"  # the labels are fail and pass
        ),
        "Code is where it fails": "min(slices.slices, key=lambda one: one.agreement).name == 'code'",
        "long answers get passes that people would not give": "longer.slope.low > 0",
        "the judge leans to the option that it is shown first": "swap.bias.low > 0",
    },
    "scores-by-hospital": {
        "Eastgate falls out": "auc['Eastgate'].high < together < min(auc[name] for name in list(sites)[:4])",
        "an interval that does not know is too narrow": "together.high - together.low > alone.high - alone.low",
        "By chance alone that would be rare": (
            "tests['Eastgate'].p_value < 0.01 < 0.1 < min(tests[name].p_value for name in sites if name != 'Eastgate')"
        ),
        "in Dunmore the score ranks well and says too much": "ratio['Dunmore'].high < 1 and auc['Dunmore'] > together",
        "Another site falls out": "all(r.low < 1 < r.high for name, r in ratio.items() if name != 'Dunmore')",
        "In Eastgate the slope is far below one": "slope['Eastgate'].high < 0.6 and slope['Dunmore'].low > 0.6",
        "In Eastgate the same threshold misses septic patients": (
            "found['recall']['Eastgate'].high < min(found['recall'][name] for name in sites if name != 'Eastgate')"
        ),
        "The gate stops the release, and the output names the sites": "_exit_code == 1 and good == list(sites)[:3]",
    },
    "report": {"for each expected case": "abs(ratio - 1) < 0.2"},
    "a-scikit-learn-pipeline": {
        "The linear model is the better one": "difference.low > 0 and both.low > 0",
        "The boosted model is far below it": "calibration_slope.interval(hidden, chance['boosted']).high < 0.7",
        "The repaired probabilities are better": "better.high < 0",
        "Their slope is now above one": "calibration_slope(hidden, chance['repaired']) > 1",
        "the ranking of the linear model stays ahead": "roc_auc(hidden, chance['repaired']) < both.values[0]",
        "a customer who leaves costs ten times as much": "PRICE[1, 0] == 10 * PRICE[0, 1]",
        "The chosen threshold saves": "saved.low > 0",
    },
}


def parts(text: str) -> tuple[list[str], str]:
    """Return the cells of a notebook, and its prose in one line, without targets of links and code."""
    text = HEADER.sub("", text)
    prose = re.sub(r"`[^`]*`", "", re.sub(r"\]\([^)]*\)", "]", CELL.sub("", text)))
    return CELL.findall(text), " ".join(prose.split())


def run(cell: str, names: dict[str, Any]) -> None:
    """Run a cell as Jupyter does: its last expression is shown, and a line after ``!`` is a command."""
    if cell.startswith("!"):
        from concordant.cli import main

        command, *arguments = shlex.split(cell[1:])
        if command != "concordant":
            raise ValueError(command)
        names["_exit_code"] = main(arguments)
        return
    lines = ast.parse(cell).body
    last = lines.pop() if isinstance(lines[-1], ast.Expr) else None
    exec(compile(ast.Module(lines, []), "cell", "exec"), names)
    if isinstance(last, ast.Expr):
        value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
        if value is not None:
            getattr(value, "_repr_html_", value.__repr__)()


def failures(text: str, claims: Mapping[str, str], names: dict[str, Any]) -> Iterator[str]:
    """Run a notebook, and yield what is wrong with it."""
    cells, prose = parts(text)
    if "jupytext:" in text and not 10 <= len(cells) <= 20:
        yield f"it has {len(cells)} cells of code, not 10 to 20"
    for cell in [*cells, *INLINE.findall(text)]:
        run(cell, names)
    for phrase, condition in claims.items():
        if phrase not in prose:
            yield f"a claim is checked that the prose does not make: {phrase!r}"
        elif not eval(condition, names):
            yield f"not true: {phrase!r} ({condition})"
        prose = prose.replace(phrase, "")
    yield from (f"a number of the prose that no claim checks: {number}" for number in BY_HAND.findall(prose))


def main(wanted: list[str]) -> int:
    """Run the notebooks of these names, or all, and return 1 if anything is wrong."""
    from matplotlib import pyplot as plt

    from concordant.errors import IntervalWarning

    plt.switch_backend("Agg")
    os.chdir(FOLDER)
    wrong = 0
    for name in wanted or sorted(CLAIMS):
        start = time.perf_counter()
        with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
            warnings.simplefilter("error")
            warnings.simplefilter("ignore", IntervalWarning)  # what is doubtful stands beside the interval
            (path,) = FOLDER.glob(f"{name}.*md")
            found = list(failures(path.read_text("utf-8"), CLAIMS[name], {"__name__": "__main__"}))
            plt.close("all")
        sys.stdout.write("\n  ".join([f"{name}: {time.perf_counter() - start:.1f} s", *found]) + "\n")
        wrong += len(found)
    unknown = {path.stem for path in FOLDER.glob("*.*md")} - {"index"} ^ set(CLAIMS)
    if unknown:
        sys.stdout.write(f"notebooks without claims, or claims without a notebook: {sorted(unknown)}\n")
    return int(bool(wrong or unknown))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
