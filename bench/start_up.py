"""CPU time of short commands beyond a bare interpreter: `python bench/start_up.py [RUNS]`.

Each command runs RUNS times in turn with the others, after one run that compiles the modules; the table has the median of user
and system time of the child process.
"""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import tempfile

COMMANDS = {
    "python -c pass": ["-c", "pass"],
    "tablier --help": ["-m", "tablier.cli", "--help"],
    "tablier legal mixtour": ["-m", "tablier.cli", "legal", "mixtour"],
    "tablier games": ["-m", "tablier.cli", "games"],
}


def cpu_seconds(arguments: list[str], environment: dict[str, str]) -> float:
    """Run Python with these arguments and return the CPU time it used."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *arguments], env=environment, stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime - before.ru_utime) + (after.ru_stime - before.ru_stime)


def main(runs: int) -> None:
    """Print the table."""
    samples: dict[str, list[float]] = {name: [] for name in COMMANDS}
    with tempfile.TemporaryDirectory() as cache:
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        environment["PYTHONPYCACHEPREFIX"] = cache
        for run in range(runs + 1):
            for name, arguments in COMMANDS.items():
                seconds = cpu_seconds(arguments, environment)
                if run:
                    samples[name].append(seconds)
    bare = statistics.median(next(iter(samples.values())))
    for name, values in samples.items():
        median = statistics.median(values)
        print(f"{name:24} {median:6.3f} s  {median - bare:+6.3f} s  (least {min(values):.3f} s)")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 15)
