#!/bin/sh
# Counts the reads of a kernel on sets from the tables. For an array: the address, the strides of j (perhaps only 32 bits) and k
# and, with components, the stride of n. For the box: its six corners. The counts come from the PTX of the kernels with the most
# arguments, so no GPU is needed.
#   sh set_strides.sh <nvcc> <c_src> <work folder>
set -eu
nvcc=$1 source=$2 work=$3
kernels="gsrb_helmholtz residual_helmholtz apply_helmholtz fill_ghosts_to"

# All kernels in a single unit, like viewfab_add_kernels(): nvcc spends most of its time on their headers.
for kernel in $kernels; do
  printf '#define VF_KERNEL_FILE "%s"\n#define VF_FILE_IS_%s 1\n' "$(ls "$source"/kernels/*/"$kernel.h")" "$kernel"
  printf '#define VF_PASS vfi_pass_%s_\n#include <viewfab/kit/unit_gpu.h>\n#include <viewfab/kit/next_kernel.h>\n' "$kernel"
done >"$work/set_strides.cu"
"$nvcc" -O3 -DNDEBUG -DVIEWFAB_CUDA -std=c++17 -I"$source/include" -ptx -o "$work/set_strides.ptx" "$work/set_strides.cu"

for kernel in $kernels; do
  expected=$(grep -hE '^ *(READ|WRITE|UPDATE) *\(' "$source"/kernels/*/"$kernel.h" |
    awk '{ sum += /shared\(/ ? 3 : 4 } END { print sum + 6 }')
  for type in float double; do
    found=$(awk "/entry.*vf_${kernel}_set_(points|ghosts)_$type/ { inside = 1 } inside { print } /^}/ { inside = 0 }" \
      "$work/set_strides.ptx" | grep -cE 'ld\.global(\.nc)?\.[us](32|64)' || true)
    if [ "$found" != "$expected" ]; then
      echo "$kernel on sets of $type reads $found addresses, strides and corners, not $expected"
      exit 1
    fi
  done
done
