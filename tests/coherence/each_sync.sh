#!/bin/sh
# each_sync.sh CODE PROGRAM INPUT TABLE SOURCE...: runs a step without one of its syncs, for each sync in the sources (made by
# syncs.awk with mode=switch). Under VF_CHECK=coherence the complete step is not reported. The reports of the others are the
# lines of the file TABLE:
#   <deleted sync> <effect without the check: none, results, failure> <access that is reported first, and its line; or ->
# Two lines with a comma between: the first access may lie in the first page, which the array shares with other data, and then the second
# is reported. The place of the array in memory decides.
set -eu
export OMP_NUM_THREADS=1 # with more threads another access may be the first
# shellcheck source-path=SCRIPTDIR source=run_code.sh disable=SC1091
. "$(dirname "$0")/run_code.sh"
code=$1 program=$2 input=$3 table=$4
shift 4
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
syncs=$(sed -n "s/.*if (kept('\([^']*\)')).*/\1/p" "$@")
cd "$folder"

plain() { # NAME: on mirror memory, without a check
  VF_HOST_MEMORY=mirror run_code "$code" "$program" "$input" "$1"
}
checked() { # NAME: under the check; prints the reports, short
  VF_HOST_MEMORY='' VF_CHECK=coherence run_code "$code" "$program" "$input" "$1"
  sed -n "s/^viewfab: coherence: //p" "$1/errors" >"$1.reports"
}
effect_of() { # NAME: none, results or failure
  [ "$(cat "$1/status")" = 0 ] || { echo failure; return; }
  mkdir -p compared
  cp -r "$1" compared
  rm "compared/$1/errors"
  if diff -r complete "compared/$1" >/dev/null; then echo none; else echo results; fi
}
plain complete
[ "$(cat complete/status)" = 0 ] || { cat complete/errors; exit 1; }
rm complete/errors
checked right
[ ! -s right.reports ] || { echo "the complete step is reported:"; cat right.reports; exit 1; }
[ "$(effect_of right)" = none ] || { echo "the check changes results"; exit 1; }
for sync in $syncs; do
  export DELETED_SYNC="$sync"
  plain without
  effect=$(effect_of without)
  checked reported
  first=$(sed -n "1s/^\(the host reads\|the host writes\|the host has written\|a view of\) '\([^']*\)'.*\(: \|; noticed at \)\([a-z_0-9]*\.f[90]*:[0-9]*\), in.*/\1 \2\3\4/p" reported.reports)
  [ "$effect$first" = none ] || [ -n "$first" ] || first='nothing: the pages are shared with other data'
  echo "$sync $effect ${first:--}"
  rm -rf without reported compared
done >lines
awk 'NR == FNR { wanted[FNR] = $0; number = FNR; next }
  { first = second = wanted[FNR]
    sub(/,[0-9]+$/, "", first)
    sub(/[0-9]+,/, "", second)
    if ($0 != first && $0 != second) exit 1 }
  END { if (FNR != number) exit 1 }' "$table" lines || { diff "$table" lines; exit 1; }
