#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Every loss on its own line of the ledger, equal to what the dropping part
# of the kernel counts itself: a firewall rule with and without a counter, the
# router's input queue in a flood, a shaped output queue.
set -u
# shellcheck source=tests/lab/common.sh
. "$(dirname "$0")/common.sh"

paced='"rate": "20k", "count": 20000, "burst": 1'

# The first of ten is dropped: 2,000 of 20,000.
rules='table ip t { chain f { type filter hook forward priority 0;
numgen inc mod 10 0 counter drop; }; }'
if trial counted "\"nft\": $(printf '%s' "$rules" | jq -Rs .), $paced"; then
	is counted '.derived.sent == 20000 and .derived.lost == 2000'
	is counted 'place("filter") == 2000 and .derived.ledger.residual == 0'
	is counted '.derived.ledger.loss_percent == 10'
	same "counted: the rule's own counter" "$(place filter)" \
	    "$(at dut nft -j list ruleset |
	    jq '[.. | .counter? // empty | .packets] | add')"
fi

rules='table ip t { chain f { type filter hook forward priority 0;
numgen inc mod 10 0 drop; }; }'
if trial uncounted "\"nft\": $(printf '%s' "$rules" | jq -Rs .), $paced"; then
	is uncounted '.derived.lost == 2000'
	is uncounted 'place("filter") == null'
	is uncounted '.derived.ledger.residual == 2000'
fi

# 2,000 rules are slower than a generator; UDP is not told of its drops, so
# they are losses and no refusals.
if trial flood '"rules": 2000, "placement": "split", "engine": "udp",
    "blast": "2s"'; then
	is flood 'place("input_queue") > 0'
	is flood '.derived.ledger.residual == 0'
	is flood '.derived.lost == ([.derived.ledger.places[] |
	    select(.place != "delivered" and .place != "generator_refused")
	    .frames // 0] | add)'
	same "flood: rx_dropped of the router" "$(place input_queue)" \
	    "$(at dut cat /sys/class/net/in0/statistics/rx_dropped)"
fi

# 20,000 frames/s are 8.3 Mbit/s into 2 Mbit/s.
if trial shaped "\"setup\": \"tc qdisc replace dev out0 root tbf rate 2mbit burst 2kb limit 3kb\", $paced"; then
	is shaped 'place("output_queue") > 5000'
	is shaped '.derived.ledger.residual == 0'
	is shaped 'place("filter") == 0 and place("input_queue") == 0'
	same "shaped: drops of the qdisc" "$(place output_queue)" \
	    "$(at dut tc -s -j qdisc show dev out0 | jq '[.[].drops] | add')"
fi
[ "$fails" = 0 ]
