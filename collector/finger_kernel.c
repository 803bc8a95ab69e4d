/* SPDX-License-Identifier: BSD-2-Clause */
/* Which kernel, how it was built, and what it defends itself against. */
#include <stdio.h>
#include <string.h>

#include "collector/finger.h"

/* What costs time for each packet and is left out of production kernels. */
static const char debug_options[] =
    /* Linux */
    "PROVE_LOCKING LOCKDEP DEBUG_LOCK_ALLOC LOCK_STAT DEBUG_SPINLOCK "
    "DEBUG_MUTEXES DEBUG_ATOMIC_SLEEP DEBUG_PREEMPT KASAN KCSAN KMSAN "
    "DEBUG_KMEMLEAK DEBUG_OBJECTS DEBUG_PAGEALLOC SLUB_DEBUG_ON "
    "DEBUG_SLAB DEBUG_VM GCOV_KERNEL PROVE_RCU "
    "NET_DEV_REFCNT_TRACKER NET_NS_REFCNT_TRACKER "
    /* the BSDs */
    "INVARIANTS WITNESS DIAGNOSTIC DEBUG LOCKDEBUG LOCK_PROFILING "
    "DEBUG_LOCKS DEADLKRES DEBUG_MEMGUARD MUTEX_DEBUG KCOV POOL_DEBUG "
    "KMEM_GUARD SLAB_DEBUG";

static const char preempt_options[] =
    "PREEMPT_NONE PREEMPT_VOLUNTARY PREEMPT PREEMPT_LAZY PREEMPT_RT "
    "PREEMPT_DYNAMIC";

/* The options of arg that are set, or "none". */
static bool
options(const struct finger_at *at, char text[FINGER_TEXT])
{
	if (at->v->type != VALUE_OBJECT)
		return false;
	for (const struct value *v = at->v->first; v != NULL; v = v->next)
		if (finger_word(at->arg, v->key))
			finger_add(text, v->key);
	if (text[0] == '\0')
		finger_add(text, "none");
	return true;
}

/* The kernel says it itself while it boots; silence proves nothing. */
static bool
warned(const struct finger_at *at, char text[FINGER_TEXT])
{
	static const char *const words[] = { "WITNESS", "DIAGNOSTIC" };
	static const char says[] = " option enabled";
	size_t len = sizeof(says) - 1;
	const char *p = at->l->text, *end = p + at->l->text_len;

	for (; p != NULL && end - p > (ptrdiff_t)len; p++) {
		p = memchr(p, ' ', (size_t)(end - p));
		if (p == NULL || end - p < (ptrdiff_t)len)
			break;
		if (memcmp(p, says, len) != 0)
			continue;
		for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
			size_t n = strlen(words[i]);

			if (p - at->l->text >= (ptrdiff_t)n &&
			    memcmp(p - n, words[i], n) == 0 &&
			    !finger_word(text, words[i]))
				finger_add(text, words[i]);
		}
	}
	return text[0] != '\0';
}

/*
 * ifconfig of another release than the kernel may be unable to ask for what
 * the kernel has. Patch levels may differ: they need not touch both.
 */
static bool
mismatch(const struct finger_at *at, char text[FINGER_TEXT])
{
	const struct fp_key *k = fp_find(&at->f->keys, FP_SUBJECT, "kernel");
	size_t n, m;

	if (k == NULL || k->value == NULL || at->v->type != VALUE_TEXT)
		return false;
	/* "13.2-RELEASE" of "13.2-RELEASE-p4" */
	n = strcspn(k->value, "-");
	n += k->value[n] == '-' ? 1 + strcspn(k->value + n + 1, "-") : 0;
	m = strcspn(at->v->text, "-");
	m += at->v->text[m] == '-' ? 1 + strcspn(at->v->text + m + 1, "-") : 0;
	snprintf(text, FINGER_TEXT, "%s",
	    n == m && memcmp(k->value, at->v->text, n) == 0 ? "false" : "true");
	return true;
}

const struct finger_rule finger_rules_kernel[] = {
	{ "kernel", FP_SUBJECT, NULL, "uname", "release", NULL, NULL },
	{ "kernel", FP_SUBJECT, NULL, "sysctl", "?|kernel.osrelease", NULL,
	    NULL },
	{ "kernel", FP_SUBJECT, NULL, "sysctl", "?|kern.osrelease", NULL,
	    NULL },
	{ "kernel", FP_SUBJECT, NULL, "dmesg", "release", NULL, NULL },
	{ "kernel.build", FP_SUBJECT, NULL, "uname", "version", NULL, NULL },
	{ "kernel.build", FP_SUBJECT, NULL, "sysctl", "?|kernel.version", NULL,
	    NULL },
	{ "kernel.build", FP_SUBJECT, NULL, "sysctl", "?|kern.version", NULL,
	    NULL },
	{ "kernel.build", FP_SUBJECT, NULL, "dmesg", "build", NULL, NULL },
	{ "kernel.config", FP_SUBJECT, "FreeBSD NetBSD OpenBSD DragonFly",
	    "kconfig", "ident", NULL, NULL },
	{ "kernel.config", FP_SUBJECT, "FreeBSD NetBSD OpenBSD DragonFly",
	    "sysctl", "?|kern.ident", NULL, NULL },
	{ "kernel.config", FP_SUBJECT, "FreeBSD NetBSD OpenBSD DragonFly",
	    "uname", "config", NULL, NULL },
	{ "kernel.config", FP_SUBJECT, "FreeBSD NetBSD OpenBSD DragonFly",
	    "dmesg", "kernel", NULL, NULL },
	{ "kernel.options", FP_SUBJECT, NULL, "kconfig", "n_options", NULL,
	    NULL },
	{ "kernel.options_hash", FP_SUBJECT, NULL, "kconfig", "hash", NULL,
	    NULL },
	{ "kernel.debug", FP_SUBJECT, NULL, "kconfig", "options", options,
	    debug_options },
	{ "kernel.debug", FP_SUBJECT, NULL, "dmesg", "", warned, NULL },
	{ "kernel.preempt", FP_SUBJECT, "Linux", "kconfig", "options", options,
	    preempt_options },
	{ "kernel.hz", FP_SUBJECT, NULL, "sysctl", "?|kern.hz", NULL, NULL },
	{ "kernel.hz", FP_SUBJECT, NULL, "kconfig", "options|HZ", NULL, NULL },
	{ "kernel.userland", FP_SUBJECT, "FreeBSD", "userland", "userland",
	    NULL, NULL },
	{ "kernel.userland_mismatch", FP_SUBJECT, "FreeBSD", "userland",
	    "userland", mismatch, NULL },
	/* Linux gives words, the BSDs mostly 0 and 1 */
	{ "mitigation.%", FP_SUBJECT, "Linux", "files",
	    "files|" FINGER_CPU "vulnerabilities/*", NULL, NULL },
	{ "mitigation.meltdown", FP_SUBJECT, "FreeBSD DragonFly", "sysctl",
	    "?|vm.pmap.pti", NULL, NULL },
	{ "mitigation.meltdown", FP_SUBJECT, "FreeBSD DragonFly", "sysctl",
	    "?|machdep.meltdown_mitigation", NULL, NULL },
	{ "mitigation.spectre", FP_SUBJECT, "FreeBSD DragonFly", "sysctl",
	    "?|hw.ibrs_active", NULL, NULL },
	{ "mitigation.spectre", FP_SUBJECT, "FreeBSD DragonFly", "sysctl",
	    "?|machdep.spectre_mitigation", NULL, NULL },
	{ "mitigation.mds", FP_SUBJECT, "FreeBSD DragonFly", "sysctl",
	    "?|hw.mds_disable_state", NULL, NULL },
	{ "mitigation.mds", FP_SUBJECT, "FreeBSD DragonFly", "sysctl",
	    "?|machdep.mds_mitigation", NULL, NULL },
	{ "mitigation.%.%", FP_SUBJECT, "FreeBSD", "sysctl",
	    "?|machdep.mitigations.*.*", NULL, NULL },
	{ "mitigation.%", FP_SUBJECT, "NetBSD", "sysctl",
	    "?|machdep.*.mitigated", NULL, NULL },
	{ "mitigation.svs", FP_SUBJECT, "NetBSD", "sysctl",
	    "?|machdep.svs.enabled", NULL, NULL },
	{ NULL, FP_NOTES, NULL, NULL, NULL, NULL, NULL },
};
