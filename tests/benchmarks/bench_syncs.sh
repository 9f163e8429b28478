#!/bin/bash
# bench_syncs.sh <build folder> [<runs>]: seconds of steps of the examples (least_time.sh): with their syncs; without syncs under
# VF_COHERENCE=auto; with syncs under VF_COHERENCE=auto. The least of the runs.
set -eu
build=$(cd "$1" && pwd)
runs=${2:-5}
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck disable=SC1091 # checked alone
. "$here/least_time.sh"
folder=${folder:?}

row() { # CODE STEP INPUT EDIT
  local code=$1 step=$2 inputs=$here/../../legacy_examples/$1/inputs with without both
  cp "$inputs/"* "$folder"
  sed "${4:-}" "$inputs/$3" >"$folder/input"
  with=$(least "$runs" VF_COHERENCE=off "$build/legacy_examples/$code/${code}_$step" "$folder/input")
  without=$(least "$runs" VF_COHERENCE=auto "$build/tests/coherence/${code}_${step}_no_sync" "$folder/input")
  both=$(least "$runs" VF_COHERENCE=auto "$build/legacy_examples/$code/${code}_$step" "$folder/input")
  echo "$code $step $with $without $both" | awk '{ printf "%-24s %7.3f %7.3f %7.3f   %4.2f %4.2f\n", $1 " " $2, $3, $4, $5, $4 / $3, $5 / $3 }'
}

echo "step                       with without    both   ratios to with"
row poisson step1 dirichlet_128.nml
row poisson step2 dirichlet_128.nml
row hydro2d step1 large.nml 's/3840/960/g; s/end_step = 87/end_step = 30/'
row columns step1 default.nml 's/x_elements = 6/x_elements = 20/; s/y_elements = 4/y_elements = 20/; s/ngptot = 200/ngptot = 16000/; /expected/d'
row vertex_multigrid step1 cube_128.txt
