/* SPDX-License-Identifier: BSD-2-Clause */
#include <ctype.h>
#include <string.h>

#include "lib/link_nic.h"

/* Words of names that drivers have for a full ring or buffer of the card. */
static const char *const ring[] = {
	"missed", /* e1000, igb, ixgbe, r8169 */
	"no_buf", /* rx_no_buffer_count: e1000, igb; no_buff_discards: qede */
	"no_dma", /* rx_no_dma_resources: ixgbe */
	"out_of_buf", /* rx_out_of_buffer: mlx5 */
	"discards_phy", /* mlx5: the port's own buffer */
	"rx oob", /* "pkts rx OOB": vmxnet3 */
	"rxbds_empty", /* tg3 */
	"fifo", /* many, as the next */
	"overflow",
	"overrun",
	"over_errors",
	NULL,
};

/* More that is lost, for want of memory, of a budget, or by a rule. */
static const char *const lost[] = {
	"drop",
	"discard",
	"alloc_fail",
	"alloc_rx",
	"alloc_err",
	"alloc fail", /* vmxnet3 */
	"no_mem", /* hv_netvsc */
	"allowance_exceeded", /* ena: the cloud's limit */
	NULL,
};

/* What is counted of sending, and verdicts of programs such as our own. */
static const char *const other[] = {
	"tx",
	"xdp_drop",
	"out_allowance",
	NULL,
};

static bool
has_word(const char *const words[], const char *name)
{
	char low[NIC_NAME] = "";

	for (size_t i = 0; i < sizeof(low) - 1 && name[i] != '\0'; i++)
		low[i] = (char)tolower((unsigned char)name[i]);
	for (size_t i = 0; words[i] != NULL; i++)
		if (strstr(low, words[i]) != NULL)
			return true;
	return false;
}

bool
nic_is_ring(const char *name)
{
	return has_word(ring, name) && !has_word(other, name);
}

bool
nic_is_loss(const char *name)
{
	return (has_word(ring, name) || has_word(lost, name)) &&
	    !has_word(other, name);
}

/* Its place, or one behind the last. */
static size_t
find(const struct nic_losses *l, const char *name)
{
	size_t i = 0;

	while (i < l->n && strcmp(l->one[i].name, name) != 0)
		i++;
	return i;
}

void
nic_add(struct nic_losses *l, const char *name, size_t len, uint64_t v)
{
	char text[NIC_NAME] = "";
	size_t i;

	while (len > 0 && *name == ' ') {
		name++;
		len--;
	}
	memcpy(text, name, len < sizeof(text) ? len : sizeof(text) - 1);
	len = strlen(text); /* it may end before its field does */
	while (len > 0 && text[len - 1] == ' ')
		text[--len] = '\0';
	if (!nic_is_loss(text))
		return;
	i = find(l, text);
	if (i == NIC_LOSSES)
		return;
	if (i == l->n) {
		memcpy(l->one[i].name, text, sizeof(text));
		l->one[i].v = 0;
		l->n++;
	}
	l->one[i].v += v;
}

void
nic_growth(const struct nic_losses *a, const struct nic_losses *b,
    struct nic_losses *g)
{
	g->n = 0;
	g->known = a->known && b->known;
	for (size_t i = 0; g->known && i < b->n; i++) {
		size_t was = find(a, b->one[i].name);

		if (was == a->n || a->one[was].v >= b->one[i].v)
			continue;
		g->one[g->n] = b->one[i];
		g->one[g->n++].v -= a->one[was].v;
	}
}
