"""Runs the fuzz targets of the C core for a while and prints what they did.

`make fuzz` builds the targets and calls this. Each target starts from its inputs in
core_c/fuzz/corpus and from those that earlier runs have left in build/fuzz/work.
`--keep` writes the fewest inputs that reach the same code back to the corpus. An input
that stops a target is left in build/fuzz/found, and the exit code is 1.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
BUILD = HERE.parent.parent / "build" / "fuzz"
LONGEST = 300  # bytes of an input
SLOWEST = 30  # seconds for one input


class Run(NamedTuple):
    """What one target did."""

    target: str
    executions: int
    seconds: int
    edges: int
    inputs: int
    stopped: bool


def corpus_of(target: str) -> Path:
    """Return the file with a target's inputs, a line of hexadecimal for each."""
    return HERE / "corpus" / f"{target}.hex"


def unpack(target: str) -> Path:
    """Write a target's inputs as libFuzzer reads them; return their folder."""
    work = BUILD / "work" / target
    work.mkdir(parents=True, exist_ok=True)
    corpus = corpus_of(target)
    lines = corpus.read_text("ascii").splitlines() if corpus.exists() else []
    for line in lines:
        if not line.startswith("#"):
            data = bytes.fromhex(line)
            (work / hashlib.sha256(data).hexdigest()).write_bytes(data)
    return work


def number(pattern: str, text: str) -> int:
    """Return the last number that a pattern finds in a log, or 0."""
    found = re.findall(pattern, text)
    return int(found[-1]) if found else 0


def fuzz(target: str, seconds: int) -> Run:
    """Run one target and read what it reports."""
    work = unpack(target)
    found = BUILD / "found"
    found.mkdir(exist_ok=True)
    log = BUILD / f"{target}.log"
    command = [
        str(BUILD / target),
        f"-max_total_time={seconds}",
        f"-max_len={LONGEST}",
        f"-timeout={SLOWEST}",
        f"-artifact_prefix={found}/{target}-",
        "-print_final_stats=1",
        str(work),
    ]
    with log.open("wb") as out:
        code = subprocess.call(command, stdout=out, stderr=subprocess.STDOUT)
    text = log.read_text("utf-8", errors="replace")
    return Run(
        target,
        number(r"number_of_executed_units: (\d+)", text),
        number(r"Done \d+ runs in (\d+) second", text) or seconds,
        number(r" cov: (\d+)", text),
        number(r" corp: (\d+)/", text),
        code != 0,
    )


def keep(target: str) -> int:
    """Write the fewest inputs that reach all edges to the corpus; return how many."""
    corpus, few = corpus_of(target), BUILD / "few" / target
    few.mkdir(parents=True, exist_ok=True)
    for old in few.iterdir():
        old.unlink()
    subprocess.run(
        [BUILD / target, "-merge=1", "-use_counters=0", few, unpack(target)],
        check=True,
        capture_output=True,
    )
    had = corpus.read_text("ascii").splitlines() if corpus.exists() else []
    noted = [line for at, line in enumerate(had) if "#" in line or is_noted(had, at)]
    lines = {path.read_bytes().hex() for path in few.iterdir()} - set(noted)
    ordered = sorted(lines, key=lambda line: (len(line), line))
    corpus.write_text("".join(f"{line}\n" for line in noted + ordered), "ascii")
    return len(lines)


def is_noted(lines: list[str], at: int) -> bool:
    """Return whether a comment stands above an input: it stays, whatever it reaches."""
    return at > 0 and lines[at - 1].startswith("#")


def main() -> int:
    """Run the targets that are named, one after the other."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=240, help="for all together")
    parser.add_argument("--keep", action="store_true", help="write the corpus anew")
    parser.add_argument("targets", nargs="+")
    options = parser.parse_args()
    each = max(1, options.seconds // len(options.targets))
    runs = []
    print("| target | executions | a second | edges | inputs | stopped |")
    print("|---|---:|---:|---:|---:|---|")
    for target in options.targets:
        run = fuzz(target, each)
        runs.append(run)
        print(
            f"| {target} | {run.executions:,} | {run.executions // run.seconds:,} "
            f"| {run.edges:,} | {run.inputs:,} | {'yes' if run.stopped else 'no'} |",
            flush=True,
        )
        if options.keep and not run.stopped:
            keep(target)
    print(f"| all | {sum(run.executions for run in runs):,} | | | | |")
    return any(run.stopped for run in runs)


if __name__ == "__main__":
    sys.exit(main())
