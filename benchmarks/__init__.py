"""How fast the press is and how much memory it takes: `make bench`, or `python -m benchmarks` in a checkout."""
