#!/bin/sh
# usage: hip_resources.sh BUILD_FOLDER READELF ARCHITECTURES COMMAND...
# The needs of viewfab's HIP kernels, from their code objects: registers, scratch memory, spills. COMMAND... compiles for HIP by
# plain clang; ARCHITECTURES is a list with commas between. Fails if a kernel has scratch memory or spills. The kernels include the
# multigrid's level kernels with the highest register counts. ROWS in the environment names a file for the rows of the guide's
# table: a kernel's largest number of vector registers in double precision.
set -eu
build=$1 readelf=$2 architectures=$(echo "$3" | tr , ' ')
shift 3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
levels="$build/c_src/gpu_hip.cu $build/c_src/smooth_variable_gpu_hip.cu $build/c_src/residual_gpu_hip.cu"
for architecture in $architectures; do
  for unit in "$build"/c_src/viewfab_kernels/*_hip.cu "$build"/c_src/interp_gpu_hip.cu $levels; do
    # kernels with results are not contracted; this flag changes no register of the other kernels
    "$@" -O3 -DVF_NO_FMA -ffp-contract=off "--offload-arch=$architecture" --cuda-device-only --no-gpu-bundle-output -c "$unit" -o "$work/code"
    echo "architecture $architecture"
    "$readelf" --notes "$work/code"
  done
done >"$work/notes"
# A kernel's numbers stand beside its name in the order of the alphabet; .wavefront_size is the last.
awk -v rows="${ROWS:-/dev/null}" -v architectures="$architectures" '
  BEGIN { printf "%-8s %-60s %5s %5s %5s %8s %6s\n", "", "kernel", "SGPR", "VGPR", "AGPR", "scratch", "spills" }
  $1 == "architecture" { architecture = $2 }
  $1 == "-" && $2 ~ /^\.[a-z_]+:$/ { $1 = ""; $0 = $0 }
  { value[$1] = $2 }
  $1 == ".wavefront_size:" {
    name = value[".name:"]
    # counts of differences are indexed by colour; only validation runs this kernel
    if (name ~ /measure_elements/) next
    long = name
    if (match(name, /vf_[a-z0-9_]*_(float|double)E/) && name !~ /interp_columns/) {
      name = substr(name, RSTART, RLENGTH - 1)
      sub(/^vfi_pass_[a-z0-9_]*L[0-9]*/, "", name)
    }
    if (name ~ /interp_columns/) name = "vf_interp (tuned)_points_double"
    scratch = value[".private_segment_fixed_size:"]
    spills = value[".vgpr_spill_count:"]
    if (scratch == "" || spills == "") bad++
    # the frame of scalar registers, which spill to vector registers, or an index that validation keeps
    if (!spills && scratch <= 8) scratch = 0
    # AMD'"'"'s graphics chips have 256 registers, and these want a few more, see level.h
    few = architecture ~ /^gfx1/ && long ~ /6smoothI/ && spills < 40 && scratch <= 96
    count++
    if (scratch + spills > 0 && !few) bad++
    printf "%-8s %-60s %5d %5d %5d %8d %6d\n", architecture, name, value[".sgpr_count:"], value[".vgpr_count:"], value[".agpr_count:"], scratch, spills
    if (name ~ /_double$/ && sub(/_(points|set_points|lone_points|distinct_points|tiles|set_tiles|ghosts|set_ghosts)_double$/, "", name)) {
      sub(/^vf_/, "", name)
      known[name] = 1
      if (value[".vgpr_count:"] + 0 > most[architecture, name]) most[architecture, name] = value[".vgpr_count:"] + 0
    }
    delete value
  }
  END {
    printf "%d kernels, %d with scratch memory or spills\n", count, bad
    columns = split(architectures, of, " ")
    for (name in known) {
      row = "| `" name "` |"
      for (c = 1; c <= columns; c++) row = row " " most[of[c], name] " |"
      print row | ("LC_ALL=C sort >" rows)
    }
    exit bad > 0 || count == 0
  }' "$work/notes"
