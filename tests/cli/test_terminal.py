"""The command as a program: pipes, locales, terminals and Ctrl-C."""

import importlib
import json
import os
import signal
import subprocess
import sys
import time

import pytest

from tests.cli.command import SMALL, call, program, study_file
from zodiac_sim import __version__
from zodiac_sim.cli.streams import Pace
from zodiac_sim.errors import RunError
from zodiac_sim.lab.jobs import Cut, fight
from zodiac_sim.lab.run import run

NAMED = SMALL.replace('"wedge"', '"Änne 👩‍🚀"').replace("fighters.wedge", 'fighters."Änne 👩‍🚀"')
LOCALES = {
    "C": {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    "ascii": {"PYTHONIOENCODING": "ascii"},
    "latin-1": {"PYTHONIOENCODING": "latin-1"},
    "utf-8": {"PYTHONIOENCODING": "utf-8"},
}


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("form", ["table", "csv", "json", "markdown"])
def test_any_locale_takes_any_name(locale, form, tmp_path):
    done = program("run", study_file(tmp_path, NAMED), "--format", form, environment=LOCALES[locale])
    assert (done.returncode, done.stderr) == (0, b"")
    if form != "table":
        assert "Änne 👩‍🚀" in done.stdout.decode("utf-8")
    elif locale in ("C", "ascii"):
        assert rb"\xc4nne \U0001f469" in done.stdout


@pytest.mark.parametrize("locale", LOCALES)
def test_any_locale_takes_any_error(locale, tmp_path):
    done = program("run", str(tmp_path / "Änne 👩‍🚀.toml"), environment=LOCALES[locale])
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"no such file" in done.stderr and b"Traceback" not in done.stderr


def test_nothing_but_the_table_goes_into_a_pipe(tmp_path):
    done = program("run", study_file(tmp_path), "--format", "json", "--duels", "2000")
    assert done.stderr == b""
    assert json.loads(done.stdout)["rows"][0]["duels"] == 2_000


def on_a_terminal(*arguments):
    """Run the command with a terminal for stderr and return exit code, stdout, and what the terminal showed."""
    ours, theirs = os.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "zodiac_sim", *arguments],
        stdout=subprocess.PIPE,
        stderr=theirs,
        env=os.environ | {"TERM": "xterm", "COLUMNS": "100"},
    ) as running:
        os.close(theirs)
        shown = b""
        try:
            while part := os.read(ours, 4096):
                shown += part
        except OSError:  # how Linux says that the other end was closed
            pass
        out = running.stdout.read()
    os.close(ours)
    return running.returncode, out, shown


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="no pseudo terminals here")
def test_progress_is_shown_on_a_terminal_unless_quiet(tmp_path):
    path = study_file(tmp_path)
    code, out, shown = on_a_terminal("run", path, "--format", "csv", "--duels", "400000")
    assert code == 0 and out.startswith(b"matchup,")
    assert b"fighting" in shown and b"of 400,000 duels" in shown and b"duels/s" in shown and b"left" in shown
    assert on_a_terminal("run", path, "--format", "csv", "--duels", "400000", "--quiet") == (0, out, b"")
    _, _, shown = on_a_terminal("run", path, "--duels", "400000", "--target-error", "0.01")
    assert b"of up to 400,000 duels" in shown


def test_a_reader_that_leaves_is_no_error(tmp_path):
    command = [sys.executable, "-m", "zodiac_sim", "rules", "show", "zodiac"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        running.stdout.close()
        assert running.stderr.read() == b""
    assert running.returncode == 1


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no device that is always full")
def test_a_full_disk_is_told_in_a_line(tmp_path):
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "zodiac_sim", "run", study_file(tmp_path)], stdout=full, stderr=subprocess.PIPE
        )
    assert done.returncode == 1
    assert b"No space left" in done.stderr and b"Traceback" not in done.stderr


@pytest.mark.parametrize(
    "arguments", [["run", "PATH"], ["run", "PATH", "--format", "csv"], ["rules"], ["trace", "PATH"]]
)
@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-", "<&-"])
def test_a_closed_stream_is_as_good_as_one_nobody_reads(arguments, closed, tmp_path):
    words = [study_file(tmp_path) if word == "PATH" else word for word in arguments]
    line = f'exec "$@" {closed}'
    done = subprocess.run(
        ["sh", "-c", line, "sh", sys.executable, "-m", "zodiac_sim", *words], capture_output=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")


def test_an_error_that_cannot_be_told_keeps_its_code():
    done = subprocess.run(
        ["sh", "-c", 'exec "$@" 2>/dev/full', "sh", sys.executable, "-m", "zodiac_sim", "run", "none.toml"],
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, b"")


@pytest.mark.parametrize("columns", ["0", "1", "20", "-5", "many"])
def test_a_narrow_terminal_still_shows_every_figure(columns, tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", columns)
    done = call(capsys, "run", study_file(tmp_path))
    assert (done.code, done.err) == (0, "")
    assert {"duels", "40", "none"} <= set(done.out.split())


def test_ctrl_c_while_a_model_is_built_is_quiet(monkeypatch, capsys):
    """The library that builds models turns Ctrl-C into an error of its own that only names it."""

    def fail(*_, **__):
        raise TypeError('Error building "model" validator:\n  KeyboardInterrupt: ')

    monkeypatch.setattr("zodiac_sim.lab.run.run", fail)
    assert call(capsys, "run", "stances") == (130, "", "")


def test_the_version_and_the_help_are_told(capsys):
    assert call(capsys, "--version") == (0, f"zodiac-sim {__version__}\n", "")
    for arguments in ([], ["--help"], ["-h"], ["rules"], ["run", "--help"]):
        done = call(capsys, *arguments)
        assert done.code == 0 and "Usage" in done.out and done.err == ""


@pytest.fixture
def stopped_after(monkeypatch):
    """Make Ctrl-C arrive after a number of jobs of 16 duels."""

    def stop(jobs):
        left = iter(range(jobs))

        def fight_or_stop(job, tick):
            if next(left, None) is None:
                raise KeyboardInterrupt
            return fight(job, tick)

        monkeypatch.setattr("zodiac_sim.lab.workers.fight", fight_or_stop)
        monkeypatch.setitem(run.__kwdefaults__, "cut", Cut(job_rows=16, block_rows=16))

    return stop


def test_ctrl_c_keeps_what_is_finished_and_says_so(stopped_after, tmp_path, capsys):
    stopped_after(2)
    path, out = study_file(tmp_path), tmp_path / "out"
    done = call(capsys, "run", path, "--format", "json", "--out", str(out))
    assert done.code == 130
    assert json.loads(done.out)["rows"][0]["duels"] == 32
    assert "32 duels of 40" in done.err
    assert (out / "result.json").read_text(encoding="utf-8") == done.out


def test_after_ctrl_c_resume_fights_what_is_missing(stopped_after, tmp_path, capsys, monkeypatch):
    stopped_after(2)
    path, out = study_file(tmp_path), tmp_path / "out"
    words = ["run", path, "--format", "json", "--out", str(out)]
    stopped = call(capsys, *words)
    assert f"kept in {out}, the same command with --resume goes on" in stopped.err
    monkeypatch.undo()
    refused = call(capsys, *words)
    assert (refused.code, refused.out) == (2, "") and "--resume" in refused.err
    resumed = call(capsys, *words, "--resume")
    assert (resumed.code, resumed.err) == (0, "")
    assert resumed.out == call(capsys, "run", path, "--format", "json").out
    more = call(capsys, *words, "--resume", "--duels", "50")
    assert json.loads(more.out)["rows"] == json.loads(call(capsys, *words[:4], "--duels", "50").out)["rows"]


def test_ctrl_c_reaches_all_processes_of_a_terminal_and_none_complains(tmp_path):
    out = tmp_path / "out"
    words = ["run", study_file(tmp_path), "--duels", str(10**9), "--workers", "2", "--out", str(out)]
    with subprocess.Popen(
        [sys.executable, "-m", "zodiac_sim", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as running:
        limit = time.monotonic() + 120
        while not list(out.glob("parts/*")) and time.monotonic() < limit:
            time.sleep(0.05)
        os.killpg(running.pid, signal.SIGINT)
        table, errors = running.communicate(timeout=120)
    assert running.returncode == 130
    assert table.startswith("Small\n") and "Interrupted" in table
    [line] = errors.splitlines()
    assert line.startswith("zodiac-sim: stopped; all figures are of the ") and line.endswith("--resume goes on")
    assert json.loads((out / "manifest.json").read_text(encoding="utf-8"))["duels_done"] > 0


def test_when_all_processes_are_lost_it_is_said_what_is_left(monkeypatch, tmp_path, capsys):
    def lose(*_, **__):
        raise RunError("the scheduler is gone")

    monkeypatch.setattr("zodiac_sim.lab.run.done", lose)
    path = study_file(tmp_path)
    assert call(capsys, "run", path) == (1, "", "zodiac-sim: the scheduler is gone\n")
    kept = call(capsys, "run", path, "--out", str(tmp_path / "out"))
    assert kept == (1, "", "zodiac-sim: the scheduler is gone; the same command with --resume goes on\n")


def test_the_pace_is_that_of_new_duels():
    """A resumed run begins with duels that took no time."""
    pace = Pace("of up to")
    assert pace.told(900_000, 5_000_000, 10.0) == "900,000 of up to 5.00 M duels"
    assert pace.told(1_000_000, 5_000_000, 12.0) == "1.00 M of up to 5.00 M duels, 50,000 duels/s, 0:01:20 left"


def test_ctrl_c_before_anything_is_finished_leaves_nothing_to_go_on_with(stopped_after, tmp_path, capsys, monkeypatch):
    words = ["run", study_file(tmp_path), "--out", str(tmp_path / "out")]
    stopped_after(0)
    done = call(capsys, *words)
    assert (done.code, done.out) == (130, "")
    assert "before anything was finished" in done.err
    monkeypatch.undo()
    assert call(capsys, *words).code == 0


def test_ctrl_c_while_a_resumed_run_is_read_says_what_is_kept(tmp_path, capsys, monkeypatch):
    words = ["run", study_file(tmp_path), "--out", str(tmp_path / "out")]
    call(capsys, *words)

    def stop(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("zodiac_sim.lab.run._fight", stop)
    done = call(capsys, *words, "--resume")
    kept = f"what was finished is kept in {tmp_path / 'out'}, the same command with --resume goes on"
    assert done == (130, "", f"zodiac-sim: stopped; {kept}\n")


SWALLOWS = """
import os, signal
os.kill(os.getpid(), signal.SIGINT)
try:
    for _ in range(10):
        pass
except KeyboardInterrupt:
    pass
"""


@pytest.mark.skipif(os.name == "nt", reason="signals as POSIX systems have them")
def test_ctrl_c_is_not_lost_in_a_module_that_is_being_loaded(tmp_path, monkeypatch, capsys):
    (tmp_path / "swallows.py").write_text(SWALLOWS, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)

    def load_and_run(*_, **__):
        importlib.import_module("swallows")
        for _ in range(600):
            time.sleep(0.1)

    monkeypatch.setattr("zodiac_sim.lab.run.run", load_and_run)
    begun, before = time.monotonic(), signal.getsignal(signal.SIGINT)
    done = call(capsys, "run", study_file(tmp_path))
    assert (done.code, done.out) == (130, "") and "stopped" in done.err
    assert time.monotonic() - begun < 30 and signal.getsignal(signal.SIGINT) is before
    assert "swallows" in sys.modules


def test_a_failure_is_told_in_a_line(monkeypatch, capsys):
    def fail(*_, **__):
        raise ZeroDivisionError("in the engine")

    monkeypatch.setattr("zodiac_sim.lab.run.run", fail)
    done = call(capsys, "run", "stances")
    assert (done.code, done.out) == (1, "")
    assert done.err == "zodiac-sim: failed: ZeroDivisionError: in the engine\n"
