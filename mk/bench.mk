# Side by side with other generators: tests/bench/run.sh says how. By hand,
# never a part of check. Other generators that cannot be installed are left
# out, and named.

BENCH_TOOLS = $(patsubst tests/bench/%.c,$(BUILD)/bench/%,\
	$(filter-out %_load.c,$(wildcard tests/bench/*.c)))
# loaded into other programs; where it cannot be built they are as they are
BENCH_LOADED = $(patsubst tests/bench/%.c,$(BUILD)/bench/%.so,\
	$(wildcard tests/bench/*_load.c))

$(BENCH_TOOLS): $(BUILD)/bench/%: tests/bench/%.c $(BUILD)/libblast.a
	@mkdir -p $(@D)
	$(call say,CC,$@)$(CC) $(CPPFLAGS_ALL) $(CFLAGS_ALL) $(LDFLAGS) \
	  -o $@ $(filter-out %.a,$^) $(filter %.a,$^) $(LIBS_netreceive) $(LIBS)

$(BENCH_LOADED): $(BUILD)/bench/%.so: tests/bench/%.c
	@mkdir -p $(@D)
	$(call say,CC,$@)$(CC) $(CPPFLAGS_ALL) $(CFLAGS_ALL) $(LDFLAGS) \
	  -fPIC -shared -o $@ $< -lbpf || rm -f $@

# measures a part of the sink
$(BUILD)/bench/tally_cost: $(call obj,$(SRC_netreceive))

bench:
	@sh mk/deps.sh bench || echo "bench: goes on without"
	@$(MAKE) --no-print-directory bench-run
bench-run: all $(BENCH_TOOLS) $(LAB_TOOLS)
	@BUILD=$(BUILD) sh tests/bench/run.sh

# How evenly they send at a rate: tests/bench/pacing.sh says how.
bench-pacing:
	@sh mk/deps.sh bench || echo "bench: goes on without"
	@$(MAKE) --no-print-directory bench-pacing-run
bench-pacing-run: all $(BENCH_TOOLS) $(LAB_TOOLS)
	@BUILD=$(BUILD) sh tests/bench/pacing.sh

# The collector's reading of long listings beside awk.
bench-collect: all
	@BUILD=$(BUILD) sh tests/bench/collect.sh

# How much the sink can count: tests/bench/sink.sh says how.
bench-sink:
	@sh mk/deps.sh bench || echo "bench: goes on without"
	@$(MAKE) --no-print-directory bench-sink-run
bench-sink-run: all $(BENCH_TOOLS) $(BENCH_LOADED) $(LAB_TOOLS)
	@BUILD=$(BUILD) sh tests/bench/sink.sh

.PHONY: bench bench-run bench-pacing bench-pacing-run bench-collect \
	bench-sink bench-sink-run
