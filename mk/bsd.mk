# FreeBSD, NetBSD, OpenBSD, DragonFly: designed for, not run (README).
OS_SUFFIX	= bsd
TX_ENGINES	= null udp pcap file_pcap libnet libnet_raw
RX_ENGINES	= udp pcap
CPPFLAGS_OS	=
