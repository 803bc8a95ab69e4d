# Fuzz targets: tests/fuzz/fuzz_NAME.c with LLVMFuzzerTestOneInput, seeds in
# tests/fuzz/corpus/NAME.
#   fuzz-replay   every seed once, with any compiler; part of check
#   fuzz          libFuzzer (clang), FUZZ_SECONDS for each target

FUZZ_NAMES	= $(patsubst tests/fuzz/fuzz_%.c,%,\
		  $(sort $(wildcard tests/fuzz/fuzz_*.c)))
FUZZ_SECONDS	?= 30
FUZZ_REPLAY	= $(if $(FUZZ_NAMES),tests/fuzz/replay.sh)
REPLAYS		= $(FUZZ_NAMES:%=$(BUILD)/fuzz/replay_%)
FUZZERS		= $(FUZZ_NAMES:%=$(BUILD)/fuzz/fuzz_%)

$(BUILD)/fuzz/replay_%: $(BUILD)/obj/tests/fuzz/fuzz_%.o \
    $(BUILD)/obj/tests/fuzz/replay.o $(call obj,$(TESTED_SRC))
	@mkdir -p $(@D)
	$(call say,LD,$@)$(CC) $(CFLAGS_ALL) $(LDFLAGS) -o $@ $^ $(LIBS)
$(BUILD)/fuzz/fuzz_%: $(BUILD)/obj/tests/fuzz/fuzz_%.o \
    $(call obj,$(TESTED_SRC))
	@mkdir -p $(@D)
	$(call say,LD,$@)$(CC) $(CFLAGS_ALL) -fsanitize=fuzzer $(LDFLAGS) \
	  -o $@ $^ $(LIBS)
.PRECIOUS: $(BUILD)/obj/tests/fuzz/%.o

replays: $(REPLAYS)
fuzz-replay: replays
	@$(if $(FUZZ_REPLAY),$(RUN) $(FUZZ_REPLAY))

# New findings of a run stay in the build folder.
fuzz-run: $(FUZZERS)
	@for n in $(FUZZ_NAMES); do \
		log=$(BUILD)/fuzz/$$n.log; mkdir -p $(BUILD)/fuzz/found/$$n; \
		$(BUILD)/fuzz/fuzz_$$n -max_total_time=$(FUZZ_SECONDS) \
		  -artifact_prefix=$(BUILD)/fuzz/$$n- \
		  $(BUILD)/fuzz/found/$$n tests/fuzz/corpus/$$n >$$log 2>&1 || \
		  { tail -n 40 $$log; exit 1; }; \
		echo "fuzz $$n: $$(grep '^Done' $$log)"; done
fuzz:
	@$(MAKE) --no-print-directory BUILD=build-fuzz CC=clang \
	  SAN=address,undefined OPT='-O1 -g' \
	  CFLAGS='$(CFLAGS) -fsanitize=fuzzer-no-link' fuzz-run

.PHONY: replays fuzz-replay fuzz-run fuzz
