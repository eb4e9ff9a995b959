# Two commands set everything up: `make demo` and `make test`. Needs Python 3.11+ and a network to the package index.
.DEFAULT_GOAL := help
.PHONY: help demo test check check-all bench gallery format clean

PYTHON ?= python3
VENV   := .venv
RUN    := $(VENV)/bin

help:
	@echo "make demo    set up, print a score pad, score a real example"
	@echo "make test    set up and run every test"
	@echo "make check   format, lint, types and tests"
	@echo "make check-all  draw every sheet there can be and read it back (long)"
	@echo "make gallery every sheet as a picture, in output/gallery"
	@echo "make bench   measure, and write benchmarks/README.md"

# The environment: made once, and again when pyproject.toml changes. PYTHON=python3.13 takes another Python.
$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "potager needs Python 3.11 or newer; say: make PYTHON=python3.12 …"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(RUN)/python -m pip install --quiet --upgrade pip

$(VENV)/.runtime: pyproject.toml | $(VENV)/bin/python
	$(RUN)/python -m pip install --quiet --editable .
	@touch $@

$(VENV)/.tests: pyproject.toml | $(VENV)/.runtime
	$(RUN)/python -m pip install --quiet --group test --group lint
	@touch $@

$(VENV)/.bench: pyproject.toml | $(VENV)/.tests
	$(RUN)/python -m pip install --quiet --group bench
	@touch $@

# What some tests need from Debian: installed only as root with apt-get, else those tests say what to type.
.PHONY: system
system:
	@missing=""; for tool in pdftoppm:poppler-utils qpdf:qpdf chromium:chromium; do \
	  command -v $${tool%%:*} >/dev/null || missing="$$missing $${tool##*:}"; done; \
	if [ -n "$$missing" ]; then \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    echo "installing$$missing"; apt-get update -qq && apt-get install -y -qq --no-install-recommends $$missing >/dev/null; \
	  else echo "Some tests are skipped. To run them all: sudo apt-get install$$missing"; fi; fi

demo: $(VENV)/.runtime
	@echo; echo "A score pad for Garden Dice:"; echo
	@$(RUN)/potager print garden-dice pad --output output
	@echo; echo "The rulebook's own example, scored:"; echo
	@$(RUN)/potager score docs/garden-dice-example.yaml
	@echo
	@echo "Look at output/garden-dice-pad.pdf, and at docs/garden-dice-example.yaml for the tally behind the score."
	@echo "Go on: $(RUN)/potager games · $(RUN)/potager explain garden-dice · $(RUN)/potager score garden-dice"

# pdf.js, in which fillable pads are tried: fetched once; without it those tests say what to type.
.PHONY: viewer
viewer: $(VENV)/.tests
	@$(RUN)/python -m tools.pdfjs >/dev/null || true

test: $(VENV)/.tests system viewer
	$(RUN)/python -m pytest -n auto --dist worksteal

check: $(VENV)/.tests
	$(RUN)/ruff format --check .
	$(RUN)/ruff check .
	$(RUN)/mypy
	$(RUN)/potager check rules_data
	$(MAKE) test

check-all: $(VENV)/.tests system
	$(RUN)/python -m tools.check_all

format: $(VENV)/.tests
	$(RUN)/ruff format .
	$(RUN)/ruff check --fix .

bench: $(VENV)/.bench
	$(RUN)/python -m benchmarks

gallery: $(VENV)/.tests system
	$(RUN)/python -m tools.gallery

clean:
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
