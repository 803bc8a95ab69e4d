/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "collector/dmesg.h"

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

size_t
dmesg_place(struct span s, const char *word)
{
	size_t len = strlen(word);

	for (size_t i = 0; i + len <= s.len; i++)
		if (memcmp(s.p + i, word, len) == 0)
			return i;
	return s.len;
}

static struct span
from(struct span s, size_t at)
{
	return (struct span){ s.p + at, s.len - at };
}

static struct span
up_to(struct span s, const char *ends)
{
	size_t n = 0;

	while (n < s.len && strchr(ends, s.p[n]) == NULL)
		n++;
	while (n > 0 && s.p[n - 1] == ' ')
		n--;
	return (struct span){ s.p, n };
}

/* Letters, then a unit: "wm0", "mlx5en0"; dots of a VLAN are not hardware's. */
static bool
is_device(struct span s)
{
	if (s.len < 2 || s.len > 16 || *s.p < 'a' || *s.p > 'z' ||
	    !is_digit(s.p[s.len - 1]))
		return false;
	for (size_t i = 0; i < s.len; i++)
		if (!is_digit(s.p[i]) && (s.p[i] < 'a' || s.p[i] > 'z') &&
		    s.p[i] != '_')
			return false;
	return true;
}

/* Linux: driver and bus address in front, "igb 0000:01:00.0: eth0: ..." */
static bool
linux_card(const struct line *l, struct span *driver, struct span *name)
{
	struct span s[3];

	if (text_fields(l, s, 3) < 3 || s[1].len < 8 || *s[1].p > '9' ||
	    dmesg_place(s[1], ":") == s[1].len ||
	    dmesg_place(s[1], ".") == s[1].len || s[2].p[s[2].len - 1] != ':')
		return false;
	s[2].len--;
	*driver = s[0];
	*name = s[2];
	return is_device(s[2]);
}

struct span
card_renamed_from(const struct line *l)
{
	static const char words[] = ": renamed from ";
	struct span driver, name, s = { l->p, l->len };
	size_t i = dmesg_place(s, words);

	if (i == s.len || !linux_card(l, &driver, &name))
		return (struct span){ "", 0 };
	return up_to(from(s, i + sizeof(words) - 1), " ");
}

struct span
card_name(const struct line *l)
{
	struct span none = { "", 0 }, s[2], driver, name;

	if (linux_card(l, &driver, &name))
		return name;

	if (text_fields(l, s, 2) < 2)
		return none;
	if (s[0].p[s[0].len - 1] == ':')
		s[0].len--;
	else if (!span_is(s[1], "at"))
		return none;
	return is_device(s[0]) ? s[0] : none;
}

struct span
card_driver(const struct card *c)
{
	struct span s = c->name;

	if (c->driver.len > 0)
		return c->driver;
	while (s.len > 0 && is_digit(s.p[s.len - 1]))
		s.len--;
	return s;
}

bool
card_is_network(const struct card *c)
{
	static const char *const drivers[] = { "age", "alc", "ale", "aq", "axe",
		"axgbe", "bce", "bge", "bnx", "bnxt", "bxe", "cas", "cxgb",
		"cxgbe", "cxl", "dc", "de", "em", "emx", "ena", "et", "fxp",
		"gem", "gx", "hme", "hn", "igb", "igc", "iavf", "ice", "ix",
		"ixg", "ixgbe", "ixl", "ixv", "jme", "lge", "mce", "mcx",
		"mlxen", "msk", "mskc", "mxge", "myx", "nfe", "nge", "oce",
		"pcn", "re", "rge", "rl", "sf", "sis", "sk", "skc", "ste",
		"stge", "ti", "tlp", "tx", "vge", "vic", "vio", "vioif", "vmx",
		"vr", "vtnet", "wm", "xl", "xnf", NULL };
	struct span driver = card_driver(c);

	if (c->mac.len > 0)
		return true;
	return span_one_of(driver, drivers);
}

/* ---- address -------------------------------------------------------------- */

static bool
is_mac(struct span s)
{
	if (s.len != 17)
		return false;
	for (size_t i = 0; i < s.len; i++)
		if (i % 3 == 2
			? s.p[i] != ':'
			: strchr("0123456789abcdefABCDEF", s.p[i]) == NULL)
			return false;
	return true;
}

bool
card_is_address(const struct line *l)
{
	return is_mac((struct span){ l->p, l->len });
}

/* "Ethernet address 00:...", "Ethernet address: 00:...", "address 00:..." */
static void
take_mac(struct card *c, const struct line *l)
{
	struct span s;
	size_t at = 0;
	bool address = false;

	while (c->mac.len == 0 && text_next(l, &at, &s)) {
		while (s.len > 0 && strchr(",.;", s.p[s.len - 1]) != NULL)
			s.len--;
		if ((address || c->driver.len > 0) && is_mac(s))
			c->mac = s;
		address = span_is(s, "address") || span_is(s, "address:");
	}
}

/* ---- interrupt ------------------------------------------------------------ */

/*
 * NetBSD: "interrupting at ioapic0 pin 5 (irq 5)", "... at msix0 vec 0
 * affinity to 1"; before the address: "ioapic0 pin 3 (irq 3), address ...".
 * OpenBSD: behind the description: "apic 1 int 16 (irq 11), address", "msi,
 * address", "irq 11, address". FreeBSD: "irq 16 at device 0.0 on pci1", which
 * vmstat -i calls irq16.
 */
static void
take_irq(struct card *c, const struct line *l, struct span behind)
{
	static const char *const forms[] = { "ioapic", "apic ", "irq ", "msi",
		"ivec ", "vec " };
	static const char at[] = "interrupting at ";
	struct span all = { l->p, l->len };
	size_t i = dmesg_place(all, at);

	if (c->irq.len > 0)
		return;
	if (i < all.len) {
		all = from(all, i + sizeof(at) - 1);
		i = dmesg_place(all, " affinity");
		all.len = i;
		c->irq = up_to(all, "(,");
		return;
	}
	while (behind.len > 0 && c->irq.len == 0) {
		for (i = 0; i < sizeof(forms) / sizeof(forms[0]); i++)
			if (span_begins(behind, forms[i]))
				c->irq = up_to(behind, "(,");
		i = up_to(behind, ",:").len;
		behind = from(behind, i);
		while (behind.len > 0 && strchr(",: ", *behind.p) != NULL)
			behind = from(behind, 1);
	}
}

/* FreeBSD's resources: "port 0xdc00-0xdc3f irq 16 at device 0.0 on pci1". */
static void
take_resource(struct card *c, struct span behind)
{
	size_t i = dmesg_place(behind, " irq ");
	uint64_t n;

	if (i == behind.len || c->irq.len > 0)
		return;
	c->irq = up_to(from(behind, i + 5), " ");
	c->irq_number = span_u64(c->irq, &n);
	if (!c->irq_number)
		c->irq.len = 0;
}

/* FreeBSD: "Using MSI-X interrupts with 5 vectors", "Using an MSI interrupt" */
static void
take_message_irq(struct card *c, struct span s)
{
	static const char with[] = "nterrupts with ";
	size_t i;

	if (!span_begins(s, ": Using ") || dmesg_place(s, "MSI") == s.len)
		return;
	c->message_irq = true;
	i = dmesg_place(s, with);
	if (i == s.len ||
	    !span_u64(up_to(from(s, i + sizeof(with) - 1), " "), &c->vectors))
		c->vectors = dmesg_place(s, "an MSI interrupt") < s.len;
}

/* ---- chip ----------------------------------------------------------------- */

/* A word like 82571EB, BCM5751, I350, RTL8111/8168: 0 for one like PRO/1000. */
static int
chip_likeness(struct span s, bool in_brackets)
{
	static const char *const others[] = { "10/100", "PRO/", "1000B",
		"1000b", "100B", "100b", "10GB", "10Gb", "10G", "40G", "25G",
		"100G", "0x", "1G" };
	static const char *const makers[] = { "82", "BCM", "RTL", "88E", "DP",
		"MT2", "AR8", "i82", "I2", "I3", "X5", "X7", "XL7", "VSC" };
	size_t digits = 0;
	int likeness = 1;

	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		if (span_begins(s, others[i]))
			return 0;
	for (size_t i = 0; i < s.len; i++) {
		digits += is_digit(s.p[i]);
		if (s.p[i] == '.' || s.p[i] == ':')
			return 0;
	}
	if (digits < 3 || (digits == s.len && digits < 5))
		return 0;
	for (size_t i = 0; i < sizeof(makers) / sizeof(makers[0]); i++)
		if (span_begins(s, makers[i]))
			likeness = 3;
	/* "X520 82599ES" is a card with its chip */
	return likeness + in_brackets + span_begins(s, "82");
}

static void
take_chip(struct card *c, struct span left)
{
	static const char between[] = " \t()<>,\"[]";
	struct span s;
	int best = 0;

	if (c->chip.len > 0)
		return;
	while (left.len > 0) {
		bool brackets = *left.p == '(';
		int likeness;

		if (strchr(between, *left.p) != NULL) {
			left = from(left, 1);
			if (!brackets || left.len == 0 ||
			    strchr(between, *left.p) != NULL)
				continue;
		}
		s = up_to(left, between);
		if (s.len == 0) {
			left = from(left, 1);
			continue;
		}
		likeness = chip_likeness(s, brackets);
		if (likeness > best) {
			best = likeness;
			c->chip = s;
		}
		left = from(left, s.len);
	}
}

/* ---- attachment ----------------------------------------------------------- */

/* What stands between two signs: "<Intel ...>"; behind: after the second. */
static bool
between(struct span s, char open, char close, struct span *inner,
    struct span *behind)
{
	const char *a = s.len > 0 ? memchr(s.p, open, s.len) : NULL;
	const char *b = a == NULL
	    ? NULL
	    : memchr(a + 1, close, (size_t)(s.p + s.len - a - 1));

	if (b == NULL)
		return false;
	*inner = (struct span){ a + 1, (size_t)(b - a - 1) };
	*behind = (struct span){ b + 1, (size_t)(s.p + s.len - b - 1) };
	return true;
}

/* "Intel PRO/1000 PT (82571EB), rev. 6", "RTL8169 (rev. 0x10)" */
static struct span
without_revision(struct span s)
{
	size_t a = dmesg_place(s, ", rev"), b = dmesg_place(s, " (rev");

	s.len = a < b ? a : b;
	return s;
}

/* "wm0 at pci5 dev 0 function 0: Intel ...": the text behind the colon. */
static void
take_attachment(struct card *c, const struct line *l)
{
	struct span s = { l->p, l->len }, behind = { "", 0 };
	size_t colon = dmesg_place(s, ": ");
	bool at = dmesg_place(s, " at ") == c->name.len;

	if (at && c->description.len == 0) {
		/* OpenBSD quotes what the card says */
		if (!between(s, '"', '"', &c->description, &behind) &&
		    colon < s.len) {
			behind = from(s, colon + 2);
			if (dmesg_place(behind, "address") == behind.len)
				c->description = without_revision(behind);
		}
		take_irq(c, l, behind);
		take_chip(c, c->description);
		take_chip(c, behind);
		return;
	}
	s = from(s, c->name.len);
	if (span_begins(s, ": <") && c->description.len == 0 &&
	    between(s, '<', '>', &c->description, &behind)) {
		take_resource(c, behind);
		take_chip(c, c->description);
	}
	take_message_irq(c, s);
	take_irq(c, l, (struct span){ "", 0 });
}

/* "e1000e 0000:00:19.0 eth0: Intel(R) PRO/1000 Network Connection" */
static void
take_linux(struct card *c, const struct line *l, struct span name)
{
	static const char connection[] = "Network Connection";
	struct span s = { l->p, l->len };

	if (c->description.len > 0 || dmesg_place(s, connection) == s.len)
		return;
	s = from(s, (size_t)(name.p + name.len + 1 - s.p));
	while (s.len > 0 && *s.p == ' ')
		s = from(s, 1);
	c->description = s;
	take_chip(c, s);
}

void
card_take(struct card *c, const struct line *l)
{
	struct span driver, name;

	if (linux_card(l, &driver, &name)) {
		c->driver = driver;
		take_linux(c, l, name);
	} else {
		take_attachment(c, l);
	}
	take_mac(c, l);
}
