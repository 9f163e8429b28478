#!/bin/sh
# planes.sh ORIGINAL STEP INPUT BYTES [exact]: runs both programs. The step moves BYTES to the host in each step, as its counters and its
# profile say, or nothing where the device works on the host's arrays. With `exact` the planes have the same bits; otherwise
# their largest values agree to 1e-12.
set -eu
bytes=$4
exact=${5:-}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export OMP_WAIT_POLICY=passive

run() { # NAME PROGRAM
  sed "s:^ *output.*:  output = '$folder/$1':" "$3" >"$folder/$1.nml"
  VF_PROFILE="$folder/$1.json" "$2" "$folder/$1.nml" >"$folder/$1.log" || {
    echo "$1: exit status $?"
    cat "$folder/$1.log"
    exit 1
  }
}
run original "$1" "$3"
run step "$2" "$3"

steps=$(grep -c '^largest' "$folder/original.log")
case ${VF_DEVICE:-}${VF_HOST_MEMORY:-} in
  hostalias | hostshared) bytes=0 ;;
esac
moved=$(grep -c "^bytes to the host $bytes\$" "$folder/step.log") || true
[ "$moved" -eq "$steps" ] || {
  echo "of $steps steps $moved have moved $bytes bytes:"
  grep '^bytes' "$folder/step.log"
  exit 1
}
told=$(grep -o '"to": *"host"[^}]*"bytes": *[0-9]*' "$folder/step.json" | sed 's/.*: *//' | awk '{ sum += $1 } END { print sum + 0 }')
[ "$told" -eq $((bytes * steps)) ] || {
  echo "the profile tells of $told bytes to the host, not of $((bytes * steps))"
  exit 1
}
[ -s "$folder/original.planes" ] || {
  echo "the original wrote no planes"
  exit 1
}
grep '^largest' "$folder/original.log" >"$folder/original.largest"
grep '^largest' "$folder/step.log" >"$folder/step.largest"
paste "$folder/original.largest" "$folder/step.largest" | awk '
  function far(a, b) { return a - b > 1e-12 * a || b - a > 1e-12 * a }
  far($6, $12) || $12 == "" { print "planes differ: " $0; bad = 1 }
  END { exit bad }'
[ -z "$exact" ] || cmp "$folder/original.planes" "$folder/step.planes"
