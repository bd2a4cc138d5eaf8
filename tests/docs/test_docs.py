"""
The documentation is run: every Python block with >>>, every console block, every local link, every metric's page.

The blocks of a page run in order, in one folder and one namespace. Output is compared exactly; "..." in it stands for
any text. A warning is printed where it comes, in front of the value, without file and line. Blocks in `sh` are not
run.
"""

from __future__ import annotations

import doctest
import io
import re
import runpy
import shlex
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from notebooks import failures

import concordant.sklearn
from concordant import metrics
from concordant.cli import main
from concordant.errors import IntervalWarning, UndefinedMetricWarning

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]

# pages whose library the tests do not install
OPTIONAL = {"devices.md": "torch", "learning.md": "lightgbm", "torch.md": "torch"}

PLAIN = {"NO_COLOR": "1", "COLUMNS": "80", "TERM": "dumb"}
SOURCE = Path(concordant.sklearn.__file__).parents[1]
WITH_EXAMPLES = sorted(  # of metrics and of scikit-learn's functions, the tests of these run them
    path.relative_to(SOURCE.parent)
    for path in SOURCE.rglob("*.py")
    if ">>> " in path.read_text(encoding="utf-8")
    and (path.parent.name == "definition" or path.relative_to(SOURCE).parts[0] not in ("metrics", "sklearn"))
)
FENCE = re.compile(r"^ *```(\w*|\{[\w-]+\})\s*$")
HEADING = re.compile(r"^#+ +(.*?)\s*$", re.MULTILINE)
LINK = re.compile(r"(?<!\\)\[[^\]]*\]\(([^)\s]+)\)")


@dataclass(frozen=True)
class Block:
    language: str
    line: int  # of its first line, from 1
    text: str


def blocks(text: str) -> Iterator[Block]:
    """The fenced blocks of a page."""
    language, start, held = None, 0, list[str]()
    for number, line in enumerate(text.splitlines(), 1):
        fence = FENCE.match(line)
        if fence and language is None:
            language, start, held = fence[1], number + 1, []
        elif fence and language is not None:
            yield Block(language, start, "\n".join(held) + "\n")
            language = None
        else:
            held.append(line)
    assert language is None, f"the block that starts in line {start} has no end"


def marked_blanks(text: str) -> str:
    """Empty lines within an output as doctest wants them; those before >>> only separate."""
    lines = text.rstrip().split("\n")
    for number, line in enumerate(lines):
        following = next(filter(None, lines[number:]), "")
        if not line and not following.startswith(">>> "):
            lines[number] = "<BLANKLINE>"
    return "\n".join(lines) + "\n"


class EndsOfLines(doctest.OutputChecker):
    """Spaces at the end of a line cannot be seen, and editors remove them."""

    def check_output(self, want: str, got: str, optionflags: int) -> bool:
        return super().check_output(want, re.sub(r" +$", "", got, flags=re.MULTILINE), optionflags)


def shown_warning(message: Warning | str, category: type[Warning], *_: Any) -> None:
    """Print a warning as the pages show it."""
    sys.stdout.write(f"{category.__name__}: {message}\n")


def run_python(block: Block, page: str, names: dict[str, Any]) -> str:
    """What went wrong in a block of Python, or nothing."""
    if ">>> " not in block.text:
        compile(block.text, f"{page}:{block.line}", "exec")
        return ""
    test = doctest.DocTestParser().get_doctest(marked_blanks(block.text), names, page, page, block.line - 1)
    test.globs = names  # the parser copied them
    failures: list[str] = []
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.simplefilter("always", UndefinedMetricWarning)
        warnings.simplefilter("always", IntervalWarning)
        warnings.showwarning = shown_warning
        runner = doctest.DocTestRunner(EndsOfLines(), optionflags=doctest.ELLIPSIS, verbose=False)
        runner.run(test, out=failures.append, clear_globs=False)
    return "".join(failures)


def run_console(block: Block, page: str, folder: Path) -> str:
    """What went wrong in a block of commands, or nothing."""
    failures = []
    assert block.text.startswith("$ "), f"{page}:{block.line}: a console block starts with '$ concordant'"
    for command, wanted in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block.text, re.MULTILINE):
        assert command.startswith("concordant "), f"{page}:{block.line}: only the command concordant is run"
        printed = io.StringIO()
        with pytest.MonkeyPatch.context() as patch, redirect_stdout(printed), redirect_stderr(printed):
            patch.chdir(folder)
            for name, value in PLAIN.items():
                patch.setenv(name, value)
            main(shlex.split(command)[1:])
        got = printed.getvalue().rstrip() + "\n"
        if not EndsOfLines().check_output(wanted, got, doctest.ELLIPSIS):
            failures.append(f"{page}:{block.line}: {command}\nExpected:\n{wanted}\nGot:\n{got}\n")
    return "".join(failures)


def slug(heading: str) -> str:
    """The anchor that a heading has on the page."""
    kept = re.sub(r"[^\w\- ]", "", heading.lower())
    return kept.replace(" ", "-")


def prose(text: str) -> str:
    """A page without its blocks and code."""
    return re.sub(r"`[^`\n]*`", "", re.sub(r"^ *```.*?^ *```", "", text, flags=re.MULTILINE | re.DOTALL))


def broken_links(page: Path) -> list[str]:
    text = page.read_text(encoding="utf-8")
    broken = []
    for target in LINK.findall(prose(text)):
        path, _, anchor = target.partition("#")
        if re.match(r"\w+:", target):
            continue
        found = (page.parent / path) if path else page
        anchors = set(map(slug, HEADING.findall(found.read_text("utf-8")))) if anchor and found.is_file() else set()
        if not found.exists() or (anchor and anchor not in anchors):
            broken.append(target)
    return broken


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_page_shows_what_really_comes_out(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if page.name in OPTIONAL:
        pytest.importorskip(OPTIONAL[page.name])
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"__name__": "__main__"}
    run: dict[str, Callable[[Block, str], str]] = {
        "python": lambda block, name: run_python(block, name, names),
        "console": lambda block, name: run_console(block, name, tmp_path),
    }
    name = str(page.relative_to(ROOT))
    failures = [run[block.language](block, name) for block in blocks(page.read_text("utf-8")) if block.language in run]
    assert not any(failures), "\n".join(filter(None, failures))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_local_links_and_pictures_exist(page: Path) -> None:
    assert broken_links(page) == []


def written(script: str, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, ROOT / "scripts" / script, "--check", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)


@pytest.mark.parametrize("script", ["write_metric_pages.py", "write_edges.py"])
def test_generated_pages_are_current(script: str) -> None:
    done = written(script)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout


def test_check_names_the_pages_that_are_not_current(tmp_path: Path) -> None:
    (tmp_path / "f1.md").write_text("old")
    (tmp_path / "gone.md").write_text("of a metric that is no more")
    done = written("write_metric_pages.py", "--folder", tmp_path)
    assert done.returncode == 1
    for page in ("f1.md", "gone.md", "index.md", "roc_auc.md"):
        assert page in done.stdout


def test_the_index_leads_to_every_page() -> None:
    index = (ROOT / "docs" / "index.md").read_text("utf-8")
    pages = {page.name for page in (ROOT / "docs").glob("*.md")} - {"index.md"}
    assert pages <= set(LINK.findall(index))


def test_the_readme_counts_the_metrics() -> None:
    assert f"**{len(metrics.names())} metrics**" in (ROOT / "README.md").read_text("utf-8")


def test_contributing_shows_the_real_file() -> None:
    real = (ROOT / "src" / "concordant" / "metrics" / "rates" / "f_scores.py").read_text("utf-8").splitlines()
    page = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    (shown,) = (block.text for block in blocks(page) if block.language == "python")
    assert [line for line in shown.splitlines() if line not in real and "(Here follows" not in line] == []


def test_the_page_for_scikit_learn_names_every_function_and_every_difference() -> None:
    page = (ROOT / "docs" / "scikit-learn.md").read_text("utf-8")
    assert [name for name in concordant.sklearn.__all__ if f"`{name}`" not in page] == []
    path = ROOT / "tests" / "sklearn" / "upstream" / "differences.py"
    listed = set(runpy.run_path(str(path))["DIFFERENCES"])
    assert set(re.findall(r"^\| `(test_\w+\.py::\w+)` \|", page, re.MULTILINE)) == listed


# --- these checks can fail ------------------------------------------------------------------------


def test_other_output_and_other_warnings_are_found(tmp_path: Path) -> None:
    assert "Expected:\n    3\nGot:\n    2" in run_python(Block("python", 1, ">>> 1 + 1\n3\n"), "page", {})
    text = ">>> from concordant import accuracy\n>>> accuracy([], [])\nnan\n"
    assert "UndefinedMetricWarning: accuracy: there are no rows" in run_python(Block("python", 1, text), "page", {})
    failure = run_console(Block("console", 1, "$ concordant --version\nnothing like it\n"), "page", tmp_path)
    assert "nothing like it" in failure


def test_broken_links_are_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "# A page\n[a](page.md#a-page) [b](#nowhere) [c](gone.md) ![d](gone.png) [`e`](gone.py) [f](https://x.y)\n"
    )
    assert broken_links(page) == ["#nowhere", "gone.md", "gone.png", "gone.py"]


HEADER = "---\njupytext:\n---\n"
CELLS = "```{code-cell}\nn = 45\n```\n" * 10
WRONG: dict[str, tuple[str, dict[str, str]]] = {
    "a number of the prose that no claim checks: 46": ("There are 46 of 1979.", {}),
    "not true: 'There are 46' (n == 46)": ("There are 46.", {"There are 46": "n == 46"}),
    "a claim is checked that the prose does not make: 'There are 45'": ("Many.", {"There are 45": "n == 45"}),
}


@pytest.mark.parametrize("said", WRONG)
def test_what_is_wrong_is_named(said: str) -> None:
    prose, claims = WRONG[said]
    assert list(failures(f"# Title\n\n{prose}\n\n{CELLS}", claims, {})) == [said]


def test_checked_numbers_years_code_and_links_may_stand_in_the_prose() -> None:
    prose = "There are 45 (Fleiss 1971), see [them](page-2.md) and `n = 3`."
    assert list(failures(prose + "\n\n" + CELLS, {"There are 45": "n == 45"}, {})) == []


def test_cells_are_counted_and_run() -> None:
    assert list(failures(HEADER + "```{code-cell}\nn = 1\n```\n", {}, {})) == ["it has 1 cells of code, not 10 to 20"]
    with pytest.raises(ZeroDivisionError):
        list(failures("```{code-cell}\n1 / 0\n```\n", {}, {}))


@pytest.mark.parametrize("path", WITH_EXAMPLES, ids=Path.as_posix)
def test_examples_of_docstrings_come_out_as_written(path: Path) -> None:
    if "torch" in path.as_posix():
        pytest.importorskip("torch")
    module = import_module(".".join(path.with_suffix("").parts).removesuffix(".__init__"))
    tried = doctest.testmod(module, optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    assert tried.attempted > 0
    assert tried.failed == 0
