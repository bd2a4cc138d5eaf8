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
from textwrap import wrap

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
    known = [METRICS[name] for name in metrics()]
    return {FACE / f"{family}.pyi": face.face(family, known) for family in face.FAMILIES}


def table() -> str:
    """Return the text of the table."""
    chapters: dict[str, list[str]] = {}
    for name in metrics():
        chapters.setdefault(METRICS[name].__module__.removeprefix("concordant.metrics."), []).append(name)
    others: dict[str, list[str]] = {}
    for alias, name in aliases():
        others.setdefault(name, []).append(alias)
    blocks = [_listing("_METRICS", chapters), _listing("_ALIASES", others)]
    return "\n".join([HEAD_OF_TABLE, *blocks, TAIL_OF_TABLE])


def _listing(name: str, words: dict[str, list[str]]) -> str:
    """A dictionary of words in texts, folded as the formatter leaves them."""
    lines = [f"{name} = {{"]
    for key, listed in sorted(words.items()):
        text = " ".join(listed)
        line, parts = f'    "{key}": "{text}",', [text] if len(text) <= 110 else wrap(text, 109)
        texts = [f'        "{part} "' for part in parts[:-1]]
        lines += [line] if len(line) <= 120 else [f'    "{key}": (', *texts, f'        "{parts[-1]}"', "    ),"]
    return "\n".join([*lines, "}", ""])


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
