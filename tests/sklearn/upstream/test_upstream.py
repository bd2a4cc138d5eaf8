"""Run scikit-learn's own tests with our functions in the place of its own."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
import sklearn

HERE = Path(__file__).parent
FILES = {
    "sklearn.metrics.tests.test_classification": (),
    "sklearn.metrics.tests.test_common": (),
    "sklearn.metrics.tests.test_ranking": (),
    "sklearn.tests.test_calibration": ("-k", "calibration_curve"),
}

pytestmark = [
    pytest.mark.skipif(
        not sklearn.__version__.startswith("1.9."),
        reason=f"the tests of scikit-learn 1.9 are the measure; {sklearn.__version__} is installed",
    ),
    pytest.mark.skipif(
        importlib.util.find_spec("sklearn.metrics.tests") is None, reason="scikit-learn is installed without its tests"
    ),
]


@pytest.mark.parametrize("module", FILES)
def test_scikit_learns_own_tests_pass_but_for_the_listed_differences(module: str, tmp_path: Path) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    report = tmp_path / "report.xml"
    options = [
        "-q",
        "--tb=short",
        "-p",
        "no:cacheprovider",
        "-p",
        "swapping",
        "-c",
        "pytest.ini",
        f"--junitxml={report}",
    ]
    run = subprocess.run(
        [sys.executable, "-m", "pytest", *options, *FILES[module], "--pyargs", module],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(HERE)},
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    assert report.exists(), run.stdout + run.stderr
    suite = ET.parse(report).getroot().find("testsuite")
    assert suite is not None
    failed = [case.get("name") for case in suite if case.find("failure") is not None or case.find("error") is not None]
    assert not failed, run.stdout[-20_000:]
    assert run.returncode == 0, run.stdout[-20_000:] + run.stderr
    assert int(suite.get("tests", 0)) - int(suite.get("skipped", 0)) >= 5, "hardly any test ran"
