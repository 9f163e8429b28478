#!/bin/sh
# same_fields.sh ORIGINAL STEP INPUT [exact]: runs both programs. Each must find its verification value, and their norms
# agree to 1e-12. With `exact` the fields, and the max norm of each cycle, have the same bits; the L2 norm is a sum in
# another order.
set -eu
input=$3
exact=${4:-}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export OMP_WAIT_POLICY=passive

run() { # NAME PROGRAM: writes NAME.fields and NAME.norms
  sed "s:'none':'$folder/$1.fields':" "$input" | "$2" >"$folder/$1.log" || {
    echo "$1: exit status $?"
    cat "$folder/$1.log"
    exit 1
  }
  grep -q 'verification successful' "$folder/$1.log" || {
    echo "$1: not verified"
    exit 1
  }
  grep '^cycle' "$folder/$1.log" >"$folder/$1.norms"
}
run original "$1"
run step "$2"

paste "$folder/original.norms" "$folder/step.norms" | awk -v exact="$exact" '
  function far(a, b) { return a - b > 1e-12 * a || b - a > 1e-12 * a }
  { lines++ }
  $2 != $6 || far($3, $7) || far($4, $8) || (exact != "" && $4 != $8) { print "norms differ: " $0; bad = 1 }
  END { if (lines < 2) { print "there are " lines + 0 " norms"; bad = 1 }; exit bad }'
[ -s "$folder/original.fields" ] || {
  echo "the original wrote no fields"
  exit 1
}
[ -z "$exact" ] || cmp "$folder/original.fields" "$folder/step.fields"
