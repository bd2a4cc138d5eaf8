"""What a terminal of 80 columns shows, colours, and the bar of long scans."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

import concordant
from concordant import settings
from concordant.cli.app import PLACES, app
from concordant.cli.wording import in_options
from concordant.data import EXAMPLES

from .conftest import MAIN, Csv, Run

COLOUR = re.compile(r"\x1b\[[0-9;]*(3[0-7]|9[0-7]|38)[0-9;]*m")


@pytest.mark.parametrize("columns", [60, 80, 120])
@pytest.mark.parametrize(
    "arguments",
    [
        *(["report", "--example", name] for name in EXAMPLES),
        ["explain", "--example", "breast"],
        ["metrics"],
        ["metrics", "rate"],
    ],
)
def test_no_line_is_wider_than_the_terminal(on_screen: Run, arguments: list[str], columns: int) -> None:
    ran = on_screen(*arguments, columns=columns)
    assert (ran.code, ran.err) == (0, "")
    assert max(map(len, ran.plain.splitlines())) <= columns


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_terminal_shows_the_numbers_of_the_plain_page(on_screen: Run, run: Run, name: str) -> None:
    def shown(text: str) -> list[str]:
        return re.findall(r"\d[\d,]*\.?\d*", text)

    line = ("report", "--example", name)
    assert shown(on_screen(*line, columns=110).plain) == shown(run(*line).out)


def test_numbers_of_an_explanation_are_whole_at_80_columns(on_screen: Run) -> None:
    screen = on_screen("explain", "--example", "breast").plain
    assert "…" not in screen
    assert "9.29601e-05 0.0028 1.0000 1.0000 0.0028 0.0028 0.9555 0.9555" in " ".join(screen.split())
    assert "--json OUT" in screen


def test_colours_only_where_they_are_wanted(on_screen: Run, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    arguments = ("report", "--example", "ms")
    assert COLOUR.search(on_screen(*arguments).out)
    assert "\x1b" not in run(*arguments).out
    coloured = on_screen(*arguments).plain
    monkeypatch.setenv("NO_COLOR", "1")
    assert not COLOUR.search(on_screen(*arguments).out)
    assert on_screen(*arguments).plain == coloured


def test_labels_are_not_taken_for_markup_and_undefined_values_say_why(on_screen: Run, csv: Csv) -> None:
    path = csv("a,b\n[red]x,:smile:\n:smile:,:smile:\n:smile:,:smile:\n")
    screen = on_screen("report", path, "--truth", "a", "--pred", "b", "--pos-label", "[red]x").plain
    assert "[red]x" in screen
    assert ":smile:" in screen
    assert re.search(r"Precision +undefined\s+no row is predicted", screen)


def test_many_classes_are_cut(on_screen: Run, csv: Csv) -> None:
    rows = "".join(f"c{i:02},c{(i * 7) % 30:02}\n" for i in range(30))
    screen = on_screen("report", csv(f"a,b\n{rows}"), "--truth", "a", "--pred", "b").plain
    assert "Shown are the 20 most frequent of 30 classes" in screen
    assert "The confusion matrix, 30 x 30, is on the HTML page" in screen


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("report FILE --truth a --pred b", "reading rows: 100%"),
        ("score FILE --truth a --pred b --strip", "reading rows: 100%"),
        ("plan pilot --example ms --metric accuracy --n 50 --width 0.3 --runs 60", "simulating studies:  33%"),
    ],
)
def test_long_work_says_how_far_it_is(
    on_screen: Run, csv: Csv, monkeypatch: pytest.MonkeyPatch, line: str, shown: str
) -> None:
    monkeypatch.setattr(settings, "_PATIENCE", -1.0)
    monkeypatch.setattr(settings, "_PAUSE", -1.0)
    words = line.replace("FILE", str(csv("a,b\n" + "1,0\n0,0\n" * 300_000))).split()
    ran = on_screen(*words)
    assert (ran.code, shown in ran.err) == (0, True)
    assert shown not in on_screen(*words, "--quiet").err


def test_the_process_prints_what_the_library_prints(process: Run) -> None:
    ms = EXAMPLES["ms"]
    labels = ",".join(map(str, ms.labels or ()))
    ran = process("report", ms.path, "--truth", ms.truth, "--pred", ms.pred, "--labels", labels)
    page = concordant.evaluate(ms.truth, ms.pred, data=ms.path, labels=ms.labels)
    assert (ran.code, ran.err) == (0, "")
    text = in_options(" ".join(str(page).split()))
    for finding in page.findings:  # lines of Python stay what they are
        text = text.replace(in_options(finding.line), finding.line)
    assert ran.out.split() == text.split()


SLOW = {"numpy", "polars", "pydantic", "rich", "scipy", "concordant.report", "concordant.metrics"}
OTHERS = {"matplotlib", "narwhals", "numpy.ma", "pandas", "pyarrow", "pydantic", "rich", "scipy", "sklearn"}
UNASKED = {  # of other metrics than the one that is asked for
    "concordant.metrics.ranking.label_rankings",
    "concordant.inference.intervals.calibration",
    "concordant.inference.intervals.records",
}
COLUMNS = ("rows.csv", "--truth", "t")
RUN = "import sys; from concordant.cli import main; main(sys.argv[1:]); print(*sys.modules, file=sys.stderr)"


@pytest.mark.parametrize(
    ("words", "never"),
    [
        (["--help"], SLOW | {f"concordant.cli.{place.module}" for place in PLACES.values()}),
        *(([name, "--help"], SLOW - {"pydantic"}) for name, place in PLACES.items() if place.module != "judge"),
        (["score", *COLUMNS, "--pred", "p", "--metric", "qwk"], OTHERS | {"concordant.cli.gate", *UNASKED}),
        (["score", *COLUMNS, "--score", "s", "--metric", "auc"], OTHERS | {"concordant.cli.gate"}),
        (["report", *COLUMNS, "--pred", "p"], OTHERS | {"concordant.cli.gate"}),
        (["explain", "--example"], OTHERS - {"narwhals"}),
        (["--version"], SLOW | {"narwhals"}),
        (["metrics"], {"polars", "matplotlib", "pandas"}),
    ],
)
def test_what_a_command_does_not_need_is_not_imported(words: list[str], never: set[str], tmp_path: Path) -> None:
    (tmp_path / "rows.csv").write_text("t,p,s\n" + "0,0,0.1\n0,1,0.4\n1,0,0.3\n1,1,0.9\n" * 20)
    line = [sys.executable, "-c", RUN, *words]
    found = subprocess.run(line, check=True, capture_output=True, text=True, cwd=tmp_path)
    assert found.stdout
    assert never.isdisjoint(found.stderr.split())


def test_every_listed_command_has_its_own_help() -> None:
    listed = CliRunner().invoke(app, ["--help"]).output
    for name, place in PLACES.items():
        assert f"{name:<9}  {place.short_help}" in listed
        assert f"Usage: concordant {name} [" in CliRunner().invoke(app, [name, "--help"], prog_name="concordant").output


def test_files_are_read_in_small_pieces() -> None:
    code = "import os, concordant.cli as c; c.main(); print(os.environ['POLARS_CSV_CHUNK_SIZE'])"
    done = subprocess.run([sys.executable, "-c", code, "--version"], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "2000000"


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGTERM that a process can answer")
@pytest.mark.parametrize(("sent", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
def test_a_signal_takes_temporary_files_away(tmp_path: Path, sent: signal.Signals, code: int) -> None:
    held = tmp_path / "temporary"
    held.mkdir()
    line = ["score", "-", "--truth", "y", "--score", "p", "--metric", "auc"]
    with subprocess.Popen(
        [sys.executable, "-c", MAIN, *line],
        env={**os.environ, "TMPDIR": str(held)},
        stdin=subprocess.PIPE,  # which becomes a file, and does not end
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as running:
        until = time.monotonic() + 60
        while not any(held.glob("concordant-*/*")) and running.poll() is None and time.monotonic() < until:
            time.sleep(0.002)
        running.send_signal(sent)
        out, _ = running.communicate(timeout=60)
    assert (running.returncode, out) == (code, b"")
    assert not list(held.iterdir())
