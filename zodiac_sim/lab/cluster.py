"""Work for a cluster: the workers of a dask.distributed scheduler as an executor."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

from zodiac_sim.errors import InputError, RunError, shown
from zodiac_sim.lab.workers import installed_version

CONNECT_SECONDS = 5
WORKERS_SECONDS = 3
LOGGERS = ("distributed", "tornado", "asyncio")


@contextmanager
def cluster(address: str) -> Iterator[Executor]:
    """Connect to a scheduler of dask.distributed and yield an executor for ``run(..., executor=...)``.

    Jobs of a worker that dies are done by the others. What the library logs is not shown meanwhile.

    Parameters
    ----------
    address : str
        Of the scheduler, such as ``tcp://192.0.2.7:8786``.

    Raises
    ------
    InputError
        If the library is not installed, no scheduler answers at the address, it has no workers, or workers have
        another version of this package, whose dice could differ.
    RunError
        If the scheduler is gone, or a job was lost with one worker after the other.
    """
    try:
        import distributed
    except ImportError:
        raise _unusable("needs dask.distributed: install zodiac_sim with its extra, as zodiac_sim[cluster]") from None
    _check_address(distributed, address)
    with _without_logs():
        client = _connected(distributed, address)
        try:
            _check_workers(client, address)
            yield client.get_executor(pure=False)
        except RunError as error:
            if client.status == "running":
                raise
            raise RunError(f"the scheduler at {shown(address)} is gone") from error
        except distributed.KilledWorker as error:
            raise RunError(f"{error.allowed_failures + 1} workers of the cluster died with the same job") from None
        finally:
            client.close(timeout=CONNECT_SECONDS)


def _check_address(distributed: Any, address: str) -> None:
    """Refuse what the library would only find out when a client is half made, which it cannot end cleanly."""
    if not re.fullmatch(r"(tcp|tls)://[^\s/@]+:\d{1,5}", address):
        raise _unusable(f"{shown(address)} should be an address such as tcp://192.0.2.7:8786")
    if address.startswith("tls") and distributed.Security().get_connection_args("client")["ssl_context"] is None:
        raise _unusable("a tls:// address needs keys, named in the configuration of dask (distributed.comm.tls)")


def _connected(distributed: Any, address: str) -> Any:
    silent = _unusable(f"no scheduler answers at {shown(address)} within {CONNECT_SECONDS} seconds")
    # A client waits for ever where something listens and says nothing; and a notebook has a loop of its own here.
    asking = asyncio.wait_for(_answer(distributed, address), CONNECT_SECONDS)
    with ThreadPoolExecutor(1) as thread:
        try:
            kind = thread.submit(asyncio.run, asking).result()
        except Exception:  # whatever comes of what some other program says
            raise silent from None
    if kind != "Scheduler":
        raise _unusable(f"at {shown(address)} there is no scheduler, but something called {shown(kind)}")
    try:
        return distributed.Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except OSError:
        raise silent from None


async def _answer(distributed: Any, address: str) -> Any:
    """Return what kind of thing a server says it is."""
    security = distributed.Security().get_connection_args("client")
    stream = await distributed.comm.connect(address, timeout=CONNECT_SECONDS, **security)
    try:
        await stream.write({"op": "identity", "reply": True})
        return (await stream.read())["type"]
    finally:
        stream.abort()


def _check_workers(client: Any, address: str) -> None:
    try:
        client.wait_for_workers(1, timeout=WORKERS_SECONDS)
    except TimeoutError:
        raise _unusable(f"the scheduler at {shown(address)} has no workers") from None
    for worker, found in client.run(installed_version, on_error="return").items():
        if isinstance(found, Exception):
            raise _unusable(f"worker {worker} cannot use zodiac_sim: {shown(str(found), 200)}")
        if found != installed_version():
            raise _unusable(f"worker {worker} has zodiac_sim {found}, here it is {installed_version()}")


def _unusable(problem: str) -> InputError:
    return InputError(problem, key="cluster")


@contextmanager
def _without_logs() -> Iterator[None]:
    """Keep the library's logs off the screen; each of its loggers has a level of its own."""
    names = [name for name in logging.root.manager.loggerDict if name.partition(".")[0] in LOGGERS]
    levels = {logger: logger.level for logger in map(logging.getLogger, names)}
    for logger in levels:
        logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for logger, level in levels.items():
            logger.setLevel(level)
