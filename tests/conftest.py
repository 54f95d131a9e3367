"""Settings of every test: no window for plots, and hypothesis without time limits on a busy machine."""

import os

import pytest
from hypothesis import settings

os.environ["MPLBACKEND"] = "Agg"

# In CI the drawn examples are always the same, so that a red build speaks of the change.
settings.register_profile("zodiac", deadline=None, print_blob=True, derandomize="CI" in os.environ)
settings.load_profile("zodiac")

MEASURED = "measured"


@pytest.fixture
def measured(record_property):
    """Take a sentence with a figure that a test measured; all are told at the end, wherever the test ran."""
    return lambda sentence: record_property(MEASURED, sentence)


def pytest_terminal_summary(terminalreporter):
    lines = [
        line
        for outcome in ("passed", "failed")
        for report in terminalreporter.getreports(outcome)
        for name, line in report.user_properties
        if name == MEASURED and report.when == "call"
    ]
    if lines:
        terminalreporter.section("measured")
    for line in lines:
        terminalreporter.write_line(line)
