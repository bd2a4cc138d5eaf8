"""A page of HTML taken apart: its tags, scripts, styles and text."""

from __future__ import annotations

from html.parser import HTMLParser


class Parts(HTMLParser):
    """Tags with their attributes, the text of each script, and the text between."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.held: dict[str, list[str]] = {"script": [], "style": []}
        self._inside = ""
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag in self.held:
            self.held[tag].append("")
            self._inside = tag

    def handle_endtag(self, tag: str) -> None:
        self._inside = "" if tag == self._inside else self._inside

    def handle_data(self, data: str) -> None:
        if self._inside:
            self.held[self._inside][-1] += data
        else:
            self.text += data

    @property
    def ids(self) -> list[str]:
        return [str(attributes["id"]) for _, attributes in self.tags if "id" in attributes]


def parts_of(html: str) -> Parts:
    parts = Parts()
    parts.feed(html)
    parts.close()
    return parts
