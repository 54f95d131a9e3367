"""Speed and memory of the engine, as medians and as ratios to a C kernel (``make bench``).

Ratios are taken inside one interleaved series of runs, since the clock of a shared machine drifts by more
than the differences that matter. A figure above its bar makes the exit code 1.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

HERE = Path(__file__).parent
YARDSTICK = HERE / "yardstick.toml"
POLICY_RICH = HERE / "policy-rich.toml"
EVERYTHING = HERE / "everything.toml"

LONG_RUN = 4_000_000
RICH_RUN = 1_000_000
SHORT_RUN = 100_000
MEMORY_RUNS = (1_000_000, 10_000_000)
WORKERS_RUN = 40_000_000
GRID_RUN = 10_000
# A thousand combinations of values that leave the yardstick duel as it is, so that times per duel can be compared.
GRIDS = {
    "fighters": {"fighters.left.agility": range(25), "fighters.right.agility": range(40)},
    "rules": {"rules.guard_damage": range(10), "rules.bash_damage": range(10), "rules.disarm_chance": range(10)},
}

PEAK_MEMORY = """
import resource, sys
import zodiac_sim as zs
from zodiac_sim.rules.files import parse_toml
text, duels, run = sys.argv[1:]
getattr(zs, run)(zs.make_study(parse_toml(text, file="study")), duels=int(duels), seed=1)
unit = 1 if sys.platform == "darwin" else 1024
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit)
"""


@dataclass(frozen=True)
class Figure:
    """One line of the table: a measured value and the most it may be."""

    name: str
    value: float
    bar: float
    unit: str
    detail: str

    def __str__(self) -> str:
        verdict = "ok" if self.value <= self.bar else "OVER"
        return f"{self.name:<34} {self.value:8.2f} {self.unit:<4} {self.bar:8.2f}  {verdict:<5} {self.detail}"


@dataclass(frozen=True)
class Options:
    """How often and how long to measure."""

    repeats: int
    scale: float

    def duels(self, full: int) -> int:
        """Length of a run, in duels."""
        return max(1, int(full * self.scale))


@contextmanager
def built_kernel() -> Iterator[Path | None]:
    """The kernel as a program in a temporary folder; None where there is no C compiler."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        yield None
        return
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "kernel"
        subprocess.run([compiler, "-O3", "-march=native", "-o", program, HERE / "kernel.c"], check=True)
        yield program


def kernel(program: Path, duels: int, seed: int) -> dict[str, float]:
    """What one run of the kernel prints: ``ns_per_duel``, ``turns`` (fighter-turns per duel), rates and means."""
    words = subprocess.run([program, str(duels), str(seed)], check=True, capture_output=True, text=True).stdout.split()
    return {name: float(value) for name, value in zip(words[::2], words[1::2], strict=True)}


def engine(path: Path, duels: int, seed: int) -> tuple[float, float]:
    """Nanoseconds one run of a study takes in all, and its mean number of rounds."""
    import zodiac_sim as zs

    study = zs.load_study(path)
    start = time.perf_counter_ns()
    result = zs.run(study, duels=duels, seed=seed)
    elapsed = time.perf_counter_ns() - start
    return elapsed, float(result.summary()["rounds_mean"].iloc[0])


@dataclass(frozen=True)
class Series:
    """Medians over interleaved runs of kernel and engine; times in ns per duel."""

    kernel: float
    kernel_turns: float
    marginal: float
    short: float
    rounds: float


def interleaved(program: Path, path: Path, duels: int, options: Options) -> Series:
    """Kernel, long and short engine runs by turns; marginal cost is what the duels beyond the short run take."""
    full, short = options.duels(duels), options.duels(SHORT_RUN)
    engine(path, short, seed=0)  # the first run also pays for imports
    c_runs, long_times, short_times, rounds = [], [], [], []
    for seed in range(1, options.repeats + 1):
        c_runs.append(kernel(program, full, seed))
        long_time, mean = engine(path, full, seed)
        long_times.append(long_time)
        rounds.append(mean)
        short_times.append(engine(path, short, seed)[0])
    return Series(
        kernel=median(run["ns_per_duel"] for run in c_runs),
        kernel_turns=median(run["turns"] for run in c_runs),
        marginal=(median(long_times) - median(short_times)) / (full - short),
        short=median(short_times) / short,
        rounds=median(rounds),
    )


def speed(options: Options) -> Iterator[Figure]:
    """Yardstick duel at length and as a short job, in times of C."""
    with built_kernel() as program:
        if program is None:
            print("skipped: speed against C (no C compiler here)")
            return
        s = interleaved(program, YARDSTICK, LONG_RUN, options)
    detail = f"{s.marginal:.0f} against {s.kernel:.0f} ns/duel"
    yield Figure(f"yardstick, {options.duels(LONG_RUN):,} duels", s.marginal / s.kernel, 3.0, "x C", detail)
    detail = f"{s.short:.0f} ns/duel, start included"
    yield Figure(f"yardstick, {options.duels(SHORT_RUN):,} duels", s.short / s.kernel, 4.0, "x C", detail)


def policy(options: Options) -> Iterator[Figure]:
    """A duel with much to decide, per fighter-turn, in times of the kernel's attack-only fighter-turn."""
    with built_kernel() as program:
        if program is None:
            print("skipped: policy against C (no C compiler here)")
            return
        s = interleaved(program, POLICY_RICH, RICH_RUN, options)
    per_turn, c_turn = s.marginal / (2 * s.rounds), s.kernel / s.kernel_turns
    detail = f"{per_turn:.1f} against {c_turn:.1f} ns/turn, {s.marginal:.0f} ns/duel"
    yield Figure("policy-rich duel, fighter-turn", per_turn / c_turn, 5.0, "x C", detail)


def marginal_turn(path: Path, seed: int, options: Options) -> float:
    """Nanoseconds of a fighter-turn: what the duels beyond a short run take."""
    full, short = options.duels(RICH_RUN), options.duels(SHORT_RUN)
    (long_time, rounds), (short_time, _) = engine(path, full, seed), engine(path, short, seed)
    return (long_time - short_time) / (full - short) / (2 * rounds)


def magic(options: Options) -> Iterator[Figure]:
    """A duel with everything of the rules, per fighter-turn, in times of one with none of R9 and as much to decide."""
    ratios = {path: [] for path in (POLICY_RICH, YARDSTICK)}
    for seed in range(options.repeats + 1):
        turn = marginal_turn(EVERYTHING, seed, options)
        for path, series in ratios.items():
            series.append(turn / marginal_turn(path, seed, options))
    rich, plain = (median(series[1:]) for series in ratios.values())  # the first run also pays for imports
    yield Figure("everything, fighter-turn", rich, 3.0, "x", f"of policy-rich; {plain:.2f} x of the yardstick")


def campaigns(options: Options) -> Iterator[Figure]:
    """Campaigns of one fight, against those fights as duels of a study."""
    import zodiac_sim as zs

    yardstick, duels = zs.load_study(YARDSTICK).data(), options.duels(RICH_RUN)
    study = zs.make_study(yardstick)
    data = {key: value for key, value in yardstick.items() if key != "matchups"}
    road = zs.make_study({**data, "campaign": {"heroes": ["left"], "days": [["right"]]}})
    zs.run_campaign(road, duels=SHORT_RUN, seed=0)
    ratios = []
    for seed in range(1, options.repeats + 1):
        start = time.perf_counter()
        zs.run_campaign(road, duels=duels, seed=seed)
        ratios.append((time.perf_counter() - start) / timed_run(study, duels, seed=seed))
    yield Figure("campaigns of one fight", median(ratios), 3.0, "x", "of the same fights as duels")
    few, many = (peak_megabytes(road, count, "run_campaign") for count in (options.duels(SHORT_RUN), duels))
    yield Figure(f"memory campaigns, {duels:,}", many / few, 1.2, "x", f"{few:.0f} MB at a tenth")


def seconds(command: list[str]) -> float:
    """Wall time of one process."""
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


def startup(options: Options) -> Iterator[Figure]:
    """What every use pays before any work: a fresh interpreter included."""
    script = str(Path(sys.executable).with_name("zodiac-sim"))
    commands = {
        "import zodiac_sim": [sys.executable, "-c", "import zodiac_sim"],
        "zodiac-sim --help": [script, "--help"],
    }
    for name, command in commands.items():
        seconds(command)  # the first one compiles
        times = [seconds(command) for _ in range(options.repeats)]
        yield Figure(name, median(times), 0.6, "s", f"worst {max(times):.2f} s")


def peak_megabytes(study: Any, duels: int, run: str = "run") -> float:
    """Peak resident memory of a process of its own that runs the study."""
    command = [sys.executable, "-c", PEAK_MEMORY, study.toml(), str(duels), run]
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return int(printed) / 1e6


def memory(options: Options) -> Iterator[Figure]:
    """Peak memory must not grow with the number of duels."""
    import zodiac_sim as zs

    few, many = (options.duels(duels) for duels in MEMORY_RUNS)
    for name, source in (("yardstick", YARDSTICK), ("stances", "stances")):
        study = zs.load_study(source)
        small, large = peak_megabytes(study, few), peak_megabytes(study, many)
        yield Figure(f"memory {name}, {many:,} duels", large, 350.0, "MB", "")
        yield Figure(f"memory {name}, against {few:,}", large / small, 1.2, "x", f"{small:.0f} MB")


def timed_run(study: Any, duels: int, **options: Any) -> float:
    """Seconds a run takes, from entered to returned."""
    import zodiac_sim as zs

    start = time.perf_counter()
    zs.run(study, duels=duels, **options)
    return time.perf_counter() - start


def workers(options: Options) -> Iterator[Figure]:
    """Two local processes, already started, against one that does all itself."""
    import zodiac_sim as zs

    study, duels = zs.load_study(YARDSTICK), options.duels(WORKERS_RUN)
    timed_run(study, SHORT_RUN, seed=0, workers=2)
    ratios = []
    for seed in range(1, options.repeats + 1):
        one, two = (timed_run(study, duels, seed=seed, workers=number) for number in (1, 2))
        ratios.append(two / one)
    faster = f"{1 / median(ratios):.2f} times as fast"
    yield Figure(f"2 workers, {duels:,} duels", median(ratios), 1 / 1.8, "x 1", faster)


def overhead(options: Options) -> Iterator[Figure]:
    """What a run takes beyond fighting, tallying and pairing its duels."""
    import zodiac_sim as zs
    from zodiac_sim.engine.batch import stream
    from zodiac_sim.engine.tally import histograms

    study, duels = zs.load_study(YARDSTICK), options.duels(LONG_RUN)
    shares = []
    for seed in range(options.repeats + 1):
        whole = timed_run(study, duels, seed=seed)
        start = time.perf_counter()
        for _, block in stream(study.scenarios, seed, 0, duels, block=2**18):
            histograms(block)
        shares.append(1 - (time.perf_counter() - start) / whole)
    share = median(shares[1:])  # the first run also pays for imports
    yield Figure(f"outside the engine, {duels:,} duels", 100 * share, 10.0, "%", "")


def grids(options: Options) -> Iterator[Figure]:
    """A duel in a grid of 1,000 combinations, paired with the first, against one of a single large scenario."""
    import zodiac_sim as zs

    yardstick, alone, each = zs.load_study(YARDSTICK), options.duels(LONG_RUN), options.duels(GRID_RUN)
    timed_run(yardstick, SHORT_RUN, seed=0)
    for name, grid in GRIDS.items():
        study = zs.make_study({**yardstick.data(), "grid": {key: list(span) for key, span in grid.items()}})
        ratios = []
        for seed in range(1, options.repeats + 1):
            single = timed_run(yardstick, alone, seed=seed) / alone
            ratios.append(timed_run(study, each, seed=seed) / (each * len(study.scenarios)) / single)
        yield Figure(f"grid of 1,000 over {name}", median(ratios), 1.6, "x 1", f"{each:,} duels each")
        few, many = (peak_megabytes(study, duels) for duels in (each // 10, each))
        yield Figure(f"memory grid over {name}", many / few, 1.2, "x", f"{few:.0f} MB at a tenth of the duels")


# Memory comes first: on Linux a child's peak is never reported below the size its parent had.
PARTS: dict[str, Callable[[Options], Iterator[Figure]]] = {
    "memory": memory,
    "startup": startup,
    "speed": speed,
    "policy": policy,
    "magic": magic,
    "campaigns": campaigns,
    "overhead": overhead,
    "grids": grids,
    "workers": workers,
}


def parsed_arguments() -> argparse.Namespace:
    """Which parts, how often, how long."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"any of {', '.join(PARTS)}; default: all")
    parser.add_argument("--repeats", type=int, default=5, help="runs behind each median (default 5)")
    parser.add_argument("--scale", type=float, default=1.0, help="share of the full run lengths, for a quick look")
    arguments = parser.parse_args()
    if unknown := set(arguments.parts) - set(PARTS):
        parser.error(f"unknown part {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}")
    return arguments


def main() -> int:
    """Print the table, line by line as it is measured."""
    arguments = parsed_arguments()
    options = Options(repeats=arguments.repeats, scale=arguments.scale)
    print(f"{'':<34} {'measured':>8} {'':<4} {'bar':>8}")
    over = False
    for name, part in PARTS.items():
        if arguments.parts and name not in arguments.parts:
            continue
        for figure in part(options):
            print(figure, flush=True)
            over |= figure.value > figure.bar
    return int(over)


if __name__ == "__main__":
    sys.exit(main())
