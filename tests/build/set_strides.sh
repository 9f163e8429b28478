#!/bin/sh
# What a kernel on sets reads of the tables: of an array the address and the strides of j (maybe 32 bits of it) and k and,
# where the array has components, that of n; and the six corners of the box. Counted in the PTX of the kernels with the most arguments, so that it needs no GPU.
#   sh set_strides.sh <nvcc> <c_src> <folder of units> <work folder>
set -eu
nvcc=$1 source=$2 units=$3 work=$4
rm -f "$work"/*_cuda.ptx # several kernels may stand in one unit, which is compiled once

for kernel in gsrb_helmholtz residual_helmholtz apply_helmholtz fill_ghosts_to; do
  unit=$(grep -l "VF_FILE_IS_$kernel " "$units"/*_cuda.cu | head -n 1)
  ptx=$work/$(basename "$unit" .cu).ptx
  [ -e "$ptx" ] ||
    "$nvcc" -O3 -DNDEBUG -DVIEWFAB_CUDA -std=c++17 -I"$source/include" -ptx -o "$ptx" "$unit"
  expected=$(grep -hE '^ *(READ|WRITE|UPDATE) *\(' "$source"/kernels/*/$kernel.h |
    awk '{ sum += /shared\(/ ? 3 : 4 } END { print sum + 6 }')
  for type in float double; do
    found=$(awk "/entry.*vf_${kernel}_set_(points|ghosts)_$type/ { inside = 1 } inside { print } /^}/ { inside = 0 }" \
      "$ptx" | grep -cE 'ld\.global(\.nc)?\.[us](32|64)' || true)
    if [ "$found" != "$expected" ]; then
      echo "$kernel on sets of $type reads $found addresses, strides and corners, not $expected"
      exit 1
    fi
  done
done
