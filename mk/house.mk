# The targets around the build: dependencies, checks, installation.

help:
	@sed -n 's/^#: //p' mk/house.mk
#: all            the programs, in build/ (the default)
#: deps           install what `make check` needs; deps-demo: the small set
#: demo           deps-demo, all, and the lab campaign with its report
#: check          deps, all, and every test: lint unit cli fuzz lab report
#: unit, check-cli, check-lab, check-report, fuzz-replay, lint   parts of it
#: asan, tsan     unit, cli and lab tests under the sanitizers
#: valgrind       unit tests under memcheck
#: fuzz           libFuzzer, FUZZ_SECONDS (10) for each target
#: fuzz-long      until each had FUZZ_RUNS (200000) and FUZZ_CPU (60) seconds
#: portcheck      strict POSIX build with dummy system files
#: cover          line coverage of unit and cli tests
#: bench          side by side with other generators, installed as needed
#:                (by hand, not in check): ROUNDS, SECONDS_EACH, ONLY
#: bench-pacing   how evenly they send at a rate (the same way)
#: bench-sink     how much the sink counts, and what a frame costs it
#: bench-collect  netcollect reading long listings, beside awk
#: format, format-check   clang-format
#: install, uninstall     PREFIX (/usr/local), DESTDIR
#: dist, clean

deps:
	@sh mk/deps.sh check
deps-demo:
	@sh mk/deps.sh demo

# A new make, because this one asked pkg-config before deps ran.
demo: deps-demo
	@$(MAKE) --no-print-directory all
	@$(BUILD)/netharness demo $(DEMO)

check: deps
	@$(MAKE) --no-print-directory check-all

# Helpers that tests source are named lib.sh or common.sh and are no tests.
scripts	= $(filter-out %/lib.sh %/common.sh,$(sort $(wildcard $(1))))
CLI	= $(call scripts,tests/cli/*.sh)
LAB	= $(call scripts,tests/lab/*.sh)
LINT	= $(call scripts,tests/lint/*.sh)
REPORT	= $(call scripts,tests/browser/*.sh)
RUN	= BUILD=$(BUILD) CC='$(CC)' tests/run

check-all: all $(BUILD)/tests/unit $(FUZZ_REPLAY) $(LAB_TOOLS)
	@$(RUN) $(LINT) $(BUILD)/tests/unit $(FUZZ_REPLAY) $(CLI) $(LAB) \
	  $(REPORT)
check-cli: all
	@$(RUN) $(CLI)
check-lab: all $(LAB_TOOLS)
	@$(RUN) $(LAB)
check-report: all
	@$(RUN) $(REPORT)
lint: all
	@$(RUN) $(LINT)
format-check:
	@$(RUN) tests/lint/format.sh
format:
	clang-format -i $$(git ls-files '*.c' '*.h')

# Sanitizers write to files, because many programs under test are started in
# the background by scripts that do not see their standard error.
SANITIZED = all $(BUILD)/tests/unit $(FUZZ_REPLAY) $(LAB_TOOLS)
SAN_LOG	= $(abspath $(BUILD))/sanitizer
sanitized: $(SANITIZED)
	@rm -f $(SAN_LOG).*
	@ASAN_OPTIONS=log_path=$(SAN_LOG):exitcode=99 \
	UBSAN_OPTIONS=log_path=$(SAN_LOG):print_stacktrace=1 \
	TSAN_OPTIONS=log_path=$(SAN_LOG) CK_FORK=no TEST_TIMEOUT=1200 \
	$(RUN) $(BUILD)/tests/unit $(FUZZ_REPLAY) $(CLI) $(LAB); rc=$$?; \
	for f in $(SAN_LOG).*; do \
		[ ! -f $$f ] || { cat $$f; rc=1; }; done; exit $$rc
asan:
	@$(MAKE) --no-print-directory BUILD=build-asan SAN=address,undefined \
	  OPT='-O1 -g' sanitized
tsan:
	@$(MAKE) --no-print-directory BUILD=build-tsan SAN=thread \
	  OPT='-O1 -g' sanitized
valgrind: $(BUILD)/tests/unit
	CK_FORK=no valgrind -q --error-exitcode=9 --leak-check=full \
	  $(BUILD)/tests/unit

# The logic is free of one system's extensions: it builds without them.
portcheck:
	@$(MAKE) --no-print-directory OS=posix BUILD=build-posix WERROR=1 all

# gcov sums by source file; unit and cli only, so no privilege is needed
cover:
	@$(MAKE) --no-print-directory BUILD=build-cover OPT='-O0 -g' \
	  CFLAGS='$(CFLAGS) --coverage' cover-run
cover-run: all $(BUILD)/tests/unit
	@find $(BUILD) -name '*.gcda' -delete
	@$(RUN) $(BUILD)/tests/unit $(CLI)
	@sh mk/cover.sh $(BUILD)

MAN1	= $(wildcard docs/*.1)
PLANS	= $(wildcard harness/plans/*.json)
INSTALL	?= install
install: all
	$(INSTALL) -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/man/man1
	$(INSTALL) -m 755 $(PROGRAMS:%=$(BUILD)/%) $(DESTDIR)$(PREFIX)/bin
	ln -sf netblast $(DESTDIR)$(PREFIX)/bin/netsend
	$(INSTALL) -m 644 $(MAN1) $(DESTDIR)$(PREFIX)/share/man/man1
	ln -sf netblast.1 $(DESTDIR)$(PREFIX)/share/man/man1/netsend.1
	$(if $(PLANS),$(INSTALL) -d $(DESTDIR)$(PREFIX)/share/netblast/plans && \
	  $(INSTALL) -m 644 $(PLANS) $(DESTDIR)$(PREFIX)/share/netblast/plans)
uninstall:
	rm -f $(PROGRAMS:%=$(DESTDIR)$(PREFIX)/bin/%) \
	  $(DESTDIR)$(PREFIX)/bin/netsend \
	  $(MAN1:docs/%=$(DESTDIR)$(PREFIX)/share/man/man1/%) \
	  $(DESTDIR)$(PREFIX)/share/man/man1/netsend.1
	rm -rf $(DESTDIR)$(PREFIX)/share/netblast

DIST	= netblast-$(VERSION)
dist:
	git archive --prefix=$(DIST)/ -o $(DIST).tar.gz HEAD

clean:
	rm -rf build build-* $(BUILD)

.PHONY: help deps deps-demo demo check check-all check-cli check-lab \
	check-report lint format format-check sanitized asan tsan valgrind \
	portcheck cover cover-run install uninstall dist clean
