"""Try wheels or source archives, each in an empty environment: ``python scripts/try_installed.py FILE ...``.

For each file it prints what the environment weighs, package by package: first with what is needed, then with the extra
``all``, and runs the README's first command. It ends with 1 if anything fails. Nothing of the checkout is used.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

SIZES = """
from importlib.metadata import distributions
sizes = {}
for one in distributions():
    name = one.metadata["Name"]
    sizes[name] = sum(path.stat().st_size for file in one.files or () if (path := file.locate()).is_file())
brought = {name: size for name, size in sizes.items() if name not in ("pip", "setuptools")}
print(f"  {sum(brought.values()) / 1e6:.0f} MB in {len(brought)} packages:", end=" ")
print(", ".join(f"{name} {size / 1e6:.1f}" for name, size in sorted(brought.items(), key=lambda pair: -pair[1])))
"""
FIRST_NUMBER = """
import concordant
assert concordant.cohen_kappa([1, 2, 3, 3, 2], [1, 2, 3, 2, 2], weights="quadratic") == 0.8, "the first number is wrong"
print("  imported from an environment of its own:", "site-packages" in concordant.__file__)
"""


def main() -> int:
    """Try every file with no extra and with all."""
    parser = argparse.ArgumentParser(description="Install files into empty environments, and try them.")
    parser.add_argument("files", nargs="+", type=Path, help="wheels or source archives")
    files: list[Path] = [file.resolve() for file in parser.parse_args().files]
    wrong = 0
    for file in files:
        print(file.name, flush=True)
        try:
            _try(file)
        except subprocess.CalledProcessError as error:
            print(f"  FAILED: {error}")
            wrong += 1
    return int(wrong > 0)


def _try(file: Path) -> None:
    """Install one file into an empty environment, weigh that and run it from an empty folder."""
    with tempfile.TemporaryDirectory() as folder:
        room = Path(folder)
        venv.create(room / "v", with_pip=True)
        programs = room / "v" / ("Scripts" if os.name == "nt" else "bin")
        apart = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONHOME")}
        work = room / "work"
        work.mkdir()

        def run(*command: str, stdout: int | None = None) -> None:
            program = [str(programs / command[0]), *command[1:]]
            subprocess.run(program, check=True, cwd=work, env=apart, stdout=stdout)

        for wanted in (str(file), "concordant[all]"):  # of the second the package is here: only the extra is added
            run("python", "-m", "pip", "install", "--quiet", wanted)
            run("python", "-m", "pip", "check", stdout=subprocess.DEVNULL)
            run("python", "-c", SIZES)
            run("python", "-c", FIRST_NUMBER)
        run("concordant", "report", "--example", "--html", "report.html", stdout=subprocess.DEVNULL)
        print(f"  report.html: {(work / 'report.html').stat().st_size / 1000:.0f} kB", flush=True)


if __name__ == "__main__":
    sys.exit(main())
