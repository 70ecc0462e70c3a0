"""Prints how long the press takes: `python -m benchmarks [--quick] [--json] [--runs N]`.

Every figure is the median of several whole processes, with the least and the most; each is run as the command line
runs it. Other programs on the machine make all figures worse: compare only what was measured side by side.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import os
import platform
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

from benchmarks.cases import Result, measured
from benchmarks.run import Figure
from questpress import __version__
from questpress.press.render.pool import cores


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Measures questpress on this machine.")
    parser.add_argument("--quick", action="store_true", help="one run of each case, without the big deck")
    parser.add_argument("--json", action="store_true", help="figures as JSON on standard output")
    parser.add_argument("--runs", type=int, default=5, metavar="N", help="runs of each case (default 5)")
    chosen = parser.parse_args()
    times = 1 if chosen.quick else max(1, chosen.runs)
    big = 0 if chosen.quick else max(1, (times + 1) // 2)
    with tempfile.TemporaryDirectory(prefix="questpress-bench-") as folder:
        results = list(_told(measured(Path(folder), times, big)))
    if chosen.json:
        figures = [dataclasses.asdict(result) for result in results]
        print(json.dumps({"machine": machine(), "cases": figures}, indent=2))
    else:
        print(machine())
        print(table(results))


def machine() -> str:
    """Versions and cores, which every figure depends on."""
    return f"questpress {__version__}, Python {platform.python_version()}, {platform.machine()}, {cores()} cores"


def table(results: Iterable[Result]) -> str:
    """The results as columns; under the table what the columns are."""
    head = ("case", "seconds", "cpu seconds", "largest MB", "all MB", "ms a face", "bytes a face", "aim")
    rows = [head, *map(_row, results)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(head))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    lines.insert(1, "  ".join("-" * width for width in widths))
    note = "Median (least – most). Largest: the largest process; all: all processes at once, shared pages counted once."
    return "\n".join([*lines, note])


def _row(result: Result) -> tuple[str, ...]:
    each = (
        [f"{1000 * result.wall.median / result.faces:.1f}", f"{result.length / result.faces:.0f}"]
        if result.faces
        else []
    )
    return (
        result.name,
        _shown(result.wall, 2),
        _shown(result.cpu, 2),
        _shown(result.largest, 0),
        _shown(result.tree, 0) if result.tree else "–",
        *(each or ("", "")),
        result.aim,
    )


def _shown(figure: Figure, digits: int) -> str:
    if figure.least == figure.most:
        return f"{figure.median:.{digits}f}"
    return f"{figure.median:.{digits}f} ({figure.least:.{digits}f} – {figure.most:.{digits}f})"


def _told(results: Iterable[Result]) -> Iterable[Result]:
    """The results, each named on the error stream when it is there, since all together take minutes."""
    for result in results:
        if os.isatty(sys.stderr.fileno()):
            print(f"{result.name}: {result.wall.median:.2f} s", file=sys.stderr)
        yield result


if __name__ == "__main__":
    main()
