"""Make the simulated example of judges and people: ``python scripts/make_judge_panel.py [--out FOLDER]``.

For maintainers: it needs NumPy alone, writes ``judge_panel.csv``, and gives the same bytes on every run (made with
numpy 2.4.6). What is in it and how it was drawn is told in src/concordant/data/ORIGIN.md.
"""

import argparse
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

FOLDER = Path(__file__).resolve().parents[1] / "src" / "concordant" / "data"
SEED = 20
PROMPTS, ANSWERS = 80, 3  # each prompt has so many answers, which are the items
LABELLED = 160  # items that people have seen, chosen at random
TOPICS = ("code", "facts", "writing")
RATES = (0.65, 0.8, 0.75)  # of answers that truly pass
PEOPLE = {"ann": (0.95, 0.9), "bob": (0.93, 0.85), "eve": (0.9, 0.85)}  # sensitivity, specificity
GAP = 0.1  # of the items that people have seen, those that one of them has not


def main() -> None:
    """Write the file into the package, or into another folder to compare it."""
    write_files({"judge_panel": _columns()}, FOLDER)


def write_files(files: dict[str, dict[str, list[str]]], folder: Path) -> None:
    """Write columns of text as CSV, with the same bytes everywhere, into a folder or into that of ``--out``."""
    parser = argparse.ArgumentParser(description="Make simulated files.")
    parser.add_argument("--out", type=Path, default=folder, help="the folder to write to")
    out: Path = parser.parse_args().out
    out.mkdir(parents=True, exist_ok=True)
    for name, columns in files.items():
        lines = [",".join(columns), *(",".join(row) for row in zip(*columns.values(), strict=True))]
        (out / f"{name}.csv").write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")


def _columns() -> dict[str, list[str]]:
    """All columns as text."""
    rng = np.random.default_rng(SEED)
    n = PROMPTS * ANSWERS
    topic = np.repeat(rng.integers(0, len(TOPICS), PROMPTS), ANSWERS)
    hard = np.repeat(rng.normal(0, 0.8, PROMPTS), ANSWERS)  # the answers to one prompt are alike
    rate = np.log(np.array(RATES) / (1 - np.array(RATES)))[topic] + hard
    truth = rng.random(n) < logistic(rate)
    words = np.rint(np.exp(rng.normal(5.3, 0.5, n))).astype(int)
    columns = {
        "item": [str(place + 1) for place in range(n)],
        "prompt": [str(place // ANSWERS + 1) for place in range(n)],
        "topic": [TOPICS[place] for place in topic],
        "words": [str(number) for number in words],
    }
    seen = np.zeros(n, np.bool_)
    seen[rng.permutation(n)[:LABELLED]] = True
    for name, (sensitivity, specificity) in PEOPLE.items():
        said = np.where(truth, rng.random(n) < sensitivity, rng.random(n) >= specificity)
        columns[name] = _text(said, seen & (rng.random(n) >= GAP))
    every = np.ones(n, np.bool_)
    # the first judge is lenient, more so with long answers, weak at code, and likes the option that it sees first
    longer = 0.8 * (np.log(words) - 5.3)
    lean = np.where(truth, 3.2, np.where(topic == 0, 0.6, -0.9)) + longer + rng.normal(0, 1.2, n)
    for name, shift in (("gpt", 0.35), ("gpt_2", 0.35), ("gpt_3", 0.35), ("gpt_swapped", -0.35)):
        columns[name] = _text(rng.random(n) < logistic(lean + shift), every)
    lean = np.where(truth, 1.9, -1.3) + rng.normal(0, 0.8, n)
    columns["llama"] = _text(rng.random(n) < logistic(lean), every)
    return columns


def logistic(x: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the probabilities of log odds."""
    shares: NDArray[np.float64] = 1 / (1 + np.exp(-x))
    return shares


def _text(passes: NDArray[np.bool_], there: NDArray[np.bool_]) -> list[str]:
    return ["" if not here else "pass" if one else "fail" for one, here in zip(passes, there, strict=True)]


if __name__ == "__main__":
    main()
