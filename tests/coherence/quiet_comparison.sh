#!/bin/sh
# quiet_comparison.sh PROGRAM INPUT: under VF_MODE=check and VF_CHECK=coherence the program compares its calls with their originals;
# all agree, and no access is reported. The input is the argument and the standard input.
set -eu
program=$1 input=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp "$(dirname "$input")"/*.summary "$folder" 2>/dev/null || true
cp "$input" "$folder"
cd "$folder"
input=$(basename "$input")
# shellcheck disable=SC2094 # the program only reads its input
VF_MODE=check VF_REPORT=report VF_REPORT_FAIL=3 VF_CHECK=coherence "$program" "$input" <"$input" >log 2>errors || {
  cat report errors
  exit 1
}
grep -q ' passed' report || { echo 'nothing was compared'; exit 1; }
if grep 'viewfab: coherence:' errors; then exit 1; fi
