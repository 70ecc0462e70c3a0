"""Codes of the M family: what this machine lacks (exit code 3)."""

from questpress.codes.entry import Code

CODES: dict[str, Code] = {
    "M001": Code(
        "the cairo library is missing",
        "CairoSVG draws through libcairo, which the system provides.",
        "Debian and Ubuntu: `sudo apt-get install libcairo2`; Fedora: `dnf install cairo`; macOS: `brew install "
        "cairo`.",
    ),
    "M002": Code(
        "a Python library is missing",
        "A library that questpress depends on cannot be imported.",
        "Run `pip install .` again in the environment that questpress runs in.",
    ),
    "M003": Code(
        "the FreeType library is missing",
        "Fonts are loaded from their files through FreeType, which comes with cairo on most systems.",
        "Debian and Ubuntu: `sudo apt-get install libfreetype6`.",
    ),
    "M005": Code(
        "no cluster answers",
        "A search was to be made by the workers of a Dask cluster, and nobody answered at its address, or it has none.",
        "Start a scheduler and workers, and give the scheduler's address: `--cluster tcp://host:8786`.",
    ),
    "M010": Code(
        "a drawing process was ended",
        "Something outside, usually the system when memory runs out, ended a process while it drew.",
        "Close other programs, or draw with fewer processes: `questpress build --jobs 1`.",
    ),
}
