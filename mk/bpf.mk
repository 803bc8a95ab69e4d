# Programs for the kernel: NAME.bpf.c becomes a skeleton, a header that holds
# the object and reaches its variables by name. Only engines whose tools are
# there ask for one (TX_NEEDS_NAME, RX_NEEDS_NAME in mk/OS.mk). Not below
# $(BUILD)/obj: what is there is linked into programs.
BPF_CLANG ?= clang
BPF_GEN	= $(BUILD)/bpf
BPF_CFLAGS = -target bpf -O2 -g -Wall -Wextra $(if $(WERROR),-Werror) \
	  -ffreestanding -I.
# where Debian has asm/types.h
BPF_CFLAGS += $(patsubst %/asm/types.h,-I%,$(wildcard \
	  /usr/include/$(shell $(CC) -dumpmachine | sed s/-pc-/-/)/asm/types.h))

$(BPF_GEN)/%.bpf.o: %.bpf.c
	@mkdir -p $(@D)
	$(call say,BPF,$<)$(BPF_CLANG) $(BPF_CFLAGS) -MMD -MP -c -o $@ $<
$(BPF_GEN)/%.skel.h: $(BPF_GEN)/%.bpf.o
	$(call say,SKEL,$@)PATH="$$PATH:/usr/sbin" bpftool gen skeleton $< \
	  name $(notdir $*) > $@

# atomic operations that return what was there (Linux 5.12)
$(BPF_GEN)/netreceive/%.bpf.o: private BPF_CFLAGS += -mcpu=v3

define skeleton
$(BUILD)/obj/$(1).o: $(BPF_GEN)/$(1).skel.h
$(BUILD)/obj/$(1).o: private CPPFLAGS += -I$(BPF_GEN)
.SECONDARY: $(BPF_GEN)/$(1).bpf.o
-include $(wildcard $(BPF_GEN)/$(dir $(1))*.d)
endef
$(foreach p,netblast/tx_xdp netreceive/rx_xdp,$(eval $(call skeleton,$(p))))
