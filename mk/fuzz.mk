# Fuzzing. tests/fuzz/fuzz_NAME.c exports `int fuzz_NAME(const uint8_t *,
# size_t)`, which aborts where a property does not hold. The list is made
# from the file names; seeds are in tests/fuzz/corpus/NAME.
#   make fuzz [FUZZ_SECONDS=10] [FUZZ=NAME]   libFuzzer, in build-fuzz
#   make fuzz-long [FUZZ_RUNS=200000] [FUZZ_CPU=60] [FUZZ=NAME]   the same,
#                                             until both have been reached
#   make fuzz-replay                          the seeds and their beginnings

FUZZ_SECONDS ?= 10
FUZZ_RUNS ?= 200000
FUZZ_CPU ?= 60
FUZZ	?= $(FUZZ_NAMES)
FUZZ_NAMES = $(patsubst tests/fuzz/fuzz_%.c,%,\
	     $(sort $(wildcard tests/fuzz/fuzz_*.c)))
FUZZ_SRC = $(FUZZ_NAMES:%=tests/fuzz/fuzz_%.c)
FUZZ_HELP = tests/fuzz/parser.c
FUZZ_REPLAY = $(BUILD)/tests/fuzz-replay
LIBFUZZER = $(FUZZ_NAMES:%=$(BUILD)/tests/fuzz-%)

$(BUILD)/tests/targets.inc: $(FUZZ_SRC)
	@mkdir -p $(@D)
	$(Q)for n in $(FUZZ_NAMES); do echo "TARGET($$n)"; done > $@

$(BUILD)/obj/tests/fuzz/replay.o: $(BUILD)/tests/targets.inc

$(FUZZ_REPLAY): $(call obj,tests/fuzz/replay.c $(FUZZ_SRC) $(FUZZ_HELP) \
    $(TESTED_SRC))
	$(call say,LD,$@)$(CC) $(CFLAGS_ALL) $(LDFLAGS) -o $@ $^ \
	  $(LIBS_netblast) $(LIBS_netreceive) $(LIBS)

fuzz-replay: $(FUZZ_REPLAY)
	$(Q)$(FUZZ_REPLAY)

# What clang's libFuzzer calls is named the same in every target.
$(BUILD)/tests/fuzz-%: $(BUILD)/obj/tests/fuzz/fuzz_%.o \
    $(call obj,$(FUZZ_HELP) $(TESTED_SRC))
	@mkdir -p $(@D)
	$(call say,LD,$@)echo 'int fuzz_$*(const void *, unsigned long);' \
	  'int LLVMFuzzerTestOneInput(const void *, unsigned long);' \
	  'int LLVMFuzzerTestOneInput(const void *d, unsigned long n)' \
	  '{ return fuzz_$*(d, n); }' | \
	  $(CC) $(CFLAGS_ALL) -fsanitize=fuzzer $(LDFLAGS) -o $@ \
	  -x c - -x none $^ $(LIBS_netblast) $(LIBS_netreceive) $(LIBS)

FUZZED	= $(MAKE) --no-print-directory BUILD=build-fuzz CC=clang \
	  SAN=address,undefined CFLAGS=-fsanitize=fuzzer-no-link OPT='-O1 -g'
fuzz:
	@$(FUZZED) fuzz-run
fuzz-long:
	@$(FUZZED) fuzz-run-long

# New inputs and crashes stay in build-fuzz; the seeds are only read.
fuzz-run: $(FUZZ:%=$(BUILD)/tests/fuzz-%)
	@rc=0; for n in $(FUZZ); do \
		mkdir -p $(BUILD)/corpus/$$n; \
		$(BUILD)/tests/fuzz-$$n -max_total_time=$(FUZZ_SECONDS) \
		  -timeout=10 -rss_limit_mb=1024 -verbosity=0 \
		  -print_final_stats=1 -artifact_prefix=$(BUILD)/$$n- \
		  $(BUILD)/corpus/$$n tests/fuzz/corpus/$$n \
		  >$(BUILD)/$$n.log 2>&1 || \
		  { cat $(BUILD)/$$n.log; echo "fuzz: $$n: FAILED"; rc=1; }; \
		echo "fuzz: $$n: $$(sed -n \
		  's/^stat::number_of_executed_units: *//p' \
		  $(BUILD)/$$n.log) runs"; \
	done; exit $$rc

fuzz-run-long: $(FUZZ:%=$(BUILD)/tests/fuzz-%)
	@rc=0; for n in $(FUZZ); do \
		mkdir -p $(BUILD)/corpus/$$n; \
		sh tests/fuzz/long.sh $(BUILD)/tests/fuzz-$$n $(FUZZ_RUNS) \
		  $(FUZZ_CPU) $(BUILD)/corpus/$$n tests/fuzz/corpus/$$n || rc=1; \
	done; exit $$rc

.PHONY: fuzz fuzz-long fuzz-run fuzz-run-long fuzz-replay
.SECONDARY: $(call obj,$(FUZZ_SRC))
-include $(patsubst %.o,%.d,$(call obj,$(FUZZ_SRC) $(FUZZ_HELP) \
	tests/fuzz/replay.c))
