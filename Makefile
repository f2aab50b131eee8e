# `make run` plays, `make check` is for every commit, `make test` is what CI runs. All of them make .venv and install what they
# need from PyPI first.
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check -q
BUILT_FROM := pyproject.toml $(wildcard CMakeLists.txt) $(shell find native -name '*.hpp' -o -name '*.cpp' -o -name '*.txt' 2>/dev/null)

.PHONY: run lint check test test-long texts bench crash attack sanitize screenshots clean
.DEFAULT_GOAL := run

run: $(VENV)/installed
	@$(BIN)/tablier

lint: $(VENV)/installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

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
crash: $(VENV)/installed-dev
	$(BIN)/python -m tools.crash_campaign $(KILLS)

# Attack a server on loopback as an anonymous visitor could; about five minutes. ATTACKS="record heads" for a part.
attack: $(VENV)/installed-dev
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
screenshots: $(VENV)/installed-dev
	$(BIN)/python -m tools.screenshots $(SHOTS)

clean:
	rm -rf $(VENV) build dist

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "Tablier needs Python 3.11 or newer." >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)

# Build tools stay in .venv, so that a rebuild after an edit takes seconds.
$(VENV)/build-tools: $(BIN)/python
	$(PIP) install "scikit-build-core>=0.11" "nanobind>=2.9" cmake ninja
	@touch $@

$(VENV)/installed: $(VENV)/build-tools $(BUILT_FROM)
	$(PIP) install --no-build-isolation -e .
	@touch $@

$(VENV)/installed-dev: $(VENV)/installed
	$(PIP) install --no-build-isolation -e '.[dev]'
	@touch $@
