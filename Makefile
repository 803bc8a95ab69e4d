# netblast: GNU make, no configure step. `make help` lists the targets.
# Everything is overridable:
#   BUILD   where objects and programs go (build)
#   OS      which mk/OS.mk to use (from uname)
#   SAN     sanitizers, for example SAN=address,undefined
#   WERROR  1 makes warnings errors (CI)
#   V       1 shows the commands
#   PREFIX, DESTDIR  for install

.DEFAULT_GOAL := all
BUILD	?= build
OS	?= $(shell uname -s | tr A-Z a-z)
PREFIX	?= /usr/local
VERSION	:= $(shell sed -n 's/^\#define NETBLAST_VERSION "\(.*\)"/\1/p' \
	lib/version.h)

PKG_CONFIG ?= pkg-config
include mk/$(OS).mk

# Optional engines: TX_NEEDS_NAME and RX_NEEDS_NAME in mk/OS.mk say what they
# need, packages as pkg-config knows them (PACKAGE@VERSION: at least that) and
# cmd:COMMAND. Without it the engine is left out, and the program says what
# was missing.
package	= $(firstword $(subst @, ,$(1)))
have	= $(shell PATH="$$PATH:/usr/sbin"; case $(1) in \
	  (cmd:*) command -v $(1:cmd:%=%);; \
	  (*@*) $(PKG_CONFIG) --atleast-version=$(lastword $(subst @, ,$(1))) \
		$(call package,$(1)) && echo yes;; \
	  (*) $(PKG_CONFIG) --exists $(1) && echo yes;; esac)
missing	= $(firstword $(foreach n,$(1),$(if $(call have,$(n)),,$(n))))
$(foreach d,TX RX,$(foreach e,$($(d)_ENGINES),\
	$(eval $(d)_MISSING_$(e) := $(call missing,$($(d)_NEEDS_$(e))))))
$(foreach d,TX RX,$(eval $(d)_ABSENT := $(strip $(foreach e,$($(d)_ENGINES),\
	$(if $($(d)_MISSING_$(e)),$(e))))))
TX_ENGINES := $(filter-out $(TX_ABSENT),$(TX_ENGINES))
RX_ENGINES := $(filter-out $(RX_ABSENT),$(RX_ENGINES))
packages = $(sort $(foreach e,$($(1)_ENGINES),$(foreach n,$(filter-out \
	cmd:%,$($(1)_NEEDS_$(e))),$(call package,$(n)))))
TX_PKGS	:= $(call packages,TX)
RX_PKGS	:= $(call packages,RX)

DIR_netblast	= netblast
DIR_netreceive	= netreceive
DIR_netcollect	= collector
DIR_netharness	= harness
PROGRAMS = netblast netreceive netcollect netharness

PKGS	= jansson $(if $(filter pcap,$(TX_ENGINES) $(RX_ENGINES)),libpcap)
PKG_CFLAGS := $(shell $(PKG_CONFIG) --cflags $(PKGS) 2>/dev/null)
PKG_LIBS := $(shell $(PKG_CONFIG) --libs $(PKGS) 2>/dev/null || \
	echo -ljansson -lpcap)
LIBS	= $(PKG_LIBS) -lnet -lm -lpthread
# only these two are linked with what their optional engines need
LIBS_netblast := $(if $(TX_PKGS),$(shell $(PKG_CONFIG) --libs $(TX_PKGS)))
LIBS_netreceive := $(if $(RX_PKGS),$(shell $(PKG_CONFIG) --libs $(RX_PKGS)))

WARN	= -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes \
	  -Wpointer-arith -Wwrite-strings -Wvla $(if $(WERROR),-Werror)
OPT	?= -O2 -g
SANFLAGS = $(if $(SAN),-fsanitize=$(SAN) -fno-omit-frame-pointer \
	-fno-sanitize-recover=all)
missed	= $(subst @,-,$(1:cmd:%=%))
CPPFLAGS_ALL = -I. $(CPPFLAGS_OS) $(CPPFLAGS) \
	  $(foreach e,$(TX_ENGINES),-DHAVE_TX_$(e)) \
	  $(foreach e,$(TX_ABSENT),-DTX_MISSING_$(e)=$(call missed,$(TX_MISSING_$(e)))) \
	  $(foreach e,$(RX_ENGINES),-DHAVE_RX_$(e)) \
	  $(foreach e,$(RX_ABSENT),-DRX_MISSING_$(e)=$(call missed,$(RX_MISSING_$(e))))
STD	= -std=c11
# strict POSIX for everything but the files whose libraries need more
POSIX	= $(if $(filter none,$(OS_SUFFIX)),-D_POSIX_C_SOURCE=200809L)
LAX	= %_pcap.o lib/frame%.o netblast/tx_libnet%.o netblast/libnet_%.o \
	  netreceive/announce.o tests/%
CFLAGS_ALL = $(STD) $(OPT) $(WARN) $(SANFLAGS) $(CFLAGS) $(PKG_CFLAGS)

# An operating system is a file: NAME_linux.c, NAME_bsd.c, NAME_none.c.
# Where a NAME_bsd.c does not exist, NAME_none.c stands in.
os_pick	= $(or $(wildcard $(1)_$(OS_SUFFIX).c),$(wildcard $(1)_none.c))
os_all	= $(wildcard $(1)/*_linux.c $(1)/*_bsd.c $(1)/*_none.c)
os_stem	= $(sort $(patsubst %_linux.c,%,$(patsubst %_bsd.c,%,\
	  $(patsubst %_none.c,%,$(call os_all,$(1))))))
os_src	= $(foreach s,$(call os_stem,$(1)),$(call os_pick,$(s)))
plain	= $(filter-out $(call os_all,$(1)) $(1)/main.c $(1)/tx_%.c \
	  $(1)/rx_%.c,$(wildcard $(1)/*.c)) $(call os_src,$(1))

LIB_SRC		= $(call plain,lib)
SRC_netblast	= $(call plain,netblast) $(TX_ENGINES:%=netblast/tx_%.c)
SRC_netreceive	= $(call plain,netreceive) $(RX_ENGINES:%=netreceive/rx_%.c)
SRC_netcollect	= $(call plain,collector)
SRC_netharness	= $(call plain,harness)
ALL_SRC		= $(sort $(LIB_SRC) $(foreach p,$(PROGRAMS),$(SRC_$(p)) \
		  $(DIR_$(p))/main.c))
TEST_SRC	= $(wildcard tests/*_test.c tests/fake/*.c)

obj	= $(patsubst %.c,$(BUILD)/obj/%.o,$(1))
Q	= $(if $(V),,@)
say	= $(if $(V),,@echo "  $(1)	$(2)";)

# What objects depend on besides their sources: rewritten when it changes.
# -Werror is left out, since it changes no object.
FLAGS	= $(CC) $(CPPFLAGS_ALL) $(filter-out -Werror,$(CFLAGS_ALL)) $(LDFLAGS) \
	  $(LIBS_netblast) $(LIBS_netreceive) $(LIBS)
$(BUILD)/flags: FORCE
	@mkdir -p $(@D)
	@echo '$(FLAGS)' | cmp -s - $@ || echo '$(FLAGS)' > $@
FORCE:

all: $(PROGRAMS:%=$(BUILD)/%) $(BUILD)/netsend

$(BUILD)/libblast.a: $(call obj,$(LIB_SRC))
	$(Q)rm -f $@
	$(call say,AR,$@)$(AR) rcs $@ $^

define program
$(BUILD)/$(1): $(call obj,$(SRC_$(1)) $(DIR_$(1))/main.c) $(BUILD)/libblast.a
	$(call say,LD,$$@)$(CC) $(CFLAGS_ALL) $(LDFLAGS) -o $$@ $$^ \
	  $(LIBS_$(1)) $(LIBS)
endef
$(foreach p,$(PROGRAMS),$(eval $(call program,$(p))))

$(BUILD)/netsend: $(BUILD)/netblast
	$(Q)ln -sf netblast $@

$(BUILD)/obj/%.o: %.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,CC,$<)$(CC) $(CPPFLAGS_ALL) \
	  $(if $(filter $(LAX),$*.o),$(if $(POSIX),-D_DEFAULT_SOURCE),$(POSIX)) \
	  $(CFLAGS_ALL) $(if $(filter lib/%,$<),$(WARN_LIB)) -MMD -MP -c -o $@ $<
WARN_LIB = -Wconversion

include mk/bpf.mk mk/test.mk mk/fuzz.mk mk/bench.mk mk/house.mk
-include $(patsubst %.o,%.d,$(call obj,$(sort $(ALL_SRC) $(TESTED_SRC)) \
	$(TEST_SRC)))

.PHONY: all FORCE
.DELETE_ON_ERROR:
