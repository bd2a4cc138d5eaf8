"""A command starts with what it needs: no other command, nothing heavy for a help text."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest
from typer.testing import CliRunner

from concordant.cli.app import PLACES, app, command_of
from concordant.cli.columns import TypedColumns

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
        (["score", *COLUMNS, "--pred", "p", "--metric", "qwk"], OTHERS | {"concordant.cli.gate", *UNASKED}),
        (["score", *COLUMNS, "--score", "s", "--metric", "auc"], OTHERS | {"concordant.cli.gate"}),
        (["report", *COLUMNS, "--pred", "p"], OTHERS | {"concordant.cli.gate"}),
    ],
)
def test_what_a_command_does_not_need_is_not_imported(words: list[str], never: set[str], tmp_path: Path) -> None:
    (tmp_path / "rows.csv").write_text("t,p,s\n" + "0,0,0.1\n0,1,0.4\n1,0,0.3\n1,1,0.9\n" * 20)
    found = subprocess.run(
        [sys.executable, "-c", RUN, *words], check=True, capture_output=True, text=True, cwd=tmp_path
    )
    assert found.stdout
    assert never.isdisjoint(found.stderr.split())


def test_every_listed_command_has_its_own_help() -> None:
    listed = CliRunner().invoke(app, ["--help"]).output
    for name, place in PLACES.items():
        assert f"{name:<9}  {place.short_help}" in listed
        assert f"Usage: concordant {name} [" in CliRunner().invoke(app, [name, "--help"], prog_name="concordant").output


def test_a_shared_option_is_the_same_in_every_command() -> None:
    shared = {field.name for field in fields(TypedColumns)}
    seen: dict[str, set[tuple[object, ...]]] = {}
    for name in ("report", "score", "gate", "explain"):
        for param in command_of(name).params:
            if param.name in shared:
                seen.setdefault(param.name, set()).add((*param.opts, param.metavar, param.default, param.help))
    assert set(seen) == shared
    assert all(len(found) == 1 for found in seen.values())


def test_csv_files_are_read_in_small_pieces() -> None:
    code = "import os, concordant.cli as c; c.main(); print(os.environ['POLARS_CSV_CHUNK_SIZE'])"
    done = subprocess.run([sys.executable, "-c", code, "--version"], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "2000000"
