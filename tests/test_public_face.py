"""Every documented name imports by its documented path, and every option of every command is what it was."""

from __future__ import annotations

import json
from importlib import import_module
from typing import Any

import public_face
import pytest


def _stored(name: str) -> dict[str, Any]:
    stored: dict[str, Any] = json.loads((public_face.FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return stored


@pytest.mark.parametrize("path", _stored("names"))
def test_names_import_by_their_documented_path(path: str) -> None:
    module = import_module(path)
    assert [name for name in _stored("names")[path] if getattr(module, name, None) is None] == []


@pytest.mark.parametrize("path", public_face.ALONE)
def test_packages_without_a_list_of_names_import(path: str) -> None:
    assert import_module(path).__name__ == path


def test_no_name_is_promised_that_is_not_stored() -> None:
    assert public_face.names() == _stored("names")


def test_options_have_their_names_defaults_and_meanings() -> None:
    assert public_face.options() == _stored("options")
