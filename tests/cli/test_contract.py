"""What others' scripts rely on: the options of every command, and the exit codes of lines."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from .conftest import Run, commands

# Made from the commands of release 1: new options may come; these keep their names, what they take and their default.
STORED = Path(__file__).with_name("contract.txt").read_text().splitlines()
COMMANDS = sorted({line.partition(": ")[0] for line in STORED})
NO_NUMBER = "few"
NUMBER = re.compile(r" (NUMBER|SHARE|ROWS|N|PRICE|AUC|SECONDS)( =|$)")


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
