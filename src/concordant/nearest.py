"""Hints for misspelt words: the nearest of those that exist."""

from __future__ import annotations

from collections.abc import Iterable


def nearest(word: str, among: Iterable[str], *, most: int = 1, least_alike: float = 0.7) -> list[str]:
    """Return the words most like a given one, the nearest first; `least_alike` is difflib's ratio, 0 to 1."""
    from difflib import get_close_matches

    known = {one.lower().replace("-", "_"): one for one in among}
    near = get_close_matches(word.lower().replace("-", "_"), known, n=most, cutoff=least_alike)
    return [known[one] for one in near]


def did_you_mean(given: object, among: Iterable[object]) -> str:
    """Return the question that ends an error message, with a space before it; empty if no value is near."""
    if not isinstance(given, str):
        return ""
    near = nearest(given, (one for one in among if isinstance(one, str)))
    return f" Did you mean {near[0]!r}?" if near else ""
