"""
Write src/concordant/__init__.pyi: the public names for type checkers and editors.

At run time metrics are imported when they are first used; a type checker needs them written down. The list is made
from the files in src/concordant/metrics. With --check nothing is written, and the exit code is 1 if it is not current.
"""

from __future__ import annotations

import sys
from pathlib import Path

from concordant.metrics._object.registry import ALIASES, METRICS, load_all

TARGET = Path(__file__).resolve().parent.parent / "src" / "concordant" / "__init__.pyi"

HEAD = """\
# The public names. Made by scripts/write_names.py: do not edit.
# ruff: noqa: I001

from concordant import data as data
from concordant import decisions as decisions
from concordant import errors as errors
from concordant import explain as explain
from concordant import inference as inference
from concordant import metrics as metrics
from concordant import planning as planning
from concordant import plots as plots
from concordant import sklearn as sklearn
from concordant import states as states
from concordant.decisions import best_threshold as best_threshold
from concordant.decisions import decide as decide
from concordant.decisions import guaranteed_threshold as guaranteed_threshold
from concordant.decisions import ordinal_cut_points as ordinal_cut_points
from concordant.inference.symmetry import bhapkar_test as bhapkar_test
from concordant.inference.symmetry import bowker_test as bowker_test
from concordant.inference.symmetry import kappa_test as kappa_test
from concordant.inference.symmetry import mcnemar_test as mcnemar_test
from concordant.inference.symmetry import stuart_maxwell_test as stuart_maxwell_test
from concordant.report import Evaluation as Evaluation
from concordant.report import evaluate as evaluate
from concordant.states import Counts as Counts
from concordant.states import Curve as Curve
from concordant.states import CurveStack as CurveStack
from concordant.states import Moments as Moments
from concordant.states import SampleCounts as SampleCounts
from concordant.threads import get_threads as get_threads
from concordant.threads import set_threads as set_threads
"""


def imported(name: str) -> str:
    """The line that imports a metric, folded as the formatter folds it."""
    line = f"from concordant.metrics.{name} import {name} as {name}"
    return line if len(line) <= 120 else f"from concordant.metrics.{name} import (\n    {name} as {name},\n)"


def content() -> str:
    """Return the text of the stub."""
    load_all()
    metrics = [imported(name) for name in sorted(METRICS)]
    aliases = [f"{alias} = {name}" for alias, name in sorted(ALIASES.items())]
    return HEAD + "\n".join([*metrics, "", *aliases, "", "__version__: str", ""])


def main(arguments: list[str]) -> int:
    """Write the stub, or check that it is current."""
    text = content()
    if "--check" in arguments:
        current = TARGET.is_file() and TARGET.read_text(encoding="utf-8") == text
        print("names are current" if current else "names are not current: run python scripts/write_names.py")
        return 0 if current else 1
    TARGET.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
