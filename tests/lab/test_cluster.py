"""A cluster: a real scheduler and workers on this machine, one of which dies."""

import json
import socket
import subprocess
import sys
import threading
import time
from contextlib import ExitStack, contextmanager, suppress

import pytest
from distributed import Client

from tests.lab.made import study
from zodiac_sim.errors import InputError, RunError
from zodiac_sim.lab.cluster import cluster
from zodiac_sim.lab.jobs import Cut
from zodiac_sim.lab.run import run
from zodiac_sim.lab.workers import workers_of

STUDY = study(variants=[{"name": "plain"}, {"name": "lucky", "set": {"fighters.wedge.luck": 10}}], duels=20_000)
SMALL = Cut(job_rows=2_000, block_rows=2_000)
PATIENCE = 120  # seconds for what takes two on a quiet machine


@contextmanager
def started(part, *words, folder):
    """A part of a cluster as a program of its own, which ends with the block."""
    command = [sys.executable, "-m", f"distributed.cli.dask_{part}", *words, "--no-dashboard"]
    with open(folder / f"{part}.log", "ab") as log, subprocess.Popen(command, stdout=log, stderr=log) as running:
        yield running
        running.kill()


@contextmanager
def scheduler(folder):
    """A scheduler, and its address."""
    file = folder / "scheduler.json"
    words = "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(file)
    with started("scheduler", *words, folder=folder) as running:
        limit = time.monotonic() + PATIENCE
        while not file.exists() or not file.read_text():
            assert running.poll() is None and time.monotonic() < limit, (folder / "scheduler.log").read_text()
            time.sleep(0.05)
        yield running, json.loads(file.read_text())["address"]


def worker(address, folder):
    words = "--nthreads", "1", "--no-nanny", "--local-directory", str(folder)
    return started("worker", address, *words, folder=folder)


@pytest.fixture
def two_workers(tmp_path):
    """The address of a cluster, its scheduler and its two workers."""
    with ExitStack() as stack:
        head, address = stack.enter_context(scheduler(tmp_path))
        hands = [stack.enter_context(worker(address, tmp_path)) for _ in range(2)]
        yield address, head, hands


def connected(address):
    """The workers may take longer to start than a user should have to wait for none."""
    with Client(address, timeout=PATIENCE, set_as_default=False) as client:
        client.wait_for_workers(2, timeout=PATIENCE)
    return cluster(address)


def test_a_worker_that_dies_changes_no_number(two_workers, capfd):
    address, _, hands = two_workers
    with connected(address) as executor:
        assert workers_of(executor) == 2

        def kill(done, total):
            if done > total / 4:
                hands[0].kill()

        found = run(STUDY, executor=executor, cut=SMALL, progress=kill)
    assert hands[0].wait(PATIENCE) == -9 and hands[1].poll() is None
    undisturbed = run(STUDY)
    assert not found.interrupted
    assert found.rows() == undisturbed.rows()
    assert found.pairings[0, 1].products == undisturbed.pairings[0, 1].products
    assert (found.outcomes == undisturbed.outcomes).all(axis=None)
    assert capfd.readouterr() == ("", "")


def test_workers_of_another_version_are_refused(two_workers, monkeypatch):
    with connected(two_workers[0]):
        pass
    monkeypatch.setattr("zodiac_sim.lab.workers.version", lambda _: "0.0")
    with (
        pytest.raises(InputError, match=r"^cluster: worker tcp://\S+ has zodiac_sim \S+, here it is 0\.0$"),
        cluster(two_workers[0]),
    ):
        pass


def test_a_scheduler_that_goes_away_ends_the_run(two_workers, capfd):
    address, head, _ = two_workers

    def kill(done, total):
        if done > total / 4:
            head.kill()

    with pytest.raises(RunError, match=r"^the scheduler at 'tcp://\S+' is gone$"), connected(address) as executor:
        run(STUDY, executor=executor, cut=SMALL, progress=kill)
    assert capfd.readouterr() == ("", "")


def test_a_scheduler_without_workers_is_refused(tmp_path):
    with (
        scheduler(tmp_path) as (_, address),
        pytest.raises(InputError, match=r"^cluster: the scheduler at 'tcp://\S+' has no workers$"),
        cluster(address),
    ):
        pass


@pytest.mark.parametrize(
    ("address", "problem"),
    [
        ("", "'' should be an address such as tcp://192.0.2.7:8786"),
        ("tcp://127.0.0.1", "'tcp://127.0.0.1' should be an address such as tcp://192.0.2.7:8786"),
        ("Änne 👩", "'Änne 👩' should be an address such as tcp://192.0.2.7:8786"),
        ("tls://127.0.0.1:1", "a tls:// address needs keys, named in the configuration of dask (distributed.comm.tls)"),
        ("tcp://me@127.0.0.1:1", "'tcp://me@127.0.0.1:1' should be an address such as tcp://192.0.2.7:8786"),
        ("tcp://127.0.0.1:1", "no scheduler answers at 'tcp://127.0.0.1:1' within 5 seconds"),
    ],
)
def test_an_address_that_cannot_work_is_an_input_error(address, problem):
    begun = time.monotonic()
    with pytest.raises(InputError) as raised, cluster(address):
        pass
    assert (raised.value.key, raised.value.problem) == ("cluster", problem)
    assert time.monotonic() - begun < 30


@pytest.mark.parametrize("greeting", [b"", b"SSH-2.0-x\r\n", (10).to_bytes(8, "little"), bytes(64)])
def test_what_listens_but_is_no_scheduler_is_soon_found_out(greeting):
    begun = time.monotonic()
    with socket.create_server(("127.0.0.1", 0)) as listening:
        address = f"tcp://127.0.0.1:{listening.getsockname()[1]}"

        def greet():
            with suppress(OSError):
                while True:
                    taken.append(listening.accept()[0])
                    taken[-1].sendall(greeting)

        taken = []
        threading.Thread(target=greet, daemon=True).start()
        with pytest.raises(InputError, match=r"^cluster: no scheduler answers"), cluster(address):
            pass
    assert time.monotonic() - begun < 15


def test_the_address_of_a_worker_is_refused(two_workers):
    with connected(two_workers[0]) as executor:
        [address, _] = executor._client.scheduler_info()["workers"]
    with pytest.raises(InputError, match=r"there is no scheduler, but something called 'Worker'$"), cluster(address):
        pass


def test_without_the_extra_it_says_how_to_install_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(InputError, match=r"as zodiac_sim\[cluster\]"), cluster("tcp://127.0.0.1:1"):
        pass
