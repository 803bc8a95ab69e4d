# Strict POSIX with dummy OS files: what `make portcheck` builds on Linux to
# keep the logic free of one system's extensions.
OS_SUFFIX	= none
TX_ENGINES	= null udp
RX_ENGINES	= udp
CPPFLAGS_OS	= -DCOMPAT_FORCE
