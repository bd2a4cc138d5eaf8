"""
Write down the public names, which are made from the files in src/concordant/metrics.

At run time metrics are imported when they are first used. The table in src/concordant/metrics/definition/table.py says
which there are, also where there are no files to look at (a frozen program, a folder of bytecode), and that in
elsewhere.json what they are called elsewhere; README.md says how many there are.
src/concordant/__init__.pyi says so to type checkers and editors, and the stubs in src/concordant/_face say what each
metric takes and gives (see face.py). With --check nothing is written, and the exit code is 1 if one of them is not
current.
"""

from __future__ import annotations

import re
import sys
from importlib import import_module
from json import dumps
from pathlib import Path

import face

from concordant.metrics.definition.facts import key_of
from concordant.metrics.definition.registry import METRICS

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
PACKAGE = ROOT / "src" / "concordant"
STUB = PACKAGE / "__init__.pyi"
STUB_OF_METRICS = PACKAGE / "metrics" / "__init__.pyi"
FACE = PACKAGE / "_face"
TABLE = PACKAGE / "metrics" / "definition" / "table.py"
TABLE_OF_ELSEWHERE = PACKAGE / "metrics" / "definition" / "elsewhere.json"

HEAD_OF_TABLE = '''\
"""The chapter of every metric, and every alias. Made by scripts/write_names.py: do not edit."""

from __future__ import annotations

'''

HEAD = """\
# The public names. Made by scripts/write_names.py: do not edit.
# ruff: noqa: I001

from concordant import data as data
from concordant import decisions as decisions
from concordant import engines as engines
from concordant import errors as errors
from concordant import explain as explain
from concordant import inference as inference
from concordant import inputs as inputs
from concordant import judging as judging
from concordant import learning as learning
from concordant import metrics as metrics
from concordant import monitoring as monitoring
from concordant import panels as panels
from concordant import planning as planning
from concordant import plots as plots
from concordant import report as report
from concordant import result as result
from concordant import sklearn as sklearn
from concordant import states as states
from concordant import testing as testing
from concordant import tracking as tracking
from concordant import typing as typing
from concordant.decisions import best_threshold as best_threshold
from concordant.decisions import decide as decide
from concordant.decisions import guaranteed_threshold as guaranteed_threshold
from concordant.decisions import ordinal_cut_points as ordinal_cut_points
from concordant.inference.comparisons.panels import compare_coefficients as compare_coefficients
from concordant.inference.table_tests import bhapkar_test as bhapkar_test
from concordant.inference.table_tests import bowker_test as bowker_test
from concordant.inference.table_tests import kappa_test as kappa_test
from concordant.inference.table_tests import mcnemar_test as mcnemar_test
from concordant.inference.table_tests import stuart_maxwell_test as stuart_maxwell_test
from concordant.sources.source import Scan as Scan
from concordant.sources.source import scan as scan
from concordant.inputs.scores import trust_probabilities as trust_probabilities
from concordant.monitoring import aggregator as aggregator
from concordant.monitoring import Monitor as Monitor
from concordant.monitoring import StateTable as StateTable
from concordant.panels import d_study as d_study
from concordant.panels import g_study as g_study
from concordant.panels import limits_of_agreement as limits_of_agreement
from concordant.panels import spearman_brown as spearman_brown
from concordant.panels import spearman_brown_raters as spearman_brown_raters
from concordant.settings import set_progress as set_progress
from concordant.report import Evaluation as Evaluation
from concordant.report import evaluate as evaluate
from concordant.states import BucketCurve as BucketCurve
from concordant.states import Counts as Counts
from concordant.states import Curve as Curve
from concordant.states import CurveStack as CurveStack
from concordant.states import Moments as Moments
from concordant.states import NumericRatings as NumericRatings
from concordant.states import RatingMoments as RatingMoments
from concordant.states import Ratings as Ratings
from concordant.states import SampleCounts as SampleCounts
from concordant.states import ScoreKey as ScoreKey
from concordant.states import Tallies as Tallies
from concordant.states import TallySums as TallySums
from concordant.settings import get_threads as get_threads
from concordant.settings import set_threads as set_threads
"""


HEAD_OF_METRICS = """\
# The metrics by name. Made by scripts/write_names.py: do not edit.
# ruff: noqa: I001

from concordant.metrics.definition.registry import find as find
from concordant.metrics.definition.registry import get as get
from concordant.metrics.definition.registry import names as names
"""


def imported(name: str) -> str:
    """The line that imports a metric, folded as the formatter folds it."""
    line = f"from concordant._face.{METRICS[name].facts.family} import {name} as {name}"
    return line if len(line) <= 120 else f"{line.partition(' import ')[0]} import (\n    {name} as {name},\n)"


def metrics() -> list[str]:
    """Import every chapter and return the names of the metrics, sorted."""
    for path in sorted((PACKAGE / "metrics").rglob("*.py")):
        chapter = path.relative_to(PACKAGE.parent).with_suffix("")
        if path.name != "__init__.py":
            import_module(".".join(chapter.parts))
    return sorted(METRICS)


def aliases() -> list[tuple[str, str]]:
    """Every alias and the name of its metric, sorted."""
    return sorted((alias, name) for name in metrics() for alias in METRICS[name].facts.aliases)


def stub() -> str:
    """Return the text of the stub of the package."""
    return HEAD + "\n".join([*_named(), "", "__version__: str", ""])


def stub_of_metrics() -> str:
    """Return the text of the stub of `concordant.metrics`."""
    return HEAD_OF_METRICS + "\n".join([*_named(), ""])


def _named() -> list[str]:
    """Every metric and every alias, a line each."""
    return [*(imported(name) for name in metrics()), "", *(f"{alias} = {name}" for alias, name in aliases())]


def faces() -> dict[Path, str]:
    """Return the text of the stub of each family of metrics."""
    known = [METRICS[name] for name in metrics()]
    return {FACE / f"{family}.pyi": face.face(family, known) for family in face.FAMILIES}


def table() -> str:
    """Return the text of the table."""
    chapters = [(name, METRICS[name].__module__.removeprefix("concordant.metrics.")) for name in metrics()]
    homes = "".join(f'    "{name}": "{chapter}",\n' for name, chapter in chapters)
    pairs = "".join(f'    "{alias}": "{name}",\n' for alias, name in aliases())
    return f"{HEAD_OF_TABLE}CHAPTERS = {{\n{homes}}}\n\nALIASES = {{\n{pairs}}}\n"


def table_of_elsewhere() -> str:
    """Return the text of the table of what metrics are called elsewhere; a name here means that metric alone."""
    found: dict[str, list[str]] = {}
    for name in metrics():
        for one in METRICS[name].facts.names_elsewhere:
            meanings = found.setdefault(key_of(one.name), [])
            meanings += [text for text in [dumps([name, one.options, one.note])] if text not in meanings]
    own = [*((name, name) for name in metrics()), *aliases()]
    found |= {key_of(name): [dumps([metric, {}, None])] for name, metric in own}
    lines = (f'  "{key}": [{", ".join(found[key])}]' for key in sorted(found))
    return "{\n" + ",\n".join(lines) + "\n}\n"


def readme() -> str:
    """Return the text of the README with the number of metrics."""
    return re.sub(r"\*\*\d+ metrics\*\*", f"**{len(metrics())} metrics**", README.read_text(encoding="utf-8"))


def main(arguments: list[str]) -> int:
    """Write the files, or check that they are current."""
    texts = {
        TABLE: table(),
        TABLE_OF_ELSEWHERE: table_of_elsewhere(),
        STUB: stub(),
        STUB_OF_METRICS: stub_of_metrics(),
        **faces(),
        README: readme(),
    }
    if "--check" in arguments:
        current = all(path.is_file() and path.read_text(encoding="utf-8") == text for path, text in texts.items())
        print("names are current" if current else "names are not current: run python scripts/write_names.py")
        return 0 if current else 1
    for path, text in texts.items():
        path.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
