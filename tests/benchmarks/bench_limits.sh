#!/bin/bash
# bench_limits.sh <build folder> [<runs>]: whole runs with device memory for all arrays, for a half and for a quarter of the arrays
# (VF_DEVICE_MEMORY). Columns: the limit; the least seconds of the runs (least_time.sh); the GB of all copies; the seconds of the link
# for copies that a limit adds; the seconds that a limit adds, over the seconds of the link. The outputs of the runs must be equal,
# but for lines with seconds and with counts of copies.
set -eu
build=$(cd "$1" && pwd)
runs=${2:-3}
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck disable=SC1091 # checked alone
. "$here/least_time.sh"
folder=${folder:?}

# GB/s to the device; the way back differs by at most 5 % on the measured machines.
link=$("$build/tests/benchmarks/bench_memory" 64 4 | sed -n 's/.*the link takes \([0-9.]*\) GB.*/\1/p')

# The GB of all copies of a run; the output for the comparison is $folder/same.
moved() {
  env "VF_PROFILE=$folder/profile.txt" "$@" <"$folder/input" >"$folder/log"
  grep -viE 'second|copies' "$folder/log" >"$folder/same"
  sed -nE 's/.*to the device .*\(([0-9.]+) GB\), copies to the host .*\(([0-9.]+) GB\).*/\1 \2/p' "$folder/profile.txt" | awk '{ print $1 + $2 }'
}

row() { # CODE PROGRAM INPUT EDIT
  local program=$build/legacy_examples/$1/$2 all least_of_all of_all seconds bytes
  cp "$here/../../legacy_examples/$1/inputs/"* "$folder"
  sed "${4:-}" "$here/../../legacy_examples/$1/inputs/$3" >"$folder/input"
  cd "$folder"
  VF_MEMORY_REPORT=memory.txt "$program" input <"$folder/input" >log
  all=$(sed -nE 's/.* bytes in use, ([0-9]+) at most.*/\1/p' memory.txt | head -1)
  for part in 1 2 4; do
    seconds=$(least "$runs" "VF_DEVICE_MEMORY=$((all / part + 1048576))" "$program" input)
    bytes=$(moved "VF_DEVICE_MEMORY=$((all / part + 1048576))" "$program" input)
    if [ $part = 1 ]; then
      least_of_all=$seconds of_all=$bytes
      cp same all
    fi
    cmp -s same all || echo "$2 with 1/$part of the memory has another output:" "$(diff same all | head -4)"
    echo "$2 1/$part $all $seconds $bytes $least_of_all $of_all $link" | awk '{ link = ($5 - $7) / $8
      printf "%-24s %-5s %8.3f %8.3f %9.3f %9.3f   %s\n", $1, $2, 1e-9 * $3 / substr($2, 3), $4, $5, link,
        (link > 0 ? sprintf("%.2f", ($4 - $6) / link) : "") }'
  done
}

echo "the link: $link GB/s"
echo "program                  memory     GB  seconds  GB moved  the link  ratio"
row hydro2d hydro2d_final large.nml "${LARGE:-s/end_step = 87/end_step = 20/}"
row columns columns_final large.nml "${COLUMNS:-}"
row vertex_multigrid vertex_multigrid_final "${CUBE:-cube_256.txt}"
row poisson poisson_step3 dirichlet_128.nml "${SIDES:-s/128/256/g}"
