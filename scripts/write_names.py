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
from textwrap import fill, indent

import face

import concordant
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
"""The metrics of every chapter, and the aliases of every metric. Made by scripts/write_names.py: do not edit."""

from __future__ import annotations
'''

TAIL_OF_TABLE = """\
CHAPTERS = {name: chapter for chapter, names in _METRICS.items() for name in names.split()}
ALIASES = {alias: name for name, aliases in _ALIASES.items() for alias in aliases.split()}
"""

HEAD = """\
# The public names. Made by scripts/write_names.py: do not edit.
# ruff: noqa: I001

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
    homes = dict.fromkeys(concordant._SUBPACKAGES, "concordant")  # noqa: SLF001
    homes |= {name: f"concordant.{module}" for name, module in concordant._HOMES.items()}  # noqa: SLF001
    homes |= dict.fromkeys(("get_threads", "set_progress", "set_threads"), "concordant.settings")
    lines = [f"from {module} import {name} as {name}" for name, module in homes.items()]
    return HEAD + "\n".join([*lines, *_named(), "", "__version__: str", ""])


def stub_of_metrics() -> str:
    """Return the text of the stub of `concordant.metrics`."""
    return HEAD_OF_METRICS + "\n".join([*_named(), ""])


def _named() -> list[str]:
    """Every metric and every alias, a line each."""
    return [*(imported(name) for name in metrics()), "", *(f"{alias} = {name}" for alias, name in aliases())]


def faces() -> dict[Path, str]:
    """Return the text of the stub of each family of metrics."""
    return {FACE / f"{family}.pyi": face.face(family, [*map(METRICS.get, metrics())]) for family in face.FAMILIES}


def table() -> str:
    """Return the text of the table."""
    homes = [(METRICS[name].__module__.removeprefix("concordant.metrics."), name) for name in metrics()]
    others = [(name, alias) for alias, name in aliases()]
    return "\n".join([HEAD_OF_TABLE, _listing("_METRICS", homes), _listing("_ALIASES", others), TAIL_OF_TABLE])


def _listing(name: str, pairs: list[tuple[str, str]]) -> str:
    """A dictionary of a text of words for each first of these pairs."""
    lines = [f"{name} = {{"]
    for key in sorted({first for first, _ in pairs}):
        words = " ".join(second for first, second in pairs if first == key)
        line, body = f'    "{key}": "{words}",', indent(fill(words, 104), " " * 8)
        lines.append(line if len(line) <= 120 else f'    "{key}": """\n{body}\n    """,')
    return "\n".join([*lines, "}", ""])


def table_of_elsewhere() -> str:
    """Return the text of the table of what metrics are called elsewhere; a name here means that metric alone."""
    found: dict[str, list[str]] = {}
    for name in metrics():
        for one in METRICS[name].facts.names_elsewhere:
            meanings = found.setdefault(key_of(one.name), [])
            meanings += [text for text in [dumps([name, one.options, one.note])] if text not in meanings]
    own = {name: name for name in metrics()} | dict(aliases())
    found |= {key_of(name): [dumps([metric, {}, None])] for name, metric in own.items()}
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
