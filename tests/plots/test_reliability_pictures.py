"""Bland-Altman plots and pictures of D studies: what is drawn."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose
from panels_of import random_numbers

from concordant import d_study, limits_of_agreement, plots
from concordant.errors import InputTypeError, OptionError

ROWS = random_numbers(5, 20, 4)


def _drawn(ax: Any, gid: str) -> list[Any]:
    return [one for one in (*ax.lines, *ax.patches, *ax.collections) if one.get_gid() == gid]


def test_two_raters_have_their_differences_and_limits() -> None:
    found = limits_of_agreement(ROWS[:, :2], raters=["ann", "bob"])
    ax = found.plot()
    (points,) = _drawn(ax, "points")
    assert_allclose(points.get_offsets(), np.column_stack([ROWS[:, :2].mean(1), ROWS[:, 0] - ROWS[:, 1]]))
    heights = [line.get_ydata()[0] for line in _drawn(ax, "limit")]
    assert_allclose(heights, [found.low.value, found.bias.value, found.high.value])
    assert len(_drawn(ax, "interval")) == 3
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("mean of both", "ann \N{MINUS SIGN} bob")


def test_many_raters_are_held_against_their_mean() -> None:
    ax = plots.bland_altman(ROWS, raters=["ann", "bob", "eve", "gpt"])
    assert len(_drawn(ax, "points")) == 4
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["ann", "bob", "eve", "gpt"]
    assert len(_drawn(plots.bland_altman(np.tile(ROWS, 3)), "points")) == 12


def test_many_points_are_faint() -> None:
    (points,) = _drawn(plots.bland_altman(*random_numbers(1, 6000, 2).T), "points")
    assert points.get_alpha() == 0.25


def test_a_d_study_is_a_line_for_each_coefficient_and_number_of_occasions() -> None:
    ax = d_study(ROWS, raters=range(1, 6)).plot()
    curves = _drawn(ax, "curve")
    assert [line.get_label() for line in curves] == ["generalizability", "dependability"]
    assert_allclose(curves[1].get_ydata(), d_study(ROWS, raters=range(1, 6)).dependability)
    assert len(_drawn(ax, "interval")) == 2
    assert len(_drawn(ax, "target")) == 1
    cube = np.random.default_rng(1).normal(size=(8, 3, 2)) + np.arange(8)[:, None, None]
    two = plots.d_study(cube, occasions=[1, 2], show="dependability", target=None)
    assert [line.get_label() for line in _drawn(two, "curve")] == [
        "dependability, 1 occasion",
        "dependability, 2 occasions",
    ]
    assert not _drawn(two, "target")


def test_what_cannot_be_drawn() -> None:
    with pytest.raises(OptionError, match="show must be one or both"):
        plots.d_study(ROWS, show="reliability")  # type: ignore[arg-type]
    with pytest.raises(InputTypeError, match="holds its ratings and options already"):
        plots.bland_altman(limits_of_agreement(ROWS), coverage=0.9)
    with pytest.raises(InputTypeError, match="holds its designs already"):
        plots.d_study(d_study(ROWS), raters=4)
    with pytest.raises(InputTypeError, match="ax must be matplotlib Axes"):
        plots.bland_altman(ROWS, ax="here")  # type: ignore[arg-type]
