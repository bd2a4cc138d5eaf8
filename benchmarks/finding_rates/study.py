"""
How often does each rule of `concordant.findings` speak when it should, and when it should not?

    python -m benchmarks.finding_rates.study --runs 500 --write      all rules, some minutes on two cores
    python -m benchmarks.finding_rates.study inverted_score          rules whose names match, printed only
    python -m benchmarks.finding_rates.study --lines                 the table of what was written, in Markdown

"speaks": the share of samples in which the rule speaks. The populations stand in `populations.py`. Of clean pages any
rule counts.
"""

from __future__ import annotations

import argparse
import json
import sys
import warnings
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np
from benchmarks.finding_rates.populations import CLEAN, SILENT, SPEAK, Population

import concordant

RESULTS = Path(__file__).with_name("results.json")
PAGE = Path(__file__).parents[1] / "FINDINGS.md"
Case = tuple[str, str, str, int]  # the rule or "any", "speak" or "silent" or "clean", the population, the runs


def cases(word: str, runs: int) -> list[Case]:
    """What is simulated."""
    every = [(rule, "speak", name, runs) for rule, populations in SPEAK.items() for name in populations]
    every += [(rule, "silent", name, runs) for rule, populations in SILENT.items() for name in populations]
    every += [("any", "clean", name, runs) for name in CLEAN]
    return [case for case in every if word in case[0]]


def population(case: Case) -> Population:
    """The population of a case."""
    rule, should, name, _ = case
    return CLEAN[name] if should == "clean" else (SPEAK if should == "speak" else SILENT)[rule][name]


def measured(case: Case) -> dict[str, Any]:
    """How often the rule speaks."""
    warnings.simplefilter("ignore")
    concordant.set_threads(1)
    rule, should, name, runs = case
    random = np.random.default_rng(crc32(repr(case[:3]).encode()))
    draw = population(case)
    spoken, others, asked = 0, dict[str, int](), 0
    for _ in range(runs):
        try:
            findings = concordant.evaluate(**draw(random)).findings
        except concordant.errors.LabelError:  # a sample with one class only
            continue
        asked += 1
        names = [one.rule for one in findings]
        spoken += bool(names) if rule == "any" else rule in names
        for one in names:
            others[one] = others.get(one, 0) + 1
    found = {"rule": rule, "should": should, "population": name, "runs": asked, "speaks": spoken / max(asked, 1)}
    return found | ({"rules": {one: many / asked for one, many in sorted(others.items())}} if rule == "any" else {})


def lines(rows: list[dict[str, Any]]) -> Iterator[str]:
    """The table, in Markdown."""
    yield "| rule | where it should speak | speaks | where it should not | speaks |"
    yield "| --- | --- | --- | --- | --- |"
    for rule in SPEAK:
        yes = [row for row in rows if row["rule"] == rule and row["should"] == "speak"]
        no = [row for row in rows if row["rule"] == rule and row["should"] == "silent"]
        for place in range(max(len(yes), len(no))):
            cells = [cell for side in (yes, no) for cell in _cells(side, place)]
            yield f"| {f'`{rule}`' if not place else ''} | {' | '.join(cells)} |"


def clean_lines(rows: list[dict[str, Any]]) -> Iterator[str]:
    """The table of clean pages, in Markdown."""
    yield "| page | any finding | which |"
    yield "| --- | --- | --- |"
    for row in rows:
        if row["should"] == "clean":
            which = ", ".join(f"`{rule}` {_percent(share)}" for rule, share in row["rules"].items()) or "none"
            yield f"| {row['population']} | {_percent(row['speaks'])} | {which} |"


def _cells(side: list[dict[str, Any]], place: int) -> tuple[str, str]:
    return ("", "") if place >= len(side) else (side[place]["population"], _percent(side[place]["speaks"]))


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def page(stored: dict[str, Any]) -> str:
    """The page of results."""
    rows = stored["rows"]
    least = min(row["speaks"] for row in rows if row["should"] == "speak")
    most = max(row["speaks"] for row in rows if row["should"] == "silent")
    return "\n".join(
        [
            "# How often are findings wrong?",
            "",
            (
                f"Written by `python -m benchmarks.finding_rates.study --write`; Concordant {stored['concordant']}, "
                f"NumPy {stored['numpy']}, {rows[0]['runs']} samples of each population, which "
                "[populations.py](finding_rates/populations.py) defines."
            ),
            "",
            (
                f"Where a rule should speak it does in {_percent(least)} of the samples or more; where it should not, "
                f"in {_percent(most)} or less (near 5 % the standard error of {rows[0]['runs']} samples is "
                f"{_percent((0.05 * 0.95 / rows[0]['runs']) ** 0.5)}). That holds for these populations and no others."
            ),
            "",
            *lines(rows),
            "",
            "## Pages where nothing is unusual",
            "",
            "Here any rule that speaks is wrong.",
            "",
            *clean_lines(rows),
            "",
        ]
    )


def main() -> int:
    """Simulate, print, and store if asked to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("word", nargs="?", default="")
    parser.add_argument("--runs", type=int, default=100)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--lines", action="store_true")
    asked = parser.parse_args()
    if asked.lines:
        print(page(json.loads(RESULTS.read_text(encoding="utf-8"))))
        return 0
    rows = []
    with ProcessPoolExecutor(asked.jobs) as pool:
        for row in pool.map(measured, cases(asked.word, asked.runs)):
            rows.append(row)
            print(
                f"{row['rule']:28s} {row['should']:7s} {row['population']:42s} {_percent(row['speaks']):>8s}",
                flush=True,
            )
            if row["rule"] == "any":
                print(f"    {row['rules']}")
    if asked.write:
        known = json.loads(RESULTS.read_text(encoding="utf-8"))["rows"] if asked.word and RESULTS.exists() else []
        done = {row["rule"] for row in rows}
        rows = [row for row in known if row["rule"] not in done] + rows
        stored = {"concordant": concordant.__version__, "numpy": np.__version__, "rows": rows}
        RESULTS.write_text(json.dumps(stored, indent=0) + "\n", encoding="utf-8")
        PAGE.write_text(page(stored), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
