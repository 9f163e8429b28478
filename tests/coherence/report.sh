#!/bin/sh
# report.sh <program> <source> <case>: under VF_CHECK=coherence the program reports the case at the line of the source that
# names it, and reports nothing else. For the cases `right` and `partial` no line is named.
set -eu
program=$1 source=$2 case=$3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
VF_CHECK=coherence "$program" "$case" 2>errors >output || { cat output errors; exit 1; }
grep 'viewfab: coherence:' errors >found || true
fail() {
  echo "$1; the report is:"
  cat errors
  exit 1
}
line=$(grep -n "! $case: " "$source" | cut -d: -f1)
case $case in
  right) expected=0 text= ;;
  partial) expected=1 text="the host has written 'small' at (2, 3" ;;
  *) expected=1 text=$(sed -n "s/.*! $case: //p" "$source") ;;
esac
[ "$(wc -l <found)" -eq $expected ] || fail "$expected lines were expected"
[ $expected -eq 0 ] && exit 0
grep -qF "$text" found || fail "'$text' is not reported"
[ -z "$line" ] || grep -q ": $(basename "$source"):$line, in " found || fail "line $line is not reported"
