#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# lib/stat against ministat(1): count, minimum, maximum, median, mean and
# standard deviation of the same numbers. Odd counts, because ministat takes
# the upper of the two middle values of an even count.
set -eu
command -v ministat >/dev/null || { echo "no ministat"; exit 77; }
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT INT TERM

cat > "$tmp/print.c" <<'EOF'
#include <stdio.h>
#include "lib/stat.h"
int
main(void)
{
	double v[1000];
	size_t n = 0;
	struct stat_summary s;

	while (n < 1000 && scanf("%lf", &v[n]) == 1)
		n++;
	if (stat_summarise(v, n, &s) < 0)
		return 1;
	printf("%zu %.8g %.8g %.8g %.8g %.8g\n", s.n, s.min, s.max,
	    s.median, s.mean, s.sd);
	return 0;
}
EOF
${CC:-cc} -std=c11 -I. -o "$tmp/print" "$tmp/print.c" lib/stat.c -lm

fail=0
for seed in 1 2 3 4 5; do
	awk -v seed=$seed 'BEGIN { srand(seed); n = 2 * seed + 1
	    for (i = 0; i < n; i++)
		printf "%.3f\n", 300000 + seed * 1000 * rand() }' \
	    > "$tmp/$seed.pps"
	ours=$("$tmp/print" < "$tmp/$seed.pps")
	theirs=$(ministat -n "$tmp/$seed.pps" | awk '$1 == "x" && NF == 7 {
	    print $2, $3, $4, $5, $6, $7 }')
	echo "$ours | $theirs"
	# ministat's variance is the naive formula: its last digits differ
	echo "$ours $theirs" | awk 'NF != 12 { exit 1 }
	    { for (i = 1; i <= 6; i++) {
		d = $i - $(i + 6); if (d < 0) d = -d
		if (d > (i == 6 ? 1e-4 : 1e-7) * $i) exit 1 } }' ||
	    { echo "differs for seed $seed"; fail=1; }
done
exit $fail
