"""
The checks of the project, one session each: `nox -s lint`, `nox -l` lists them.

`.ci/run` runs those of `nox.options.sessions`; the workflow of tests runs the others too.

Sessions run in the environment that nox itself is in, which has the package and `.[lint]`: the kernels are not built
anew for each. What must be built in another way goes into a folder of its own.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sysconfig
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import nox

nox.options.default_venv_backend = "none"
nox.options.sessions = ["together", "learning"]

PYTEST = ("python", "-m", "pytest", "-q", "-p", "no:cacheprovider")
COMPILER = os.environ.get("CXX", "c++")
COMPILERS = ("g++-11", "g++-12", "clang++", "clang++-14")  # besides the one that built the package
# Kernels, and the public calls that lead to every one of them.
EDGES = ("one_rule_for_all_metrics", "a_value_or_nan", "without_rows", "huge_counts", "an_interval", "a_comparison")
SANITIZED = (
    *("tests/kernels", "tests/metrics/test_common.py", "tests/inference/test_common.py"),
    *("-k", " or ".join(("kernels", *EDGES))),
)
# What a build of that name needs to be loaded first.
RUNTIMES = {"addresses": ("libasan.so", "libstdc++.so"), "threads": ("libtsan.so",)}
# Whatever has a plain twin for compilers that know the standard alone.
PLAIN = tuple(f"tests/kernels/test_{name}.py" for name in ("curve", "regression", "label_ranking"))
BROWSERS = ("chromium-headless-shell", "chromium", "google-chrome")
COVERED = ("inputs", "states", "result")
# Sessions that run side by side, each line from left to right.
TOGETHER = (("addresses",), ("lint", "kernels_form", "types", "notebooks"))


@nox.session
def together(session: nox.Session) -> None:
    """A build under sanitizers beside the sessions that leave a core free; all that need nothing else installed."""

    def run(names: tuple[str, ...]) -> None:
        session.run("python", "-m", "nox", "-s", *names)

    with ThreadPoolExecutor(len(TOGETHER)) as pool:
        list(pool.map(run, TOGETHER))


@nox.session
def lint(session: nox.Session) -> None:
    """Form: Python, C++, workflows, the order of imports, and the pages and stubs that scripts write."""
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")
    schema = ("check-jsonschema", "--quiet", "--builtin-schema")
    session.run(*schema, "vendor.github-workflows", *files(".github/workflows/*.yml"))
    session.run(*schema, "vendor.github-issue-forms", *files(".github/ISSUE_TEMPLATE/[!c]*.yml"))
    session.run("zizmor", "--offline", "--quiet", ".github/workflows")
    session.run("python", "scripts/check_imports.py")
    for script in ("names", "metric_pages", "edges", "performance"):
        session.run("python", f"scripts/write_{script}.py", "--check")


@nox.session
def kernels_form(session: nox.Session) -> None:
    """Form and traps of C++: clang-format, and clang-tidy on the files of kernels/bind, which include all others."""
    session.run("clang-format", "--dry-run", "--Werror", *files("kernels/**/*.[ch]pp"))
    nanobind = output("python", "-m", "nanobind", "--include_dir")
    flags = ["-std=c++20", "-Ikernels", "-isystem", nanobind, "-isystem", sysconfig.get_paths()["include"]]

    def tidy(file: str) -> None:
        session.run("clang-tidy", "--quiet", file, "--", *flags, silent=True)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(tidy, files("kernels/bind/*.cpp")))


@nox.session
def types(session: nox.Session) -> None:
    """Types of the package, and of a user's script under mypy, pyright and jedi."""
    commands = [
        ("python", "-m", "mypy"),
        (*PYTEST, "tests/typed", "-k", "jedi or checkers"),  # what is skipped without mypy, pyright and jedi
    ]
    with ThreadPoolExecutor(len(commands)) as pool:
        list(pool.map(lambda command: session.run(*command), commands))


@nox.session
def addresses(session: nox.Session) -> None:
    """Kernels and public calls under the sanitizers of addresses and of undefined behaviour."""
    folder = built(session, "addresses", "cmake.define.CONCORDANT_SANITIZE=address,undefined")
    run_with(session, folder, "python", "tests/threaded.py")
    run_with(session, folder, *PYTEST, "-n", "auto", "--dist", "worksteal", "--hypothesis-profile", "few", *SANITIZED)


@nox.session
def threads(session: nox.Session) -> None:
    """Calls from many threads at once under the sanitizer of threads."""
    folder = built(session, "threads", "cmake.define.CONCORDANT_SANITIZE=thread")
    run_with(session, folder, "python", "tests/threaded.py")


@nox.session
def compilers(session: nox.Session) -> None:
    """A build with each other compiler that is here, and one of the plain twins: without GNU's extensions."""
    seen = {program(COMPILER)}
    for compiler in filter(shutil.which, COMPILERS):
        if program(compiler) not in seen:
            seen.add(program(compiler))
            folder = built(session, compiler, "cmake.build-type=Debug", compiler=compiler)
            run_with(session, folder, *PYTEST, "tests/kernels/test_pair_counts.py")
    folder = built(session, "plain", "cmake.build-type=Debug", "cmake.define.CONCORDANT_PLAIN=ON")
    run_with(session, folder, *PYTEST, *PLAIN)


@nox.session
def learning(session: nox.Session) -> None:
    """What needs boosters and PyTorch: losses and metrics to learn by, and their pages."""
    # A named version of torch: where the index has a build for processors alone, it is much smaller than the newest.
    install(session, "torch==2.13.0", "torchmetrics>=1.9", "concordant[boosters]")
    tests = ("tests/learning", "tests/engines/devices", "tests/docs")
    session.run(*PYTEST, "-n", "auto", "--dist", "worksteal", *tests, "-k", "learning or torch or devices")


@nox.session
def pages(session: nox.Session) -> None:
    """The pages in a browser, which must be there, and as axe sees them."""
    folder = Path(session.cache_dir).resolve() / "axe"
    session.run("npm", "install", "--silent", "--prefix", str(folder), "axe-core@4", external=True)
    axe = folder / "node_modules" / "axe-core" / "axe.min.js"
    tests = ["tests/report/pages/test_in_browser.py", "tests/report/pages/test_html.py"]
    session.run(*PYTEST, *tests, env={"CONCORDANT_BROWSER": browser(session), "CONCORDANT_AXE": str(axe)})


@nox.session
def engines(session: nox.Session) -> None:
    """Engines that few machines have: Ibis, Dask, and Spark where Java is."""
    spark = ("pyspark[connect]",) if shutil.which("java") else ()
    install(session, "ibis-framework[duckdb]", "dask[dataframe]", *spark)
    session.run(*PYTEST, "tests/engines/test_other_engines.py", "tests/engines/test_workers.py")


@nox.session
def object_stores(session: nox.Session) -> None:
    """Files in an object store, which a server on this machine stands for."""
    install(session, "moto[server]", "boto3")
    session.run(*PYTEST, "tests/inputs/test_object_stores.py")


@nox.session
def coverage(session: nox.Session) -> None:
    """Which lines of inputs, states and results their own tests run; of the whole suite it would cost minutes."""
    measured = [f"--cov=concordant.{part}" for part in COVERED]
    tests = [f"tests/{part}" for part in COVERED]
    session.run(*PYTEST, "-n", "auto", "--dist", "worksteal", *measured, "--cov-report=term:skip-covered", *tests)


@nox.session
def notebooks(session: nox.Session) -> None:
    """The notebooks of the documentation: their cells run, and what they say of their numbers is true."""
    session.run("python", "tests/notebooks.py")


@nox.session
def site(session: nox.Session) -> None:
    """The documentation as a site, in which a warning is an error, and what its search finds first."""
    install(session, "concordant[docs]")
    session.run("sphinx-build", "-W", "--keep-going", "-q", "-c", "docs/site", ".", "build/site")
    asked = {"CONCORDANT_BROWSER": browser(session), "CONCORDANT_SITE": "build/site"}
    session.run(*PYTEST, "tests/docs/test_search.py", env=asked)


def browser(session: nox.Session) -> str:
    """Return the path of a browser, which must be there."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        session.error(f"no browser: install one of {', '.join(BROWSERS)}")
    return str(found)


def files(pattern: str) -> list[str]:
    """Return the files of a pattern."""
    return sorted(str(path) for path in Path().glob(pattern))


def program(compiler: str) -> str:
    """Return where a compiler really lies: names may mean the same one."""
    return str(Path(shutil.which(compiler) or compiler).resolve())


def install(session: nox.Session, *packages: str) -> None:
    """Install packages beside this one; `concordant[extra]` is here already, so that nothing is built."""
    session.run("python", "-m", "pip", "install", "--quiet", *packages)


def built(session: nox.Session, name: str, *settings: str, compiler: str = COMPILER) -> Path:
    """Build the package once more, in a folder of its own, and return the folder."""
    folder = Path(session.cache_dir).resolve() / name
    shutil.rmtree(folder, ignore_errors=True)
    options = [word for setting in (f"build-dir={folder}-build", *settings) for word in ("-C", setting)]
    command = ("python", "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(folder), *options, ".")
    session.run(*command, env={"CXX": compiler})
    check = f"import concordant._kernels as k; print(k.__file__); assert '/{name}/' in k.__file__"
    run_with(session, folder, "python", "-c", check)
    return folder


def run_with(session: nox.Session, folder: Path, *command: str) -> None:
    """Run a command with the package of a folder, and with the runtime of the sanitizer that it was built for."""
    preload = [output(COMPILER, f"-print-file-name={library}") for library in RUNTIMES.get(folder.name, ())]
    environment = {
        "LD_PRELOAD": " ".join(preload),
        "OPENBLAS_NUM_THREADS": "1",
        "PYTHONPATH": str(folder),
        "ASAN_OPTIONS": "detect_leaks=0",
        "UBSAN_OPTIONS": "print_stacktrace=1:halt_on_error=1",
        "TSAN_OPTIONS": "halt_on_error=1",
    }
    # Where addresses are drawn from a wide range, an older runtime of the thread sanitizer finds its own taken.
    in_place = ("setarch", "-R") if not subprocess.call(("setarch", "-R", "true"), stderr=subprocess.DEVNULL) else ()
    session.run(*in_place, *command, env=environment, external=True)


def output(*command: str) -> str:
    """Return what a command prints."""
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()
