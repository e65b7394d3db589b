# `make run` shows the main job on the bundled sample; `make test` runs every check.
# Both set themselves up in .venv and need only Python 3.11+ and make.

PYTHON ?= python3
BIN := .venv/bin

.PHONY: run test lint bench docs screenshots clean

run: .venv/runtime
	@$(BIN)/lackmus demo

test: lint
	$(BIN)/python -m pytest --numprocesses=auto --maxprocesses=4

lint: .venv/testing
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: .venv/testing
	@$(BIN)/python -m compileall -q src
	$(BIN)/python -m benchmarks

docs: .venv/runtime
	$(BIN)/python docs/make_commands.py

screenshots: .venv/runtime
	$(BIN)/python docs/make_pictures.py

clean:
	rm -rf .venv lackmus-demo dist .mypy_cache .pytest_cache .ruff_cache .hypothesis

# The virtual environment is made only by a Python that can make a whole one.
.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
		{ echo "Lackmus needs Python 3.11 or newer as '$(PYTHON)': install it, or name another with 'make PYTHON=python3.12 …'." >&2; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || \
		{ echo "$(PYTHON) cannot create a virtual environment: install its venv package (on Debian or Ubuntu: apt-get install python3-venv) and try again." >&2; exit 1; }
	@$(PYTHON) -m venv .venv || { rm -rf .venv; exit 1; }

.venv/runtime: pyproject.toml | .venv/bin/python
	@echo "Setting up Lackmus in .venv (once) …" >&2
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@$(BIN)/python -m compileall -q src  # so that every start is quick
	@touch $@

.venv/testing: .venv/runtime
	@echo "Setting up what the tests need (once) …" >&2
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check 'pip>=25.1' && \
		$(BIN)/python -m pip install --quiet --group test
	@touch $@
