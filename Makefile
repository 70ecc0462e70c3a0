# Two commands do everything from a fresh clone: `make print` and `make test`.
PYTHON := .venv/bin/python
QUESTPRESS := .venv/bin/questpress

.PHONY: print test bench bench-solver setup check clean

print: setup
	$(QUESTPRESS) build

test: setup
	.ci/setup witnesses
	$(PYTHON) -m pytest -n auto

check: setup
	$(QUESTPRESS) check

bench: setup
	$(PYTHON) -m benchmarks

bench-solver: setup
	$(PYTHON) -m benchmarks.solver

setup:
	@.ci/setup

clean:
	rm -rf .venv .questpress schemas
	find output -mindepth 1 ! -name .gitkeep -delete
