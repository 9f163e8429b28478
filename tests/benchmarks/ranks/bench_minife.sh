#!/bin/sh
# bench_minife.sh FOLDER NODES RANKS...: times the programs of minife in the folder (minife_original, minife_step1,
# minife_step2) under mpirun, on bricks of NODES^3 rows for each rank. The bricks are stacked in z, so ranks meet in
# faces across z. Prints milliseconds of an iteration of conjugate gradients and of a product with the matrix: the least
# of ROUNDS runs (3) each. MPIRUN names mpirun and its options; STEPS the steps (original step1 step2); ITERATIONS the
# number of timed iterations (50). step1 has two rows: with the chosen transport, and with staged. VF_DEVICE,
# OMP_NUM_THREADS and similar variables are the caller's.
set -eu
folder=$1
nodes=$2
shift 2
steps=${STEPS:-original step1 step2}
iterations=${ITERATIONS:-50}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

run() { # NAME PROGRAM RANKS TRANSPORT
  round=0
  : >"$work/times"
  while [ $round -lt "${ROUNDS:-3}" ]; do
    # shellcheck disable=SC2086 # options
    if [ -n "$4" ]; then export VF_TRANSPORT="$4"; else unset VF_TRANSPORT; fi
    # shellcheck disable=SC2086 # options
    ${MPIRUN:-mpirun --oversubscribe --bind-to none} -n "$3" "$2" "$work/input.nml" >"$work/log" 2>&1 || {
      echo "$1 on $3 ranks: exit status $?"
      cat "$work/log"
      return 1
    }
    awk '/^seconds an iteration/ { a = 1e3 * $NF } /^seconds a product/ { p = 1e3 * $NF } /^last norm/ { n = $NF }
      END { print a, p, n }' "$work/log" >>"$work/times"
    round=$((round + 1))
  done
  awk -v name="$1" -v ranks="$3" '
    { if (NR == 1 || $1 < a) a = $1; if (NR == 1 || $2 < p) p = $2; n = $3 }
    END { printf "%-16s %5d %12.3f %12.3f   %s\n", name, ranks, a, p, n }' "$work/times"
}

printf '%-16s %5s %12s %12s   %s\n' form ranks 'iteration ms' 'product ms' 'last norm'
for ranks in "$@"; do
  cat >"$work/input.nml" <<END
&minife
  n_elements = $((nodes - 1)), $((nodes - 1)), $((nodes * ranks - 1))
  pieces = $ranks, max_iterations = $iterations, tolerance = 1e-30, products = $iterations
/
END
  for step in $steps; do
    [ -x "$folder/minife_$step" ] || continue
    run "$step" "$folder/minife_$step" "$ranks" ""
    if [ "$step" = step1 ] && [ "$ranks" -gt 1 ]; then run "$step staged" "$folder/minife_$step" "$ranks" staged; fi
  done
done
