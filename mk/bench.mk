# Side by side with other generators: tests/bench/run.sh says how. By hand,
# never a part of check. Other generators that cannot be installed are left
# out, and named.

BENCH_TOOLS = $(patsubst tests/bench/%.c,$(BUILD)/bench/%,\
	$(wildcard tests/bench/*.c))

$(BENCH_TOOLS): $(BUILD)/bench/%: tests/bench/%.c $(BUILD)/libblast.a
	@mkdir -p $(@D)
	$(call say,CC,$@)$(CC) $(CPPFLAGS_ALL) $(CFLAGS_ALL) $(LDFLAGS) \
	  -o $@ $^

bench:
	@sh mk/deps.sh bench || echo "bench: goes on without"
	@$(MAKE) --no-print-directory bench-run
bench-run: all $(BENCH_TOOLS)
	@BUILD=$(BUILD) sh tests/bench/run.sh

.PHONY: bench bench-run
