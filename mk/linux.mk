# Linux: which files and engines exist here. Run and tested.
OS_SUFFIX	= linux
TX_ENGINES	= null udp packet pcap file_pcap libnet libnet_raw xsk xdp
TX_NEEDS_xsk	= libxdp libbpf
TX_NEEDS_xdp	= cmd:clang cmd:bpftool libbpf@0.8
RX_ENGINES	= udp packet pcap xdp
RX_NEEDS_xdp	= cmd:clang cmd:bpftool libbpf@0.8
CPPFLAGS_OS	= -D_GNU_SOURCE
