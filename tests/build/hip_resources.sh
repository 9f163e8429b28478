#!/bin/sh
# usage: hip_resources.sh BUILD_FOLDER INCLUDE_FOLDER [ARCHITECTURE]
# What the compiler reports of the HIP kernels of a build by plain clang: registers, scratch memory, spills. The level
# kernels of the multigrid solver are not among them: some of them spill on AMD. Fails where
# a kernel has scratch memory or spills. CLANG and DEVICE_LIBRARIES say where HIP's clang and its libraries are.
set -eu
build=$1 include=$2 architecture=${3:-gfx90a}
clang=${CLANG:-clang++-15} libraries=${DEVICE_LIBRARIES:-/usr/lib/x86_64-linux-gnu/amdgcn/bitcode}
printf '%-44s %5s %5s %5s %8s %6s\n' "kernel ($architecture)" SGPR VGPR AGPR scratch spills
# shellcheck disable=SC2016 # awk's own variables
for unit in "$build"/c_src/viewfab_kernels/*_hip.cu "$build"/c_src/gpu_hip.cu "$build"/c_src/interp_gpu_hip.cu; do
  "$clang" -x hip -std=c++17 -O3 --offload-arch="$architecture" --rocm-path=/usr --rocm-device-lib-path="$libraries" \
    -I"$include" -DVF_NO_FMA --cuda-device-only -Rpass-analysis=kernel-resource-usage -c "$unit" -o /dev/null 2>&1
done | awk '
  function finish() {
    # counts of differences are indexed by colour; validation alone runs it
    if (name == "" || name ~ /measure_elements/) { spills = 0; return }
    printf "%-44s %5d %5d %5d %8d %6d\n", name, sgpr, vgpr, agpr, scratch, spills
    count++
    if (scratch + spills > 0) bad++
    spills = 0
  }
  /error:/ { print; bad++ }
  /Function Name:/ {
    finish()
    name = $0
    sub(/.*Function Name: /, "", name)
    sub(/ \[-Rpass.*/, "", name)
    if (match(name, /vf_[a-z0-9_]*_(float|double)E/) && name !~ /interp_columns/) {
      name = substr(name, RSTART, RLENGTH - 1)
      sub(/^vf_pass_(float|double)L[0-9]*/, "", name)
    }
  }
  / SGPRs: / { sgpr = $(NF - 1) }
  / VGPRs: / { vgpr = $(NF - 1) }
  / AGPRs: / { agpr = $(NF - 1) }
  /ScratchSize/ { scratch = $(NF - 1) }
  /VGPRs Spill: / { spills += $(NF - 1) } # those of SGPRs go to vector registers, not to memory
  END { finish(); printf "%d kernels, %d with scratch memory or spills\n", count, bad; exit bad > 0 || count == 0 }'
