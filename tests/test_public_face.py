"""The public face: every name that is promised can be imported, and no other is promised."""

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


def test_no_name_is_promised_that_is_not_stored() -> None:
    assert public_face.names() == _stored("names")
