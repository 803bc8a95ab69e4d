/* SPDX-License-Identifier: BSD-2-Clause */
#include "netreceive/view.h"

/* Tags as on the wire: the one that the kernel took off comes first. */
static bool
vlans_match(
    const struct rx_options *o, const struct rx_pkt *p, const struct dissect *d)
{
	size_t stripped = p->tagged ? 1 : 0;

	if (o->vlan.n == 0)
		return true;
	if (o->vlan.n != stripped + d->tags)
		return false;
	if (p->tagged && (p->tci & 0xfff) != o->vlan.vid[0])
		return false;
	for (size_t i = 0; i < d->tags; i++)
		if ((d->tci[i] & 0xfff) != o->vlan.vid[stripped + i])
			return false;
	return true;
}

static bool
checksums_wrong(const struct rx_pkt *p, const struct dissect *d, struct view *v)
{
	enum dissect_csum ip = dissect_ip_csum(p->data, d), udp;

	v->pending = ip == DISSECT_CSUM_PARTIAL;
	if (ip == DISSECT_CSUM_BAD || (v->pending && !p->csum_unknown))
		return true;
	if (p->csum_pending)
		return false;
	udp = dissect_udp_csum(p->data, p->len, d);
	v->unverified = udp == DISSECT_CSUM_CUT;
	if (udp == DISSECT_CSUM_PARTIAL) {
		v->pending = true;
		return !p->csum_unknown;
	}
	return udp == DISSECT_CSUM_BAD;
}

static bool
is_port(const struct rx_options *o, uint16_t port)
{
	return port >= o->port.min && port <= o->port.max;
}

static enum foreign
port(const struct rx_options *o, const struct view *v)
{
	return is_port(o, v->dst_port) ? FOREIGN_KINDS : FOREIGN_PORT;
}

enum foreign
view_ethernet(const struct rx_options *o, const struct rx_pkt *p,
    struct dissect *d, struct view *v)
{
	enum dissect_verdict verdict =
	    dissect_frame(p->data, p->len, p->wire_len, d);

	if (verdict == DISSECT_BROKEN && d->dst_port != 0 &&
	    p->len > d->l4 + 8) {
		/* a wrong length: is it one of ours that was damaged? */
		v->damaged = true;
		d->payload = d->l4 + 8;
		d->payload_bytes = d->captured_bytes = p->len - d->payload;
	} else if (verdict != DISSECT_UDP) {
		v->cut = verdict == DISSECT_CUT &&
		    (d->dst_port == 0 || is_port(o, d->dst_port));
		return FOREIGN_FRAME;
	}
	if (!vlans_match(o, p, d))
		return FOREIGN_VLAN;
	v->payload = p->data + d->payload;
	v->bytes = d->payload_bytes;
	v->captured = d->captured_bytes;
	v->source = &d->src;
	v->src_port = d->src_port;
	v->dst_port = d->dst_port;
	v->damaged = v->damaged || checksums_wrong(p, d, v);
	return port(o, v);
}

enum foreign
view_payload(const struct rx_options *o, const struct rx_pkt *p, struct view *v)
{
	v->payload = p->data;
	v->bytes = p->wire_len;
	v->captured = p->len;
	v->source = &p->src;
	v->src_port = p->src_port;
	v->dst_port = p->dst_port;
	return port(o, v);
}
