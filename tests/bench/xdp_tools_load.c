/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Loaded before the programs of xdp-tools (LD_PRELOAD). Their objects hold,
 * beside the program that does the work, watchers of tracepoints; older ones
 * name tracepoints that newer kernels are without, and for one of those
 * libbpf refuses to load any of it. Here such a watcher is left out. The rest
 * is as they have it.
 */
#include <bpf/btf.h>
#include <bpf/libbpf.h>
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

int bpf_object__load(struct bpf_object *);

/* A tracepoint NAME is in the kernel's types as btf_trace_NAME. */
static bool
is_missing(const struct btf *kernel, const char *section)
{
	static const char kind[] = "tp_btf/";
	char name[128];

	if (strncmp(section, kind, sizeof(kind) - 1) != 0)
		return false;
	snprintf(
	    name, sizeof(name), "btf_trace_%s", section + sizeof(kind) - 1);
	return btf__find_by_name_kind(kernel, name, BTF_KIND_TYPEDEF) < 0;
}

int
bpf_object__load(struct bpf_object *o)
{
	/* ISO C has no cast from an object's address to a function's */
	union {
		void *symbol;
		int (*load)(struct bpf_object *);
	} next = { .symbol = dlsym(RTLD_NEXT, "bpf_object__load") };
	struct btf *kernel = btf__load_vmlinux_btf();
	struct bpf_program *p = NULL;

	while (kernel != NULL && (p = bpf_object__next_program(o, p)) != NULL)
		if (is_missing(kernel, bpf_program__section_name(p)))
			bpf_program__set_autoload(p, false);
	btf__free(kernel);
	return next.load(o);
}
