#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# A lint that cannot fail is no lint: plant one violation of each rule in a
# small tree and see it found; the tree without them passes.
set -u
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
trap 'exit 130' INT TERM
rc=0

fresh()
{
	rm -rf "$tmp/t"
	mkdir -p "$tmp/t"
	cd "$tmp/t" || exit 1
	mkdir lib netblast netreceive collector harness tests docs mk
	cp "$root/.clang-format" .
	cp "$root/mk/linux.mk" mk
	printf '/* note */\n#ifndef A_H\n#define A_H\nint a(int);\n#endif\n' \
	    >lib/num.h
	printf '#include "lib/num.h"\n\nint\na(int x)\n{\n\treturn x;\n}\n' \
	    >lib/num.c
	printf '#!/bin/sh\necho hello\n' >tests/hello.sh
	cat >docs/a.1 <<'END'
.Dd November 30, 2026
.Dt A 1
.Os
.Sh NAME
.Nm a
.Nd a program
.Sh DESCRIPTION
It is one.
END
}

# passes LINT [ARG]
passes()
{
	lint=$1
	shift
	out=$("$here/$lint.sh" "$@" 2>&1) && return
	echo "$lint.sh refuses a clean tree:"
	echo "$out"
	rc=1
}

# finds LINT TEXT [ARG]: it must fail and name the rule
finds()
{
	lint=$1 text=$2
	shift 2
	if out=$("$here/$lint.sh" "${1:-$tmp/t}" 2>&1); then
		echo "$lint.sh does not see: $text"
		rc=1
	elif ! echo "$out" | grep -qF -- "$text"; then
		echo "$lint.sh says something other than \"$text\":"
		echo "$out"
		rc=1
	fi
	fresh
}

# repeat N TEXT
repeat()
{
	awk -v n="$1" -v t="$2" 'BEGIN { while (n-- > 0) print t }'
}

fresh
for lint in layers fnlen includes words format shell manuals links \
    wallclock; do
	passes "$lint" "$tmp/t"
done

echo '#include "lib/result.h"' >lib/pace.c
finds layers 'lib/pace.c:1: layers: layer 2 (pace) includes layer 3'
echo '#include "lib/hist.h"' >lib/pace.c
finds layers 'layer 2 (pace) includes layer 2 (hist)'
echo '#include "netblast/tx.h"' >harness/main.c
finds layers 'harness must not include "netblast/tx.h"'
echo '#include "netblast/tx.h"' >lib/opt.c
finds layers 'lib must not include "netblast/tx.h"'
echo '#include <pcap/pcap.h>' >netblast/blast.c
finds layers '<pcap/pcap.h> is not for this file'
echo '#include <libnet.h>' >netblast/tx_udp.c
finds layers '<libnet.h> is not for this file'
echo '#include <bpf/libbpf.h>' >netblast/blast.c
finds layers '<bpf/libbpf.h> is not for this file'
echo '#include <jansson.h>' >netblast/emit.c
finds layers '<jansson.h> is not for this file'
echo '#include <linux/if_packet.h>' >lib/sock.c
finds layers '<linux/if_packet.h> is not for this file'
printf 'void\nf(void)\n{\n\tprintf("x");\n}\n' >lib/pace.c
finds layers 'layer 2 does no input or output: '
echo 'int x;' >lib/unheard.c
finds layers 'module "unheard" is in no layer'

echo 'uint64_t began = clock_wall_ns();' >netblast/blast.c
finds wallclock 'netblast/blast.c:1: wallclock: a time by the wall clock'
echo 'time_t began = time(NULL);' >netreceive/sink.c
finds wallclock 'netreceive/sink.c:1: wallclock: a time by the wall clock'

{
	printf 'int\nf(void)\n{\n'
	repeat 80 '	g();'
	echo '}'
} >lib/num.c
finds fnlen 'lib/num.c:1: fnlen: function of 84 lines'
repeat 451 '' >lib/num.c
finds fnlen 'longer than 450'
printf 'int\nf(int a, int b, int c, int d,\n    int (*e)(int, int), int g, int h)\n{\n}\n' \
    >lib/num.c
finds fnlen '7 parameters'
printf 'int\nf(void)\n{\n\t\t\t\t\t\tif (x)\n}\n' >lib/num.c
finds fnlen 'lib/num.c:4: fnlen: nested deeper than 4'
printf '#ifdef __linux__\n#endif\n' >lib/num.c
finds fnlen '#if in a .c file'
repeat 9 '#include "lib/num.h"' >lib/opt.c
finds fnlen 'more than 8 own headers'

echo 'size_t f(void);' >lib/opt.h
finds includes 'lib/opt.h: includes:'

for word in TODO trunking '/home/me/x' '/work/main'; do
	echo "about $word" >docs/text.md
	finds words 'docs/text.md:1: words:'
done
printf 'one\n[a](a.1) [b](../lib/nothing.c)\n' >docs/text.md
finds links 'docs/text.md:2: links: ../lib/nothing.c is not there'
printf 'blank \n' >docs/text.md
finds words 'white space at the end'

if "$here/format.sh" "$tmp/t" >/dev/null 2>&1; then
	printf 'int a(void){return 1;}\n' >lib/num.c
	finds format 'lib/num.c:1'
fi
# the script is meant to hold the text as it is
# shellcheck disable=SC2016
printf '#!/bin/sh\nrm $1\n' >tests/hello.sh
finds shell 'tests/hello.sh:2'
printf '#!/bin/sh\nif then\n' >tests/runner
finds shell 'tests/runner:2'
echo '.Xx nonsense' >>docs/a.1
finds manuals 'docs/a.1:9'

# four programs whose -h and manuals agree
options()
{
	fresh
	mkdir -p build
	for program in netblast netreceive netcollect netharness; do
		printf '#!/bin/sh\necho "usage: %s"\necho "  -r, --rate R  pace"\n' \
		    "$program" >"build/$program"
		chmod +x "build/$program"
		printf '.It Fl r , Fl -rate Ar R\n' >"docs/$program.1"
	done
}
unset BUILD
options
passes options "$tmp/t"
echo 'echo "      --seed N  choices"' >>build/netblast
finds options 'docs/netblast.1: options: --seed is in -h and not in the manual'
options
echo '.It Fl -seed Ar N' >>docs/netcollect.1
finds options 'docs/netcollect.1:2: options: --seed is in the manual and not'
options
cat >build/netharness <<'END'
#!/bin/sh
echo "usage: netharness COMMAND"
echo "  run PLAN   carry out"
[ "$1" = run ] && echo "  --resume DIR  go on"
echo "  -r, --rate R"
END
finds options '--resume is in -h'
options
echo 'exit 1' >>build/netreceive
finds options 'netreceive: options: -h fails'

mkdir -p obj/lib
globals()
{
	mkdir -p obj/lib
	printf '%s\n' "$1" | ${CC:-cc} -x c -c -o obj/lib/a.o - || rc=1
}
globals 'static volatile int stop; int *f(void); int *f(void) { return (int *)&stop; }
static const char *const t[] = { "a", "b" }; const char *g(int i);
const char *g(int i) { return t[i]; }'
passes globals "$tmp/t/obj"
globals 'static int calls; int f(void); int f(void) { return calls++; }'
finds globals 'mutable global "calls"' "$tmp/t/obj"
globals 'int f(void); int f(void) { static int n = 7; return n++; }'
finds globals 'mutable global' "$tmp/t/obj"

[ "$rc" = 0 ] && echo "every rule is enforced"
exit $rc
