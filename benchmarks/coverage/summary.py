"""
Write what the study measured: docs/coverage.md, its picture, and the figures beside the facts of the metrics.

    python benchmarks/coverage/summary.py
"""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

import differences
import information_shares
import new_rows
import numpy as np
import target_prevalence

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
TESTS = HERE / "type_one.json"
FACTS = ROOT / "src/concordant/metrics/definition/coverage.json"
PAGE = ROOT / "docs/coverage.md"
PICTURE = ROOT / "docs/pictures/coverage.png"
LEAST, MOST = 0.93, 0.97  # what is aimed at, for a nominal 0.95
WARNED = 0.5  # a design in which so many of the intervals have a warning is one where the warning fires

Row = dict[str, Any]


def judged(row: Row) -> bool:
    """Whether a design counts: 100 rows or more, and most of its intervals without a warning."""
    return row["n"] >= 100 and row["coverage"] is not None and row["doubted"] < WARNED


def inside(row: Row) -> bool:
    """Whether the coverage is in the aimed range, give or take two of its standard errors."""
    slack = 2 * error(row)
    return bool(LEAST - slack <= row["coverage"] <= MOST + slack)


def error(row: Row) -> float:
    """The standard error of a coverage."""
    return float(np.sqrt(0.95 * 0.05 / max(row["runs"] * (1 - row["undefined"]), 1)))


def by_metric(rows: list[Row]) -> dict[str, list[Row]]:
    """The rows of each metric."""
    found: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        found[row["metric"]].append(row)
    return dict(sorted(found.items()))


def facts(groups: dict[str, list[Row]]) -> dict[str, dict[str, Any]]:
    """The figures that stand beside the facts of a metric."""
    found = {}
    for name, rows in groups.items():
        told = [row for row in rows if judged(row)]
        if told:
            values = [row["coverage"] for row in told]
            methods = [row["method"] for row in told]
            found[name] = {
                "method": max(set(methods), key=methods.count),
                "low": round(min(values), 4),
                "high": round(max(values), 4),
                "designs": len(told),
                "runs": min(row["runs"] for row in told),
            }
    return found


def percent(value: float | None) -> str:
    """A share in print."""
    return "" if value is None else f"{100 * value:.1f}"


def named(row: Row) -> str:
    """The metric with its options."""
    options = ", ".join(f"{key}={value!r}" for key, value in row["options"].items() if value != "binary")
    return f"`{row['metric']}`" + (f" ({options})" if options else "")


def summary_lines(groups: dict[str, list[Row]]) -> list[str]:
    """One line a metric."""
    lines = [
        "| metric | method | designs | coverage, % | least in | with a warning, % |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for name, rows in groups.items():
        told = [row for row in rows if judged(row)]
        large = [row for row in rows if row["n"] >= 100 and row["doubted"] is not None]
        doubted = percent(float(np.mean([row["doubted"] for row in large]))) if large else ""
        if not told:
            lines.append(f"| [`{name}`](metrics/{name}.md) | {rows[0]['method'] or ''} | 0 | | | {doubted} |")
            continue
        worst = min(told, key=lambda row: row["coverage"])
        values = [row["coverage"] for row in told]
        where = f"{worst['population']}, n = {worst['n']}"
        lines.append(
            f"| [`{name}`](metrics/{name}.md) | {facts({name: rows})[name]['method']} | {len(told)} | "
            f"{percent(min(values))} to {percent(max(values))} | {where} | {doubted} |"
        )
    return lines


def outside_lines(rows: list[Row]) -> list[str]:
    """The designs whose intervals hold the value too seldom or too often, and do not say that they might."""
    lines = [
        "| metric | population | n | method | coverage, % | with a warning, % |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    lines += [
        f"| {named(row)} | {row['population']} | {row['n']} | {row['method']} | {percent(row['coverage'])} | "
        f"{percent(row['doubted'])} |"
        for row in rows
        if judged(row) and not inside(row)
    ]
    return lines


def doubt_rates(rows: list[Row]) -> dict[str, str]:
    """How often the warning is missing where coverage is bad, and how often it is there where it is good."""
    large = [row for row in rows if row["n"] >= 100 and row["coverage"] is not None]
    bad, good = [row for row in large if not inside(row)], [row for row in large if inside(row)]
    missed = sum(row["doubted"] < WARNED for row in bad)
    needless = sum(row["doubted"] >= WARNED for row in good)
    return {
        "{bad}": f"{len(bad):,}",
        "{missed}": f"{missed:,}",
        "{missed_share}": f"{100 * missed / max(len(bad), 1):.0f}",
        "{good}": f"{len(good):,}",
        "{needless}": f"{needless:,}",
        "{needless_share}": f"{100 * needless / max(len(good), 1):.0f}",
    }


def tests_outside_lines() -> list[str]:
    """The designs whose tests reject too often, and do not say that they might."""
    lines = ["| metric | population | n | test | rejected at 5 %, % | with a warning, % |", "| --- " * 6 + "|"]
    for row in json.loads(TESTS.read_text(encoding="utf-8"))["rows"]:
        if row["rejected"] is None or row["undefined"] >= WARNED or row["doubted"] >= WARNED:
            continue
        slack = 2 * float(np.sqrt(0.06 * 0.94 / max(row["runs"] * (1 - row["undefined"]), 1)))
        if row["rejected"] > 0.06 + slack:
            lines.append(
                f"| {named(row)} | {row['population']} | {row['n']} | {row['method']} | {percent(row['rejected'])} | "
                f"{percent(row['doubted'])} |"
            )
    return lines if len(lines) > 2 else ["None."]


def test_lines() -> list[str]:
    """One line a metric: how often its test called one of two equal models better."""
    lines = [
        "| metric | test | designs | rejected at 5 %, % | most in | with a warning, % |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for name, rows in by_metric(json.loads(TESTS.read_text(encoding="utf-8"))["rows"]).items():
        every = [row for row in rows if row["rejected"] is not None and row["undefined"] < WARNED]
        told = [row for row in every if row["doubted"] < WARNED]
        if not told:
            continue
        worst = max(told, key=lambda row: row["rejected"])
        values, methods = [row["rejected"] for row in told], [row["method"] for row in told]
        lines.append(
            f"| [`{name}`](metrics/{name}.md) | {max(set(methods), key=methods.count)} | {len(told)} | "
            f"{percent(min(values))} to {percent(max(values))} | {worst['population']}, n = {worst['n']} | "
            f"{percent(float(np.mean([row['doubted'] for row in every])))} |"
        )
    return lines


def picture(rows: list[Row]) -> None:
    """All coverages over n, with the aimed range."""
    import matplotlib as mpl

    mpl.use("Agg")
    import matplotlib.pyplot as plt

    fig, axes = plt.subplots(1, 2, figsize=(10, 4), sharey=True, layout="constrained")
    random = np.random.default_rng(0)
    for axis, key, title in (
        (axes[0], "coverage", "all designs"),
        (axes[1], "without warning", "designs where most intervals have no warning"),
    ):
        shown = [row for row in rows if row["coverage"] is not None and (key == "coverage" or row["doubted"] < WARNED)]
        x = np.array([row["n"] for row in shown]) * np.exp(random.uniform(-0.12, 0.12, len(shown)))
        y = 100 * np.array([row["coverage"] for row in shown])
        axis.axhspan(100 * LEAST, 100 * MOST, color="#dfe8f5", zorder=0)
        axis.axhline(95, color="#888888", linewidth=0.8, zorder=1)
        axis.scatter(x, np.maximum(y, 80), s=7, alpha=0.5, color="#1f4e9c", linewidths=0, zorder=2)
        axis.set_xscale("log")
        axis.set_xticks([100, 300, 1000], ["100", "300", "1,000"])
        axis.minorticks_off()
        axis.set_xlabel("rows")
        below = int((y < 80).sum())
        axis.set_title(f"{title}: {len(y)}" + (f", {below} below 80 %" if below else ""), fontsize=10)
    axes[0].set_ylabel("coverage of nominal 95 % intervals, %")
    axes[0].set_ylim(79.5, 100.5)
    fig.savefig(PICTURE, dpi=110)


def level_lines() -> list[str]:
    """The mean and the least coverage at each level, over the designs with most samples not warned, as a table."""
    names = ["undoubted_at_0.8", "undoubted_at_0.9", "coverage_undoubted", "undoubted_at_0.99"]
    stored = json.loads((HERE / "levels.json").read_text(encoding="utf-8"))["rows"]
    lines = ["| metric | designs | 80 % | 90 % | 95 % | 99 % |", "| --- | --- | --- | --- | --- | --- |"]
    for metric, every in by_metric(stored).items():
        rows = [[row[name] for name in names] for row in every if row["n"] >= 100 and (row["doubted"] or 0) < 0.5]
        found = 100 * np.array([row for row in rows if None not in row])
        cells = [f"{mean:.1f} (least {least:.0f})" for mean, least in zip(found.mean(0), found.min(0), strict=True)]
        lines.append(f"| `{metric}` | {len(found)} | " + " | ".join(cells) + " |")
    return lines


def main() -> None:
    """Write all three."""
    data = json.loads((HERE / "results.json").read_text(encoding="utf-8"))
    rows = data["rows"]
    groups = by_metric(rows)
    FACTS.write_text(json.dumps(facts(groups), indent=1) + "\n", encoding="utf-8")
    picture(rows)
    told = [row for row in rows if judged(row)]
    good = sum(map(inside, told))
    text = (HERE / "page.md").read_text(encoding="utf-8")
    parts = {
        "{runs}": f"{min(row['runs'] for row in rows):,} to {max(row['runs'] for row in rows):,}",
        "{draws}": f"{data['draws']:,}",
        "{designs}": f"{len(rows):,}",
        "{judged}": f"{len(told):,}",
        "{inside}": f"{good:,}",
        "{warned}": f"{sum(row['n'] >= 100 and row['coverage'] is not None for row in rows) - len(told):,}",
        "{share}": f"{100 * good / len(told):.1f}",
        "{summary}": "\n".join(summary_lines(groups)),
        "{levels}": "\n".join(level_lines()),
        "{outside}": "\n".join(outside_lines(rows)),
        "{tests}": "\n".join(test_lines()),
        "{tests_outside}": "\n".join(tests_outside_lines()),
        "{differences}": differences.lines(json.loads(differences.RESULTS.read_text(encoding="utf-8"))),
        "{information}": "\n".join(information_shares.lines()),
        "{target}": "\n".join(target_prevalence.lines()),
        "{new_rows}": "\n".join(new_rows.lines()),
        **doubt_rates(rows),
    }
    for mark, part in parts.items():
        text = text.replace(mark, part)
    PAGE.write_text(text, encoding="utf-8")
    print(f"{good} of {len(told)} designs inside")


if __name__ == "__main__":
    main()
