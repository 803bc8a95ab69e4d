/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What is in a capture (tests/fake/capture.h) and what must be counted. A
 * count that a row does not name is 0.
 */
#ifndef TESTS_RXPCAP_CASES_H
#define TESTS_RXPCAP_CASES_H

#include "netreceive/sink.h"

struct want {
	uint64_t received, unique, duplicate, reordered, missing;
	uint64_t late, uncounted, unjudged, corrupt, unverified;
	bool expected; /* lost is known */
	uint64_t lost;
	uint64_t runs, longest; /* of numbers that never came */
	uint64_t extent_min, extent_max, tcp; /* RFC 4737; 3-reordered */
	uint64_t frame, port, vlan, stamp, tag, stream; /* foreign */
	size_t streams; /* 0: one, if anything came */
	enum other sender; /* of the first stream */
	bool bare, collision;
	uint64_t unread; /* behind the end of the run */
	enum sink_end end; /* SINK_RUNNING: SINK_FILE */
};

/* So many came, each once. */
#define CAME(n) GOT(n, n)
/* So many came, so many of them distinct. */
#define GOT(all, distinct) .received = (all), .unique = (distinct)
#define RUNS(n, most) .runs = (n), .longest = (most)
#define EXTENT(least, most) .extent_min = (least), .extent_max = (most)
#define LOST(n) .expected = true, .lost = (n)

static const struct {
	const char *name, *options, *script;
	struct want want;
} cases[] = {
	{ "nothing", "", "", { 0 } },
	{ "all, in order", "--expect 10", "0-9", { CAME(10), LOST(0) } },
	{ "no announcement", "", "0-9", { CAME(10) } },
	/* loss */
	{ "the first is lost", "--expect 10", "1-9",
	    { CAME(9), LOST(1), .missing = 1, RUNS(1, 1) } },
	{ "the last is lost", "--expect 10", "0-8",
	    { CAME(9), LOST(1), RUNS(1, 1) } },
	{ "one in the middle", "--expect 10", "0-3 5-9",
	    { CAME(9), LOST(1), .missing = 1, RUNS(1, 1) } },
	{ "every tenth", "--expect 30", "0-8 10-18 20-28",
	    { CAME(27), LOST(3), .missing = 2, RUNS(3, 1) } },
	{ "all but one", "--expect 1000", "500",
	    { CAME(1), LOST(999), .missing = 500, RUNS(2, 500) } },
	{ "all", "--expect 10", "", { LOST(10), RUNS(1, 10) } },
	{ "a stream that never came", "--expect 5,6", "0-4",
	    { CAME(5), LOST(6), RUNS(1, 6) } },
	{ "a run of a million", "--expect 1000010", "0-4 1000005-1000009",
	    { CAME(10), LOST(1000000), .missing = 1000000, RUNS(1, 1000000) } },
	{ "from a first number on", "--first-seq 100 --expect 10",
	    "100-104 106-109", { CAME(9), LOST(1), .missing = 1, RUNS(1, 1) } },
	/* duplicates */
	{ "twice at once", "--expect 5", "0-2 2 3-4",
	    { GOT(6, 5), LOST(0), .duplicate = 1 } },
	{ "twice, far apart", "--expect 1000", "0-999 0",
	    { GOT(1001, 1000), LOST(0), .duplicate = 1 } },
	{ "three times", "", "0-4 3 3", { GOT(7, 5), .duplicate = 2 } },
	{ "everything twice", "--expect 100", "0-99 0-99",
	    { GOT(200, 100), LOST(0), .duplicate = 100 } },
	{ "duplicates hide no loss", "--expect 10", "0-4 0-4",
	    { GOT(10, 5), LOST(5), .duplicate = 5, RUNS(1, 5) } },
	/* reordering by k: so many overtake the frame */
	{ "by 1", "--expect 10", "1 0 2-9",
	    { CAME(10), LOST(0), .reordered = 1, EXTENT(1, 1) } },
	{ "by 3", "--expect 10", "1-3 0 4-9",
	    { CAME(10), LOST(0), .reordered = 1, EXTENT(3, 3), .tcp = 1 } },
	{ "by 64", "--expect 70", "1-64 0 65-69",
	    { CAME(70), LOST(0), .reordered = 1, EXTENT(64, 64), .tcp = 1 } },
	{ "by 65,535", "--expect 65540", "1-65535 0 65536-65539",
	    { CAME(65540), LOST(0), .reordered = 1, EXTENT(65535, 65535),
		.tcp = 1 } },
	{ "by 65,536", "--expect 65540", "1-65536 0 65537-65539",
	    { CAME(65540), LOST(0), .reordered = 1, EXTENT(65536, 65536),
		.tcp = 1 } },
	{ "by 200,000", "--expect 200010", "1-200000 0 200001-200009",
	    { CAME(200010), LOST(0), .reordered = 1, EXTENT(200000, 200000),
		.tcp = 1 } },
	{ "neighbours change places", "", "1 0 3 2 5 4 7 6",
	    { CAME(8), .reordered = 4, EXTENT(1, 1) } },
	{ "backwards", "", "9-0",
	    { CAME(10), .reordered = 9, EXTENT(1, 9), .tcp = 7 } },
	{ "reordered, then again", "", "0 2 1 1 3",
	    { GOT(5, 4), .reordered = 1, .duplicate = 1, EXTENT(1, 1) } },
	{ "reordered, and one lost", "--expect 10", "0-3 5 4 7-9",
	    { CAME(9), LOST(1), .reordered = 1, .missing = 1, RUNS(1, 1),
		EXTENT(1, 1) } },
	{ "older than the window", "", "2000000 0 2000001",
	    { .received = 3,
		.unique = 2,
		.unjudged = 1,
		.streams = 1,
		.missing = 2000000,
		RUNS(1, 2000000) } },
	{ "flows may overtake each other", "--flows 2", "1 0 3 2 4-9",
	    { CAME(10) } },
	{ "frames of a flow may not", "--flows 2", "0 2 1 4 3 7 5 6",
	    { CAME(8), .reordered = 1 } },
	/* numbers */
	{ "over 2^31", "--first-seq 2147483640 --expect 20",
	    "2147483640-2147483650 2147483652-2147483659 2147483647",
	    { GOT(20, 19), LOST(1), .duplicate = 1, .missing = 1,
		RUNS(1, 1) } },
	{ "over 2^32", "--first-seq 4294967290 --expect 12",
	    "4294967290-4294967294 4294967296 4294967295 "
	    "4294967297-4294967301",
	    { CAME(12), LOST(0), .reordered = 1, EXTENT(1, 1) } },
	{ "over 2^47", "--first-seq 140737488355320 --expect 20",
	    "140737488355320-140737488355339 140737488355328",
	    { GOT(21, 20), LOST(0), .duplicate = 1 } },
	{ "to the last of 48 bits", "--first-seq 281474976710650",
	    "281474976710650-281474976710655", { CAME(6) } },
	{ "beyond the announced end", "--expect 10", "0-9 10 11",
	    { CAME(10), LOST(0), .corrupt = 2 } },
	{ "before the first", "--first-seq 5", "5-9 4 0",
	    { CAME(5), .corrupt = 2 } },
	{ "a jump of 2^31", "", "0-9 2147483657 10",
	    { CAME(11), .corrupt = 1 } },
	{ "a jump of 2^31 less one", "", "0-9 2147483656",
	    { CAME(11), .missing = 2147483646, RUNS(1, 2147483646) } },
	/* classic senders */
	{ "classic", "--expect 10", "classic=1 tag=0 0-9",
	    { CAME(10), LOST(0) } },
	{ "classic, 4 bytes", "", "len=4 0-9", { CAME(10) } },
	{ "classic, 9 bytes", "", "len=9 0-9 5",
	    { GOT(11, 10), .duplicate = 1 } },
	{ "classic wraps", "--first-seq 4294967290",
	    "classic=1 4294967290-4294967305", { CAME(16) } },
	{ "classic wraps, reordered", "--first-seq 4294967290",
	    "classic=1 4294967290-4294967294 4294967296-4294967298 "
	    "4294967295 4294967299 4294967294",
	    { GOT(11, 10), .reordered = 1, .duplicate = 1, EXTENT(3, 3),
		.tcp = 1 } },
	{ "classic wraps, lost", "--first-seq 4294967290 --expect 16",
	    "classic=1 4294967290-4294967293 4294967298-4294967305",
	    { CAME(12), LOST(4), .missing = 4, RUNS(1, 4) } },
	{ "netsend over three ports", "-p 9-11",
	    "classic=1 0-9 port=10 0-9 port=11 0-8",
	    { CAME(29), .streams = 3 } },
	{ "two classic senders", "", "classic=1 0-4 host=2 0-4",
	    { CAME(10), .streams = 2 } },
	/* FreeBSD's netblast counts on when a send fails */
	{ "classic, three sends failed", "--expect 200",
	    "classic=1 len=10 0-99 103-199",
	    { CAME(197), LOST(3), .missing = 3, RUNS(1, 3) } },
	/* other generators */
	{ "iperf3", "-p 5201",
	    "port=5201 len=4 bytes=0x3938373600000000 0 len=100 "
	    "bytes=0x0000112200012345 bytes2=0x0000000100000000 0 "
	    "bytes=0x0000112200022345 bytes2=0x0000000200000000 0-1",
	    { .received = 3,
		.bare = true,
		.uncounted = 1,
		.sender = OTHER_IPERF3 } },
	{ "iperf3, 64-bit counters, two flows", "-p 5201",
	    "port=5201 len=4 bytes=0x3938373600000000 0 sport=49153 0 "
	    "len=100 bytes=0x00001122000f4240 bytes2=0x0000000000000001 0-4 "
	    "sport=49152 bytes2=0x0000000000000002 0-4",
	    { .received = 10,
		.bare = true,
		.uncounted = 2,
		.streams = 2,
		.sender = OTHER_IPERF3 } },
	{ "iperf3 of old", "-p 5201",
	    "port=5201 len=4 bytes=0x15cd5b0700000000 0 len=100 "
	    "bytes=0x0000112200012345 bytes2=0x0000000100000000 0",
	    { .received = 1,
		.bare = true,
		.uncounted = 1,
		.sender = OTHER_IPERF3 } },
	{ "a classic counter at iperf3's number", "--first-seq 959985461",
	    "classic=1 len=4 959985461-959985463", { CAME(3) } },
	{ "pkt-gen", "-p 1234",
	    "port=1234 bytes=0x6e65746d61702070 bytes2=0x6b742d67656e2044 0-4",
	    { .received = 5, .bare = true, .sender = OTHER_PKTGEN } },
	{ "pkt-gen, asked for stamps", "-p 1234 --stamp own",
	    "port=1234 0-4 bytes=0x6e65746d61702070 "
	    "bytes2=0x6b742d67656e2044 0",
	    { CAME(5), .tag = 1 } },
	/* runs and streams */
	{ "two runs mixed", "", "0-4 tag=8 0-4 tag=7 5-9 tag=8 5",
	    { CAME(10), .tag = 6 } },
	{ "two runs, the second asked for", "--tag 8 --expect 5",
	    "0-4 tag=8 0-4 tag=7 5-9", { CAME(5), LOST(0), .tag = 10 } },
	{ "late frames of the run before", "--tag 7 --expect 5",
	    "tag=6 95-99 tag=7 0-4", { CAME(5), LOST(0), .tag = 5 } },
	{ "a classic sender beside", "", "0-4 classic=1 0-4",
	    { CAME(5), .tag = 5 } },
	{ "three streams", "--expect 5,5,5 --streams 0-2",
	    "0-4 stream=1 0-3 stream=2 0-4 2",
	    { GOT(15, 14), LOST(1), .duplicate = 1, .streams = 3,
		RUNS(1, 1) } },
	{ "streams of others", "--streams 1-2",
	    "0-4 stream=1 0-4 stream=3 0-4 stream=32767 0",
	    { CAME(5), .stream = 11 } },
	{ "not counted", "--expect 5", "uncounted=1 0-9 uncounted=0 0-4",
	    { CAME(5), LOST(0), .uncounted = 10 } },
	{ "two sources, one stream", "", "0-4 host=2 5-9",
	    { CAME(10), .collision = true } },
	{ "two sources, allowed", "--any-source", "0-4 host=2 5-9",
	    { CAME(10) } },
	/* payloads */
	{ "3 bytes: counted only", "", "len=3 0-9",
	    { .received = 10, .bare = true } },
	{ "no payload", "", "len=0 0-9", { .received = 10, .bare = true } },
	{ "--stamp none", "--stamp none", "0-9 3",
	    { .received = 11, .bare = true } },
	{ "--stamp own", "--stamp own", "0-4 len=9 5-6 len=3 7",
	    { CAME(5), .stamp = 3 } },
	{ "10, 14, 18 and 1,472 bytes", "",
	    "len=10 0 len=14 1 len=18 2 len=1472 3", { CAME(4) } },
	{ "a jumbo frame", "", "len=8958 0-2", { CAME(3) } },
	/* headers */
	{ "a tag, none asked for", "", "vlan=5 0-4", { CAME(5) } },
	{ "one tag", "-V 5", "vlan=5 0-4 vlan=6 5 vlan=none 6 vlan=5,5 7",
	    { CAME(5), .vlan = 3 } },
	{ "two tags", "-V 200,100",
	    "vlan=200,100 0-4 vlan=100,200 5 vlan=200 6",
	    { CAME(5), .vlan = 2 } },
	{ "two tags over IPv6", "-V 200,100", "ip=6 vlan=200,100 0-4",
	    { CAME(5) } },
	{ "IPv6", "--expect 5", "ip=6 0-4", { CAME(5), LOST(0) } },
	{ "IPv6 hop-by-hop", "", "ip=6 ext=h 0-4", { CAME(5) } },
	{ "IPv6 with three headers", "", "ip=6 ext=hdr 0-4", { CAME(5) } },
	{ "IPv6 fragments", "", "ip=6 0-3 ext=f 4", { CAME(4), .frame = 1 } },
	{ "IPv4 options", "", "options=1 0-1 options=10 2-4", { CAME(5) } },
	{ "IPv4 fragments", "",
	    "0-2 fragment=0x2000 3 fragment=0x0001 4 fragment=0x20b9 5",
	    { CAME(3), .frame = 3 } },
	{ "both families are two senders", "", "0-4 ip=6 5-9",
	    { CAME(10), .collision = true } },
	/* foreign */
	{ "another port", "", "0-4 port=10 5-9", { CAME(5), .port = 5 } },
	{ "a range of ports", "-p 10-12",
	    "port=10 0 port=12 1 port=13 2 "
	    "port=9 3",
	    { CAME(2), .port = 2 } },
	{ "TCP", "", "0-4 protocol=6 5", { CAME(5), .frame = 1 } },
	{ "ARP", "", "0-4 type=0x0806 5", { CAME(5), .frame = 1 } },
	{ "a length, not a type", "", "0-4 type=46 5",
	    { CAME(5), .frame = 1 } },
	/* damage */
	{ "a wrong UDP checksum", "", "0-4 flip=30 5-6",
	    { CAME(5), .corrupt = 2 } },
	{ "a wrong IP checksum", "", "0-4 flip=8 5",
	    { CAME(5), .corrupt = 1 } },
	{ "classic, the source port damaged", "--expect 10,10",
	    "classic=1 0 flip=21 1 flip=0 2-9 sport=49153 0-9",
	    { CAME(19), LOST(1), .missing = 1, RUNS(1, 1), .corrupt = 1,
		.streams = 2 } },
	{ "classic, damaged among its own", "--expect 10",
	    "classic=1 0 flip=30 1 flip=0 2-9",
	    { CAME(9), LOST(1), .missing = 1, RUNS(1, 1), .corrupt = 1 } },
	{ "no stamp, the source port damaged", "--stamp none",
	    "0-2 flip=21 3 flip=0 4",
	    { .received = 4, .bare = true, .corrupt = 1 } },
	{ "another destination", "", "0-4 flip=18 5",
	    { CAME(5), .corrupt = 1 } },
	{ "no UDP checksum", "", "nosum=1 0-4", { CAME(5) } },
	{ "a checksum left to the card", "", "partial=1 0-2 ip=6 3",
	    { CAME(4), .collision = true } },
	{ "IPv6, a wrong checksum", "", "ip=6 0-4 flip=50 5",
	    { CAME(5), .corrupt = 1 } },
	{ "UDP length too long", "", "0-4 udplen=100 5",
	    { CAME(5), .corrupt = 1 } },
	{ "UDP length too short", "", "0-4 udplen=7 5",
	    { CAME(5), .corrupt = 1 } },
	{ "cut off on the way", "", "len=100 0-4 cut=100 5",
	    { CAME(5), .corrupt = 1 } },
	{ "cut off before UDP", "", "len=100 0-4 cut=30 5",
	    { CAME(5), .frame = 1 } },
	/* captures that are not of Ethernet */
	{ "any, cooked", "--expect 6", "link=113 0-2 vlan=5 3-5",
	    { CAME(6), LOST(0) } },
	{ "any, cooked anew", "-V 5", "link=276 vlan=5 0-2 ip=6 vlan=none 3",
	    { CAME(3), .vlan = 1 } },
	{ "cooked, its header cut", "", "link=276 0-2 snap=19 3 snap=20 4",
	    { CAME(3), .frame = 2 } },
	{ "loopback", "--any-source", "link=0 0-2 ip=6 3-5", { CAME(6) } },
	{ "loopback of OpenBSD", "--any-source", "link=108 0-2 ip=6 3-5",
	    { CAME(6) } },
	{ "loopback, its header cut", "", "link=108 0-2 snap=3 3",
	    { CAME(3), .frame = 1 } },
	{ "raw IP", "--any-source", "link=101 0-2 ip=6 3-5 snap=0 cut=1 6",
	    { CAME(6), .frame = 1 } },
	{ "raw IPv4, cut", "", "link=228 len=1400 snap=50 0-2 snap=45 3",
	    { CAME(3), .unverified = 3, .stamp = 1 } },
	/* snap length */
	{ "cut by the capture", "", "len=1400 snap=100 0-4",
	    { CAME(5), .unverified = 5 } },
	{ "the stamp just in", "", "len=100 snap=60 0-4",
	    { CAME(5), .unverified = 5 } },
	{ "the stamp cut", "", "len=100 0-4 snap=59 5",
	    { CAME(5), .stamp = 1 } },
	{ "UDP's header cut", "", "len=100 0-4 snap=40 5",
	    { CAME(5), .frame = 1 } },
	{ "Ethernet only", "", "0-4 snap=14 5 snap=1 6",
	    { CAME(5), .frame = 2 } },
	/* time */
	{ "late", "-t 10ms --grace 2ms", "gap=1000000 0-10 11-12 13-20",
	    { CAME(13), .late = 2, .end = SINK_DURATION, .unread = 8 } },
	{ "no grace", "-t 10ms --grace 0", "gap=1000000 0-20",
	    { CAME(11), .end = SINK_DURATION, .unread = 10 } },
	{ "so many frames", "-n 5 --grace 0", "0-9",
	    { CAME(5), .end = SINK_COUNT, .unread = 5 } },
	{ "so many, then late ones", "-n 5", "0-9",
	    { CAME(10), .late = 5, .end = SINK_COUNT } },
	{ "silence", "--idle 1s --grace 0",
	    "0-4 t=1000000000 5 "
	    "t=2000001000 6-9",
	    { CAME(6), .end = SINK_IDLE, .unread = 4 } },
	{ "silence of ours only", "--idle 1s --grace 0",
	    "0-4 tag=8 gap=500000000 0-5",
	    { CAME(5), .tag = 2, .end = SINK_IDLE, .unread = 4 } },
	{ "time goes back", "--idle 1s", "t=5000000000 0-4 t=0 5-9",
	    { CAME(10) } },
};

#endif
