# Each target does all of its own set-up: a fresh machine needs git, make and Python 3.11 or newer.
PYTHON ?= python3
BIN := .venv/bin
GAME ?= magnamund
GAMES := magnamund threeplains regiments warband missum
PIP := $(BIN)/python -m pip --disable-pip-version-check -q

.PHONY: help setup play terminal demo test test-fast test-slow lint bench fuzz strength lock clean

help:            ## what can be made
	@grep -E '^[a-z-]+: .*## ' $(MAKEFILE_LIST) | sed 's/: .*## /\t/' | expand -t 14

setup: .venv/run.done  ## prepare .venv/bin/warhost

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Warhost needs Python 3.11 or newer; name one with: make PYTHON=python3.12"; exit 1; }
	@echo "Making the virtual environment in .venv ..."
	@$(PYTHON) -m venv .venv

.venv/run.done: .venv/bin/python requirements/run.txt pyproject.toml
	@echo "Installing what playing needs ..."
	@$(PIP) install --require-hashes -r requirements/run.txt
	@$(PIP) install --no-deps --no-build-isolation -e .
	@touch $@

.venv/dev.done: .venv/run.done requirements/dev.txt
	@echo "Installing what testing needs ..."
	@$(PIP) install --require-hashes -r requirements/dev.txt
	@touch $@

play: setup      ## play in the browser: against the computer, beside a friend, or across the net
	@$(BIN)/warhost serve

terminal: setup  ## play in the terminal; another game with: make terminal GAME=threeplains
	@$(BIN)/warhost play $(GAME)

demo: setup      ## watch two computers fight a battle of each game, with pictures in out/demo
	@for game in $(GAMES); do $(BIN)/warhost battle $$game --seed 7 --svg out/demo/$$game || exit 1; done

lint: .venv/dev.done  ## types and style
	@$(BIN)/ruff check src tests bench
	@$(BIN)/mypy

# Explaining a comparison that fails costs every test that passes; so only what failed is run again with it.
test-fast: .venv/dev.done  ## the fast tests
	@$(BIN)/pytest -n auto --assert=plain -m "not slow" || \
	  { $(BIN)/pytest -m "not slow" --last-failed --last-failed-no-failures none; exit 1; }

test-slow: .venv/dev.done  ## long fuzzing and the players' strength
	@$(BIN)/pytest -n auto -m slow || $(BIN)/pytest -m slow --last-failed --last-failed-no-failures none

test: lint test-fast test-slow  ## everything

strength: setup  ## the tactician against chance: 200 battles of each game, every side
	@$(BIN)/python bench/strength.py

fuzz: setup      ## a thousand random battles of each game, checked after every step
	@for game in $(GAMES); do $(BIN)/warhost fuzz $$game --battles 1000 --jobs 2 || exit 1; done

bench: .venv/dev.done  ## measure speed, beside peers where they can be installed
	@test -x .venv-peers/bin/python || $(PYTHON) -m venv .venv-peers
	@.venv-peers/bin/python -m pip --disable-pip-version-check -q install --require-hashes -r requirements/peers.txt \
	  || echo "The peers could not be installed; they are left out."
	@$(BIN)/warhost bench --peers .venv-peers/bin/python

lock:            ## renew the pinned dependencies (needs uv)
	@for kind in run dev peers; do uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header \
	  --no-annotate --no-emit-index-url --no-emit-find-links requirements/$$kind.in -o requirements/$$kind.txt; done

clean:           ## remove the environment and what was made
	rm -rf .venv out build dist
