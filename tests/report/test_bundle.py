"""The script of the charts: made once, kept whole and private, made anew where the kept one cannot be trusted."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from concordant.report import bundle


class Maker(SimpleNamespace):
    """A vl-convert that counts how often it bundles."""

    __version__ = "1"
    made = 0

    def get_vegalite_versions(self) -> list[str]:
        return ["5.8", "5.21", "6.4", "6.1"]

    def javascript_bundle(self, entry: str, *, vl_version: str) -> str:
        self.made += 1
        return f"{entry} // {vl_version} </script>"


@pytest.fixture
def maker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Maker]:
    made = Maker()
    monkeypatch.setattr(bundle, "needed", lambda _: made)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    bundle.chart_script.cache_clear()
    yield made
    bundle.chart_script.cache_clear()


def script() -> str:
    """As a new process would ask for it."""
    bundle.chart_script.cache_clear()
    return bundle.chart_script()


def kept(tmp_path: Path) -> Path:
    return tmp_path / "concordant" / "charts-1-6.4.js"


def test_it_is_made_once(maker: Maker, tmp_path: Path) -> None:
    first = script()
    assert first == "(function () {window.vegaEmbed = vegaEmbed; // 6.4 <\\/script>})();"
    assert script() == first
    assert maker.made == 1
    assert list((tmp_path / "concordant").iterdir()) == [kept(tmp_path)]
    assert kept(tmp_path).stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("change", ["cut", "empty", "added", "of others", "a folder"])
def test_one_that_cannot_be_trusted_is_made_anew(maker: Maker, tmp_path: Path, change: str) -> None:
    first = script()
    path = kept(tmp_path)
    text = path.read_text()
    if change == "of others":
        path.chmod(0o666)
    elif change == "a folder":
        path.unlink()
        path.mkdir()
    else:
        path.write_text({"cut": text[:-9], "empty": "", "added": text + "alert(1)"}[change])
    assert script() == first
    assert maker.made == 2


def test_it_does_without_a_place_to_keep_it(maker: Maker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert script() == script()
    assert maker.made == 2
