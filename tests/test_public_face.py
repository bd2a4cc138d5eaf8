"""Names that are gone: nothing has them, whoever uses one is told what to do, and the docs list them."""

from __future__ import annotations

import inspect
import json
from importlib import import_module
from pathlib import Path
from typing import Any

import public_face
import pytest
from public_face import options

import concordant
from concordant import judging, planning
from concordant.cli import main
from concordant.errors import OptionError
from concordant.names import GONE

PAGE = Path(__file__).parent.parent / "docs" / "deprecation.md"
OPTIONS = [name for name in GONE if name.startswith("--")]
ARGUMENTS = [name for name in GONE if name.endswith("=)")]


def test_all_are_on_the_page_of_deprecations() -> None:
    assert [*OPTIONS, *ARGUMENTS] == list(GONE)
    page = PAGE.read_text(encoding="utf-8")
    assert [name for name in GONE if f"`{name}`" not in page] == []


@pytest.mark.parametrize("name", OPTIONS)
def test_an_option_says_so_before_anything_is_read(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert name not in options()
    for words in ([name, "value"], [f"{name}=value"], [name]):
        assert main(["report", "absent.csv", "--truth", "t", "--pred", "p", *words]) == 2
        assert f"{name} is gone: " in " ".join(capsys.readouterr().err.split())
    assert main(["report", "--truth", "t", "--pred", "p", "--", name]) == 2
    assert f"no such file: {name}" in " ".join(capsys.readouterr().err.split())


@pytest.mark.parametrize("name", ARGUMENTS)
def test_an_argument_says_so(name: str) -> None:
    called, argument = name.removesuffix("=)").split("(")
    function = next(getattr(home, called) for home in (concordant, judging, planning) if hasattr(home, called))
    assert argument not in inspect.signature(function).parameters
    with pytest.raises(OptionError) as raised:
        function("absent.csv", **{argument: "value"})
    assert str(raised.value).startswith(f"{name} is gone: ")
    with pytest.raises(TypeError):  # of any other name, as of every function
        function("absent.csv", never_there=1)


def _stored(name: str) -> dict[str, Any]:
    stored: dict[str, Any] = json.loads((public_face.FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return stored


@pytest.mark.parametrize("path", _stored("names"))
def test_names_import_by_their_documented_path(path: str) -> None:
    module = import_module(path)
    assert [name for name in _stored("names")[path] if getattr(module, name, None) is None] == []


def test_no_name_is_promised_that_is_not_stored() -> None:
    assert public_face.names() == _stored("names")
