#!/bin/sh
# usage: hip_resources.sh LLVM_FOLDER BUILD_FOLDER [ARCHITECTURE]
# What the HIP kernels of a build by plain clang need, as their objects tell a loader: registers, scratch memory, spills. The
# level kernels of the multigrid solver are not among them: some of them spill on AMD. Fails where a kernel has scratch
# memory or spills. LLVM_FOLDER has llvm-objcopy, llvm-readelf and clang-offload-bundler.
set -eu
llvm=$1 build=$2 architecture=${3:-gfx90a}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
printf '%-44s %5s %5s %5s %8s %6s\n' "kernel ($architecture)" SGPR VGPR AGPR scratch spills
for object in "$build"/c_src/viewfab_kernels/*_hip.cu.o "$build"/c_src/gpu_hip.cu.o "$build"/c_src/interp_gpu_hip.cu.o; do
  "$llvm/llvm-objcopy" -O binary -j .hip_fatbin "$object" "$work/bundle"
  "$llvm/clang-offload-bundler" --unbundle --type=o --targets="hipv4-amdgcn-amd-amdhsa--$architecture" \
    --input="$work/bundle" --output="$work/code"
  "$llvm/llvm-readelf" --notes "$work/code"
done >"$work/notes"
# A kernel's numbers stand beside its name in the order of the alphabet; .wavefront_size is the last.
awk '
  $1 == "-" && $2 ~ /^\.[a-z_]+:$/ { $1 = ""; $0 = $0 }
  { value[$1] = $2 }
  $1 == ".wavefront_size:" {
    name = value[".name:"]
    # counts of differences are indexed by colour; validation alone runs it
    if (name ~ /measure_elements/) next
    if (match(name, /vf_[a-z0-9_]*_(float|double)E/) && name !~ /interp_columns/) {
      name = substr(name, RSTART, RLENGTH - 1)
      sub(/^vf_pass_(float|double)L[0-9]*/, "", name)
    }
    # spills of SGPRs go to vector registers, not to memory
    scratch = value[".private_segment_fixed_size:"]
    spills = value[".vgpr_spill_count:"]
    if (scratch == "" || spills == "") bad++
    printf "%-44s %5d %5d %5d %8d %6d\n", name, value[".sgpr_count:"], value[".vgpr_count:"], value[".agpr_count:"], scratch, spills
    count++
    if (scratch + spills > 0) bad++
    delete value
  }
  END { printf "%d kernels, %d with scratch memory or spills\n", count, bad; exit bad > 0 || count == 0 }' "$work/notes"
