#!/bin/sh
# checked.sh PROGRAM INPUT KERNEL...: runs the program in mode check, with the input as its argument and on its
# standard input. Each kernel must be checked and must agree with its original.
set -eu
program=$1
input=$2
shift 2
report=$(mktemp)
trap 'rm -f "$report"' EXIT
# shellcheck disable=SC2094 # programs only read their input
OMP_WAIT_POLICY=passive VF_MODE=check VF_REPORT=$report VF_REPORT_FAIL=3 "$program" "$input" <"$input" >/dev/null || {
  echo "exit status $?"
  cat "$report"
  exit 1
}
for kernel in "$@"; do
  grep -Eq "^  $kernel +[0-9]+ +[1-9][0-9]* +passed" "$report" || {
    echo "$kernel was not checked"
    cat "$report"
    exit 1
  }
done
