#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# The document of a run: the prose of performance.md.in with the figures of
# DATA, the drawings, and DATA itself, as performance* in DIRECTORY. So every
# figure in it comes from the one run.
#
#	publish.sh DATA DIRECTORY
set -u
data=$1
dir=$2
here=$(dirname "$0")
# shellcheck source=tests/bench/senders.sh
. "$here/senders.sh"

# what a line "%WORD ARGUMENT..." of the template stands for
expand()
{
	word=$1
	shift
	case $word in
	machine) facts ;;
	senders) sender_table ;;
	missing) left_out ;;
	shares) shares ;;
	aims) sh "$here/aims.sh" "$data" markdown ;;
	place) place "$@" ;;
	pacing | sink) own_run "$word" ;;
	command) sed -n 's/^# command //p' "$data" ;;
	*) echo "publish: unknown word $word" >&2 ;;
	esac
}

facts()
{
	printf '| | |\n| --- | --- |\n'
	sed -n -e '/^# version/d' \
	    -e 's/^# \(date\|cpus*\|kernel\|mitigations\|system\|load\) \(.*\)/| \1 | \2 |/p' \
	    "$data"
	sed -n 's/^# virtual yes/| virtual machine | yes |/p' "$data"
	sed -n 's/^# version \([^ ]*\) \(.*\)/\1 \2/p' "$data" |
	while read -r name text; do
		echo "| $(basename "$name") | $text |"
	done
}

sender_table()
{
	printf '| sender | whose | what it is given, and sends |\n'
	printf '| --- | --- | --- |\n'
	senders | while read -r name whose _ text; do
		[ "$whose" = peer ] || {
			name="**netblast $name**"
			whose=
		}
		echo "| $name | $whose | $text |"
	done
}

left_out()
{
	if grep -q '^# missing' "$data"; then
		sed -n 's/^# missing \([^ ]*\) \(.*\)/- \1: \2/p' "$data"
	else
		echo "- none"
	fi
}

shares()
{
	grep -q '^# kernel-share' "$data" || {
		echo "Not measured in this run: perf is not installed."
		return
	}
	printf '| sender | %% in the kernel |\n| --- | ---: |\n'
	sed -n 's/^# kernel-share \(.*\) \(.*\)/| \1 | \2 |/p' "$data"
}

# table and drawing of one path and placement
place()
{
	name=performance-$1
	[ "$2" = 1cpu ] || name=$name-$2
	rows=$(sh "$here/summary.sh" "$data" "$1" "$2")
	[ "$(echo "$rows" | wc -l)" -gt 2 ] || {
		echo "Not measured in this run."
		return
	}
	if [ "$(echo "$rows" | wc -l)" -gt 4 ]; then
		sh "$here/plot.sh" "$data" "$1" "$2" "$dir/$name.svg" || {
			echo "publish: no drawing of $1, $2" >&2
			exit 1
		}
		printf '![packets per second, %s](%s.svg)\n\n' "$1" "$name"
	fi
	echo "$rows"
}

# a run of its own: what its script left in the directory
own_run()
{
	run=$dir/performance-$1.txt
	[ -f "$run" ] || {
		echo "Not measured."
		return
	}
	sh "$here/$1_aims.sh" "$run" markdown
	sh "$here/$1_table.sh" "$run" markdown
	# the backquotes are for the document
	# shellcheck disable=SC2016
	printf '\nMade by `%s` on %s; load average at the start: %s.' \
	    "$(sed -n 's/^# command //p' "$run")" \
	    "$(sed -n 's/^# date //p' "$run")" \
	    "$(sed -n 's/^# load //p' "$run")"
	printf ' Data: [%s](%s).\n' "performance-$1.txt" "performance-$1.txt"
	sed -n 's/^# missing \([^ ]*\) \(.*\)/Left out: \1 (\2)./p' "$run"
}

mkdir -p "$dir"
rm -f "$dir"/performance-*.svg
while IFS= read -r line; do
	case $line in
	%*)
		# words
		# shellcheck disable=SC2086
		expand ${line#%}
		;;
	*) printf '%s\n' "$line" ;;
	esac
done <"$here/performance.md.in" >"$dir/performance.md"
cmp -s "$data" "$dir/performance.txt" || cp "$data" "$dir/performance.txt"
echo "bench: wrote $dir/performance.md"
