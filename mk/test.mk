# Unit tests: one Check binary of every tests/NAME_test.c. Each file exports
# `Suite *NAME_suite(void)`; the list is made from the file names.
#   CK_RUN_SUITE=pace build/tests/unit   runs one suite

TEST_NAMES = $(patsubst tests/%_test.c,%,$(sort $(wildcard tests/*_test.c)))
CHECK_CFLAGS := $(shell $(PKG_CONFIG) --cflags check 2>/dev/null)
CHECK_LIBS := $(shell $(PKG_CONFIG) --libs check 2>/dev/null || echo -lcheck)
# everything but the four main.c
TESTED_SRC = $(sort $(LIB_SRC) $(SRC_netblast) $(SRC_netreceive) \
	     $(SRC_netcollect) $(SRC_netharness))

$(BUILD)/tests/suites.inc: $(wildcard tests/*_test.c)
	@mkdir -p $(@D)
	$(Q)for n in $(TEST_NAMES); do echo "SUITE($$n)"; done > $@

$(BUILD)/obj/tests/unit.o: $(BUILD)/tests/suites.inc
# private: else $(BUILD)/flags, a prerequisite, would see it too
$(BUILD)/obj/tests/%.o: private CPPFLAGS += -I$(BUILD)/tests $(CHECK_CFLAGS) \
	-DTEST_DATA='"tests/data"'

$(BUILD)/tests/unit: $(call obj,tests/unit.c $(TEST_SRC) $(TESTED_SRC))
	@mkdir -p $(@D)
	$(call say,LD,$@)$(CC) $(CFLAGS_ALL) $(LDFLAGS) -o $@ $^ \
	  $(CHECK_LIBS) $(LIBS_netblast) $(LIBS_netreceive) $(LIBS)

# Programs that lab tests use; labs are Linux's.
LAB_TOOLS = $(if $(filter linux,$(OS_SUFFIX)),$(patsubst %.c,$(BUILD)/%,\
	$(wildcard tests/lab/*.c)))
$(LAB_TOOLS): $(BUILD)/%: %.c $(BUILD)/libblast.a
	@mkdir -p $(@D)
	$(call say,CC,$@)$(CC) $(CPPFLAGS_ALL) $(CFLAGS_ALL) $(LDFLAGS) \
	  -o $@ $^ $(LIBS)

unit: $(BUILD)/tests/unit
	$(Q)$(BUILD)/tests/unit

.PHONY: unit
