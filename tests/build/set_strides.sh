#!/bin/sh
# What a kernel on sets reads of the tables: of an array the address and the strides of j (maybe 32 bits of it) and k and,
# where the array has components, that of n; and the six corners of the box. Counted in the PTX of the kernels with the most arguments, so that it needs no GPU.
#   sh set_strides.sh <nvcc> <c_src> <work folder>
set -eu
nvcc=$1 source=$2 work=$3
kernels="gsrb_helmholtz residual_helmholtz apply_helmholtz fill_ghosts_to"

# One unit of them all, as viewfab_add_kernels() makes it: nvcc takes longest for their headers.
for kernel in $kernels; do
  printf '#define VF_KERNEL_FILE "%s"\n#define VF_FILE_IS_%s 1\n' "$(ls "$source"/kernels/*/"$kernel.h")" "$kernel"
  printf '#define VF_PASS vf_pass_%s_\n#include <viewfab/kit/unit_gpu.h>\n#include <viewfab/kit/next_kernel.h>\n' "$kernel"
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
