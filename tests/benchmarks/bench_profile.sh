#!/bin/bash
# bench_profile.sh <build folder> [<pairs of runs>]: seconds of ports without and with VF_PROFILE=page.html, in turns: the medians of
# whole runs (least_time.sh), and of the program's own seconds of its steps or of its solve. The last column of each is the
# median ratio of a pair. One thread, unless OMP_NUM_THREADS says another number: relinked calls of many threads wait for each other, and
# hide the rest.
set -eu
build=$(cd "$1" && pwd)
pairs=${2:-9}
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck disable=SC1091 # checked alone
. "$here/least_time.sh"
folder=${folder:?}
export OMP_NUM_THREADS=${OMP_NUM_THREADS:-1}

# The middle of the numbers of a column.
median() { sort -g | awk '{ number[NR] = $1 } END { print number[int((NR + 1) / 2)] }'; }

own_seconds() { sed -nE 's/^(solve seconds|seconds of the other steps) +//p' "$folder/log"; }

row() { # NAME CODE PROGRAM INPUT EDIT
  local off on of_steps
  sed "${5:-}" "$here/../../legacy_examples/$2/inputs/$4" >"$folder/input"
  rm -f "$folder/pairs"
  for _ in $(seq "$pairs"); do
    off=$(least 1 VF_PROFILE= "$build/$3" "$folder/input")
    of_steps=$(own_seconds)
    on=$(least 1 "VF_PROFILE=$folder/page.html" "$build/$3" "$folder/input")
    echo "$off $on $of_steps $(own_seconds)" | awk '{ print $0, $2 / $1, $4 / $3 }' >>"$folder/pairs"
  done
  printf '%-20s' "$1"
  for column in 1 2 5 3 4 6; do
    printf ' %8.3f' "$(awk -v column=$column '{ print $column }' "$folder/pairs" | median)"
  done
  echo
}

echo "program              run: off       on    ratio own: off       on    ratio"
row hydro2d_960 hydro2d legacy_examples/hydro2d/hydro2d_final large.nml "${SMALL:-s/3840/960/g; s/end_step = 87/end_step = 870/}"
row hydro2d_3840 hydro2d legacy_examples/hydro2d/hydro2d_final large.nml "${LARGE:-}"
row relinked_64 boxlib_gmg legacy_examples/boxlib_gmg/boxlib_gmg_relinked cube_64.txt
row regions_64 boxlib_gmg legacy_examples/boxlib_gmg/boxlib_gmg_regions cube_64.txt
