#!/bin/sh
# Counts the reads of a kernel on sets from the tables. For an array: the address, the strides of j (perhaps only 32 bits) and k
# and, with components, the stride of n. For the box: its six corners. The counts come from the PTX of the kernels with the most
# arguments, so no GPU is needed.
#   sh set_strides.sh <nvcc> <c_src> <folder of the units> <work folder>
set -eu
nvcc=$1 source=$2 units=$3 work=$4
kernels="gsrb_helmholtz residual_helmholtz apply_helmholtz fill_ghosts_to"

for unit in "$units"/*_cuda.cu; do
  grep -qE "vf_($(echo "$kernels" | tr ' ' '|'))_launch" "$unit" || continue
  "$nvcc" -O3 -DNDEBUG -DVIEWFAB_CUDA -DVF_NO_FMA -std=c++17 -I"$source/include" -ptx -o "$work/unit.ptx" "$unit"
  cat "$work/unit.ptx"
done >"$work/set_strides.ptx"

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
