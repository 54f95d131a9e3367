"""Who does the jobs: local processes from anywhere, other executors, and what happens when some of them end early."""

import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from importlib.metadata import version
from pathlib import Path

import pytest
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_notebook

from tests.lab.made import study
from zodiac_sim.errors import InputError, RunError
from zodiac_sim.lab.interrupts import interrupts_wait
from zodiac_sim.lab.jobs import Cut, Job, fight
from zodiac_sim.lab.run import run
from zodiac_sim.lab.workers import AHEAD, _LocalProcesses, done, fight_packed, workers_of

STUDY = study(variants=[{"name": "plain"}, {"name": "lucky", "set": {"fighters.wedge.luck": 10}}], duels=400)
SMALL = Cut(job_rows=80, block_rows=80, lanes=32)
PATIENCE = 60  # seconds for what takes one on a quiet machine
SCRIPT = """
import zodiac_sim as zs
from zodiac_sim.lab.jobs import Cut
study, cut = zs.load_study("stances"), Cut(job_rows=2**10, block_rows=2**8)
print(zs.run(study, duels=50, seed=1, workers=2, cut=cut).rows() == zs.run(study, duels=50, seed=1).rows())
"""
LONG = """
import sys
import zodiac_sim as zs
from zodiac_sim.lab.jobs import Cut
from zodiac_sim.lab.workers import _LocalProcesses

def tell(done, total):
    if done:
        print(*_LocalProcesses(2)._pool()._processes, flush=True)

found = zs.run(zs.load_study("stances"), duels=10**9, workers=2, cut=Cut(job_rows=2**12), progress=tell)
print(found.interrupted, {row["duels"] for row in found.rows()})
"""
needs_proc = pytest.mark.skipif(not os.path.exists("/proc/self/stat"), reason="tells processes by /proc")


def job(first=0, duels=10, scenarios=STUDY.scenarios):
    return Job(scenarios=scenarios, pairs=((0, 1),), seed=1, first_duel=first, duels=duels, keep=0, cut=SMALL)


def alive(pid):
    """Whether a process still does anything; one that nobody has buried yet does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def die(*_):
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.parametrize("way", ["script", "stdin"])
def test_local_processes_need_no_main_guard(way, tmp_path):
    path = tmp_path / "script.py"
    path.write_text(SCRIPT)
    words, text = {"script": ([path], None), "stdin": (["-"], SCRIPT)}[way]
    found = subprocess.run([sys.executable, *words], input=text, capture_output=True, text=True, check=False)
    assert (found.stdout, found.stderr) == ("True\n", "")


def test_local_processes_work_from_a_notebook():
    notebook = new_notebook(cells=[new_code_cell(SCRIPT)])
    NotebookClient(notebook, timeout=PATIENCE, kernel_name="python3").execute()
    assert [(output["name"], output["text"]) for output in notebook.cells[0]["outputs"]] == [("stdout", "True\n")]


def test_the_next_run_finds_the_processes_of_the_last_one():
    run(STUDY, workers=2, cut=SMALL)
    first = set(_LocalProcesses(2)._pool()._processes)
    run(STUDY, workers=2, cut=SMALL)
    assert set(_LocalProcesses(2)._pool()._processes) == first and len(first) == 2


def test_no_more_processes_are_started_than_find_work(monkeypatch):
    started = []
    monkeypatch.setattr("zodiac_sim.lab.workers._LocalProcesses", lambda workers: started.append(workers) or _Alone())
    assert run(STUDY, workers=500).rows() == run(STUDY, workers=500, cut=SMALL).rows()
    assert started == [10], "none for what fits into one block, else one for each block of 40 duels"


class _Alone:
    """One who does jobs at once."""

    def submit(self, packed, job):
        future = Future()
        future.set_result(fight_packed(version("zodiac_sim"), packed, job))
        return future

    def dismiss(self):
        pass


def test_a_run_may_be_started_from_any_thread():
    with ThreadPoolExecutor(1) as thread:
        found = thread.submit(run, STUDY, workers=2, cut=SMALL).result()
    assert found.rows() == run(STUDY).rows()


def test_a_process_loads_the_engine_and_no_more():
    pool = _LocalProcesses(2)._pool()
    pool.submit(fight, job()).result()
    loaded = set(pool.submit(eval, "list(__import__('sys').modules)").result())
    assert "zodiac_sim.engine.batch" in loaded
    assert not loaded & {"pandas", "scipy", "matplotlib", "pyarrow", "rich", "typer"}


def test_this_process_alone_uses_one_core():
    """The sums of products of paired duels must not wake the threads of the library that multiplies matrices."""
    many = study(grid={"fighters.wedge.luck": list(range(16))})
    run(many, duels=100)
    all_threads, this_thread = time.process_time(), time.thread_time()
    run(many, duels=10_000)
    all_threads, this_thread = time.process_time() - all_threads, time.thread_time() - this_thread
    assert all_threads < 1.2 * this_thread


def test_a_lost_process_is_replaced_and_its_jobs_are_done_again():
    lost = []

    def kill(done, total):
        if done and not lost:
            lost.append(next(iter(_LocalProcesses(2)._pool()._processes)))
            os.kill(lost[0], signal.SIGKILL)

    found = run(STUDY, workers=2, cut=SMALL, progress=kill)
    assert lost and lost[0] not in _LocalProcesses(2)._pool()._processes
    assert found.rows() == run(STUDY).rows()
    assert not found.interrupted


def test_a_job_that_ends_every_process_is_given_up(monkeypatch):
    monkeypatch.setattr("zodiac_sim.lab.workers.fight_packed", die)
    with pytest.raises(RunError, match=r"a local process ended 3 times while it fought duels \d+ to \d+; .*memory"):
        run(STUDY, duels=80, workers=2, cut=SMALL)


def test_an_error_in_a_job_is_the_error_of_the_run():
    with (
        pytest.raises(RunError, match=r"a worker has zodiac_sim .*, the run needs 0\.0"),
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setattr("zodiac_sim.lab.workers.installed_version", lambda: "0.0")
        run(STUDY, workers=2, cut=SMALL)


def test_processes_of_the_standard_library_do_as_well():
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as executor:
        assert run(STUDY, executor=executor, cut=SMALL).rows() == run(STUDY).rows()


class Odd(Executor):
    """Its jobs end as they are told to."""

    def __init__(self, *, submit=None, result=None):
        self._submit, self._result = submit, result

    def submit(self, *_):
        if self._submit is not None:
            raise self._submit
        future = Future()
        future.set_exception(self._result)
        return future


def test_an_executor_that_takes_no_jobs_is_an_input_error():
    closed = ThreadPoolExecutor(1)
    closed.shutdown()
    for executor in (closed, Odd(submit=OSError("no such queue")), "threads"):
        with pytest.raises(InputError, match=r"^executor: takes no jobs: \w+"):
            run(STUDY, executor=executor)


def test_what_gives_other_futures_is_an_input_error(monkeypatch):
    """A client of dask, say, has a submit of its own."""
    monkeypatch.setattr(Odd, "submit", lambda *_: object())
    with pytest.raises(InputError, match=r"^executor: gives builtins\.object for a job, not a Future"):
        run(STUDY, executor=Odd())


@pytest.mark.parametrize("told", [None, 0, -1, "many", 2.5])
def test_an_executor_that_tells_no_number_of_workers_counts_as_the_processors(told):
    executor = Odd()
    executor._max_workers = told
    assert workers_of(executor) == os.cpu_count()


def test_an_executor_that_breaks_ends_the_run_with_its_own_words():
    with pytest.raises(RunError, match="the executor gave up: BrokenProcessPool: a child went away"):
        run(STUDY, executor=Odd(result=BrokenProcessPool("a child went away")))
    with pytest.raises(ZeroDivisionError):
        run(STUDY, executor=Odd(result=ZeroDivisionError()))


def test_jobs_are_taken_only_when_they_can_be_handed_out_soon():
    taken, workers = [], 3

    def jobs():
        for number in range(20):
            taken.append(number)
            yield job(10 * number)

    with ThreadPoolExecutor(workers) as executor:
        for number, _ in enumerate(done(jobs(), executor, workers)):
            assert len(taken) <= number + AHEAD * workers
    assert len(taken) == 20


def test_a_job_of_a_large_grid_is_small():
    """A thousand scenarios differ in little, and travel with every job."""
    grid = study(grid={"fighters.wedge.hp": list(range(1, 51)), "fighters.wedge.luck": list(range(20))})
    sent = []

    class Counting(Odd):
        def submit(self, *arguments):
            sent.append(len(pickle.dumps(arguments)))
            return super().submit()

    with pytest.raises(ZeroDivisionError):
        run(grid, executor=Counting(result=ZeroDivisionError()))
    assert len(pickle.dumps(grid.scenarios)) > 200_000
    assert max(sent) < 50_000


def test_what_must_be_whole_is_not_interrupted():
    steps = []
    with pytest.raises(KeyboardInterrupt), interrupts_wait():
        signal.raise_signal(signal.SIGINT)
        steps.append("done")
    assert steps == ["done"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.parametrize("workers", [1, 2])
def test_ctrl_c_waits_for_the_caller_and_leaves_what_is_finished(workers):
    """It arrives while the caller adds the first job to the others."""
    found, jobs = [], [job(10 * number) for number in range(50)]
    with ThreadPoolExecutor(2) as executor, pytest.raises(KeyboardInterrupt):
        for fought in done(jobs, executor if workers > 1 else None, workers):
            if not found:
                signal.raise_signal(signal.SIGINT)
            found.append(fought.first_duel)
    assert len(found) == len(set(found)) <= AHEAD * workers


def test_threads_are_not_interrupted():
    def block():
        with interrupts_wait():
            return threading.current_thread().name

    with ThreadPoolExecutor(1, "other") as executor:
        assert executor.submit(block).result() == "other_0"


@pytest.fixture
def long_run():
    """A run of two local processes in a group of its own, as a terminal starts it; and the processes."""
    with subprocess.Popen(
        [sys.executable, "-c", LONG], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as running:
        processes = [int(word) for word in running.stdout.readline().split()]
        yield running, processes
        running.kill()
    for pid in filter(alive, processes):
        os.kill(pid, signal.SIGKILL)


def all_end(processes):
    limit = time.monotonic() + PATIENCE
    while any(map(alive, processes)) and time.monotonic() < limit:
        time.sleep(0.05)
    return not any(map(alive, processes))


@needs_proc
def test_ctrl_c_on_a_terminal_is_quiet_and_ends_all_processes(long_run):
    running, processes = long_run
    assert len(processes) == 2
    os.killpg(running.pid, signal.SIGINT)
    out, errors = running.communicate(timeout=PATIENCE)
    assert (running.returncode, errors) == (0, "")
    assert out.splitlines()[-1].startswith("True {")
    assert all_end(processes)


@needs_proc
def test_processes_end_with_the_one_that_started_them(long_run):
    running, processes = long_run
    running.kill()
    assert all_end(processes)
