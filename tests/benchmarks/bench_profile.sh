#!/bin/bash
# bench_profile.sh <build folder> [<runs>]: seconds of ports with and without VF_PROFILE (least_time.sh), the least of the runs. One
# thread, unless OMP_NUM_THREADS says another number: relinked calls of many threads wait for each other, and hide the rest.
set -eu
build=$(cd "$1" && pwd)
runs=${2:-5}
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck disable=SC1091 # checked alone
. "$here/least_time.sh"
folder=${folder:?}
export OMP_NUM_THREADS=${OMP_NUM_THREADS:-1}

row() { # CODE PROGRAM INPUT EDIT
  local off on
  sed "${4:-}" "$here/../../legacy_examples/$1/inputs/$3" >"$folder/input"
  off=$(least "$runs" VF_PROFILE= "$build/$2" "$folder/input")
  on=$(least "$runs" "VF_PROFILE=$folder/profile.txt" "$build/$2" "$folder/input")
  echo "$(basename "$2") $off $on" | awk '{ printf "%-32s %7.3f %7.3f   %5.3f\n", $1, $2, $3, $3 / $2 }'
}

echo "program                              off      on   ratio"
row hydro2d legacy_examples/hydro2d/hydro2d_final large.nml "${LARGE:-s/3840/960/g}"
row boxlib_gmg legacy_examples/boxlib_gmg/boxlib_gmg_relinked cube_64.txt
row boxlib_gmg legacy_examples/boxlib_gmg/boxlib_gmg_regions cube_64.txt
