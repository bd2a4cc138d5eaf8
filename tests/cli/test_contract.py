"""What others' scripts rely on: the options of every command, and the exit codes of lines."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from concordant.cli.app import app

from .conftest import Run, kept

# Made from the commands of release 1: new options may come; these keep their names, what they take and their default.
STORED = Path(__file__).with_name("contract.txt").read_text().splitlines()
COMMANDS = sorted({line.partition(": ")[0] for line in STORED})
NO_NUMBER = "few"
NUMBER = re.compile(r" (NUMBER|SHARE|ROWS|N|PRICE|AUC|SECONDS)( =|$)")
LINES = {  # with their exit codes; rows.csv has y, p (labels), s (scores), g (groups), a, b, c (raters), u (units)
    "": 0,
    "--version": 0,
    "--help": 0,
    "-h": 0,
    "--no-such-option": 2,
    "no-such-command": 2,
    "report": 2,
    "report --example": 0,
    "report rows.csv --truth y --pred p --json": 0,
    "report rows.csv --truth y": 2,
    "report rows.csv --truth y --pred nobody": 2,
    "report absent.csv --truth y --pred p": 2,
    "report rows.csv rows.csv --truth y --pred p": 2,
    "report rows.csv --truth y --truth p --pred p": 2,
    "report rows.csv --truth y --pred p --html rows.txt": 2,
    "score rows.csv --truth y --score s --metric roc_auc": 0,
    "score rows.csv --truth y --pred p --metric f1 --csv": 0,
    "score rows.csv --truth y --pred p --metric no_metric": 2,
    "score rows.csv --truth y --pred p --weights linear": 2,
    "compare rows.csv --truth y --pred p --pred y": 0,
    "compare rows.csv --truth y --pred p": 2,
    "compare rows.csv --truth y --pred p --pred y --margin 0.1": 2,
    "agree rows.csv --raters a,b,c": 0,
    "agree rows.csv --raters a": 2,
    "agree rows.csv --raters a,b,c --over nobody": 2,
    "judge rows.csv --judge a --human b,c": 0,
    "judge rows.csv --judge a": 2,
    "judge rows.csv --judge a --runs b": 0,
    "judge rows.csv --judge a --swapped b --answers 0,1 --tie 2": 0,
    "flips rows.csv --old y --new p": 0,
    "flips rows.csv --old a --new b": 2,
    "win-rate rows.csv --judge a --answers 0,1 --tie 2": 0,
    "win-rate rows.csv --judge a --answers 0": 2,
    "gate rows.csv --truth y --pred p --metric accuracy --min 0": 0,
    "gate rows.csv --truth y --pred p --metric accuracy --min 1": 1,
    "gate rows.csv --truth y --pred p --metric accuracy": 2,
    "gate rows.csv --truth y --pred p --constraint 'recall >= 0' --constraint 'recall <= 0'": 1,
    "gate rows.csv --raters a,b,c --metric krippendorff_alpha --min 1": 1,
    "gate rows.csv --judge a --human b,c --min=-1": 0,
    "explain --example": 0,
    "explain rows.csv --truth y --score s": 0,
    "explain rows.csv --truth y --score s --weights linear": 2,
    "cutpoints --example --cv 0": 0,
    "cutpoints rows.csv --truth y": 2,
    "threshold --example --metric f1 --cv 0": 0,
    "threshold --example": 2,
    "threshold --example --metric f1 --cost-fn 1 --cost-fp 1": 2,
    "threshold --example --constraint 'recall >= 0.8' --confidence 0.9": 0,
    "predict rows.csv --score s": 2,
    "predict rows.csv --score s --rule absent.json": 2,
    "metrics": 0,
    "metrics kappa": 0,
    "metrics cohen_kappa --json": 0,
    "metrics zzzz": 2,
    "watch rows.csv --store states --truth y --score s --labels 0,1 --time t --window 1d --once": 0,
    "watch rows.csv --store empty": 2,
    "watch rows.csv": 2,
    "monitor absent": 2,
    "monitor": 2,
    "curve": 0,
    "curve roc --example": 0,
    "curve roc rows.csv --truth y": 2,
    "curve roc rows.csv --truth y --score s --points 1": 2,
    "curve pr rows.csv --truth y --score s --csv": 0,
    "curve calibration rows.csv --truth y --score s --json": 0,
    "curve decision rows.csv --truth y --score s": 0,
    "curve decision rows.csv --truth y --score u": 2,
    "plan": 0,
    "plan nothing": 2,
    "plan proportion --expected 0.9 --width 0.05": 0,
    "plan proportion --width 0.05": 2,
    "plan proportion --expected 0.9": 2,
    "plan proportion --expected 0.9 --against 0.8 --curve 100,200": 0,
    "plan kappa --table '40,6; 5,49' --width 0.2": 0,
    "plan kappa --table '40,6; 5' --width 0.2": 2,
    "plan auc --expected 0.8 --width 0.1 --prevalence 0.2": 0,
    "plan paired --a 0.85 --b 0.80": 0,
    "plan independent --a 0.85 --b 0.75": 0,
    "plan paired-auc --a 0.85 --b 0.80 --correlation 0.6 --correlation 0.5": 0,
    "plan labels --judged 4000 --pass-rate 0.8 --sensitivity 0.9 --specificity 0.85 --half-width 0.02": 0,
    "plan labels --judged 4000": 2,
    "plan pilot --example ms --metric cohen_kappa --weights quadratic --n 50 --width 0.3 --runs 20": 2,
    "plan pilot --example ms --metric cohen_kappa --weights quadratic --width 0.3 --runs 50": 0,
    "plan raters --kappa 0.6 --prevalence 0.3 --half-width 0.1 --per-unit 2": 0,
    "plan raters rows.csv --raters a,b,c --half-width 0.3": 0,
    "plan raters rows.csv --unit u --half-width 0.3": 2,
}


def commands() -> Iterator[tuple[str, Any]]:
    """Every command by the words that call it."""
    group: Any = get_command(app)
    for name in group.commands:
        command = group.get_command(None, name)
        yield name, command
        for below in getattr(command, "commands", {}):
            yield f"{name} {below}", command.get_command(None, below)


def facts(option: Any) -> str:
    """What a script relies on, of one option."""
    empty = option.default is False or option.default in (None, [], ())
    default = "" if empty else f" = {option.default}"
    several = getattr(option, "multiple", False) or option.nargs == -1
    words = [*sorted(option.opts), *sorted(option.secondary_opts), *filter(None, [option.metavar])]
    return " ".join(words) + default + " ..." * several + " (required)" * option.required


def table() -> list[str]:
    return [f"{name}: {facts(option)}" for name, command in commands() for option in command.params]


def test_every_option_keeps_its_names_its_values_and_its_default() -> None:
    assert set(STORED) - set(table()) == set()


@pytest.mark.parametrize("command", COMMANDS)
def test_what_is_no_choice_and_no_number_is_refused_in_the_words_of_the_option(run: Run, command: str) -> None:
    numbers = [line.split() for line in STORED if line.startswith(f"{command}: --") and NUMBER.search(line)]
    for words in numbers:
        option = words[len(command.split())]
        assert option in run(*command.split(), f"{option}={NO_NUMBER}").error


def rows(folder: Path) -> None:
    """Write rows.csv."""
    lines = ["y,p,s,g,a,b,c,u,t"]
    for i in range(60):
        y, p = i % 2, int(i % 5 != 0) * (i % 2)
        raters = f"{i % 3},{(i + (i % 7 == 0)) % 3},{(i + (i % 4 == 0)) % 3}"
        lines.append(f"{y},{p},{(y + i % 4 / 2) / 3:.2f},{i % 3},{raters},{i},2026-01-0{1 + i // 10}T00:00:00")
    (folder / "rows.csv").write_text("\n".join(lines) + "\n")


@pytest.mark.parametrize("line", LINES)
def test_lines_end_with_their_exit_codes(run: Run, line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows(tmp_path)
    monkeypatch.chdir(tmp_path)
    kept(run(*shlex.split(line)), LINES[line])


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_a_help(run: Run, command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    shown = run(*command.split(), "--help")
    texts = [one for one in shown.out.splitlines() if f"concordant {command} " not in one]  # but its examples
    assert max(map(len, texts)) <= 80
    assert (shown.code, shown.err) == (0, "")
    assert f"concordant {command}" in shown.out
    options = [word for line in STORED if line.startswith(f"{command}: -") for word in line.split() if word[:2] == "--"]
    assert [option for option in options if option not in shown.out] == []
