"""How laws are tried: the same examples on every run, so that a change is judged by itself and not by chance.

`HYPOTHESIS_PROFILE=search python -m pytest tests/…` looks for new ones; what it finds becomes a test of its own.
"""

from __future__ import annotations

import os

from hypothesis import settings

settings.register_profile("steady", derandomize=True, database=None)
settings.register_profile("search", print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))
