#!/usr/bin/env bash
# Tests and benchmarks on a GPU machine without a Fortran compiler.
#   tests/gpu.sh pack [VARIANT...]   here: builds for one GPU architecture, strips, and gathers the files for the machine in
#                                    build/gpu_pack (GPU_ARCHITECTURE, default 90)
#   tests/gpu.sh test                there: GPU tests, log in $OUT (default build/gpu_out)
#   tests/gpu.sh sanitize            there: compute-sanitizer memcheck, racecheck and initcheck over the test programs
#   tests/gpu.sh bench [NAME...]     there: benchmarks
#   tests/gpu.sh demo                there: the demo
#   tests/gpu.sh ranks               there: tests and benchmark of ranks by the machine's own MPI (mpirun), on all its GPUs
#                                    and all ranks on a single GPU; memcheck over them. With two GPUs or more: bench_ranks
#   tests/gpu.sh all                 there: all of them
#   tests/gpu.sh shell COMMAND       there: any command, with the packed libraries
# A machine with many cores compiles faster than it takes files:
#   tests/gpu.sh compiler            here: gathers gfortran, cmocka and fparser in build/gpu_compiler
#   tests/gpu.sh compile [OPTION...] there, with that folder: compiles viewfab and its tests in build/gpu_there, exact unless
#                                    options for CMake say other things
# Variants: release (as shipped), exact (FMA off: bits are compared), hip (the HIP path over HIP's NVIDIA headers,
# beside CUDA in one library).
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
pack=build/gpu_pack
out=${OUT:-$root/build/gpu_out}

build_variant() {
  local name=$1
  shift
  cmake -S . -B "build/gpu_$name" -G Ninja -DCMAKE_BUILD_TYPE=Release -DVIEWFAB_CUDA=ON -DVIEWFAB_TEST_ARCHITECTURES=ALL \
    -DCMAKE_CUDA_ARCHITECTURES="${GPU_ARCHITECTURE:-90}-real" "$@" >"build/gpu_$name.log" \
    -DCMAKE_BUILD_RPATH="$root/$pack/lib" -DCMAKE_EXE_LINKER_FLAGS=-Wl,--disable-new-dtags
  cmake --build "build/gpu_$name" | tail -1
  # Programs and CTest's own files are packed with their places in the build folder.
  (cd "build/gpu_$name" && find . \( -name CTestTestfile.cmake -o -name '*.nml' -o -name '*.cmake' -path './tests/*' \
    -o -type f -perm -u+x ! -path '*/CMakeFiles/*' ! -name '*_generator' \) -print0 |
    xargs -0 cp --parents -t "$root/$pack/$name")
  find "$pack/$name" -type f -perm -u+x -exec sh -c 'strip "$1" 2>/dev/null || true' _ {} \;
}

# Packs the libraries of the programs, such as HDF5, which tests of captures are linked with. Left out are libraries
# that every machine has (glibc, gcc's C++) and the libraries of MPI, because they belong to the machine's mpirun (Open
# MPI 4.1 on both). Programs find the packed libraries by their own path (DT_RPATH, also valid for libraries of
# libraries). LD_LIBRARY_PATH would impose them on other programs.
pack_libraries() {
  find "$pack" -type f -perm -u+x -exec ldd {} + 2>/dev/null | awk '$2 == "=>" && $3 ~ /^\// { print $3 }' | sort -u |
    grep -vE '/(libc|libm|libmvec|libdl|librt|libpthread|libresolv|libgcc_s|libstdc\+\+|libcuda|libcudart|libcufft|libmpi[^/]*|libopen-(rte|pal)|libpmix|libhwloc|libevent_[^/]*)\.so' |
    xargs cp -Lt "$pack/lib"
  du -sh "$pack/lib"
}

pack() {
  rm -rf "$pack"
  mkdir -p "$pack/lib" build
  local variants=${*:-release exact hip}
  for variant in $variants; do
    mkdir -p "$pack/$variant"
    case $variant in
      release) build_variant release -DVIEWFAB_HIP=OFF ;;
      exact) build_variant exact -DVIEWFAB_HIP=OFF -DVIEWFAB_FMA=OFF ;;
      hip) build_variant hip -DVIEWFAB_HIP=ON -DVIEWFAB_HIP_PLATFORM=nvidia ;;
      *) echo "gpu.sh: unknown variant $variant" >&2 && exit 2 ;;
    esac
  done
  pack_libraries
  echo "$root" >"$pack/root"
  git rev-parse --short HEAD >"$pack/commit"
  # The programs share most of their code. A dictionary of the whole size finds the common parts.
  tar cf - "$pack" | xz -T1 --lzma2=preset=1,dict=256MiB >"$pack.tar.xz"
  du -sh "$pack.tar.xz"
}

# The packed files keep the absolute paths of the build, so these paths must exist here.
unpack() {
  if [ -f "$pack.tar.xz" ]; then tar xJf "$pack.tar.xz"; fi
  local built_in
  built_in=$(cat "$pack/root")
  if [ "$built_in" != "$root" ]; then
    mkdir -p "$(dirname "$built_in")"
    [ -e "$built_in" ] || ln -s "$root" "$built_in"
  fi
  for variant in "$pack"/*/; do
    variant=$(basename "$variant")
    [ "$variant" = lib ] || ln -sfn "$root/$pack/$variant" "$root/build/gpu_$variant"
  done
  export VF_TEST_GPU_REQUIRED=1
  mkdir -p "$out"
}

run_tests() {
  {
    echo "commit $(cat "$pack/commit"), $(nvidia-smi --query-gpu=name,driver_version --format=csv,noheader | head -1)"
    for variant in release exact hip; do
      [ -d "build/gpu_$variant" ] || continue
      echo "command: ctest --test-dir build/gpu_$variant -L cuda|hip -j 8"
      ctest --test-dir "build/gpu_$variant" -L 'cuda|hip' -j 8 --output-on-failure | grep -vE '^ +Start |^ *$' || true
    done
  } 2>&1 | tee "$out/tests.log" | grep -E 'commit|command|tests passed|Failed|Skipped|\*\*\*|not in|gave|does not hold|Errors' || true
}

# Runs a program under a tool: prints a line, and keeps the output of a failure.
sanitize_one() {
  local tool=$1 program=$2 code=0
  local log
  log="$out/sanitize_${tool}_$(basename "$program").txt"
  timeout 300 compute-sanitizer --tool "$tool" --error-exitcode 9 "$program" >"$log" 2>&1 || code=$?
  echo "$tool $(basename "$program"): exit $code $(grep -o 'ERROR SUMMARY.*\|RACECHECK SUMMARY.*' "$log" | tail -1)"
  if [ "$code" = 0 ]; then rm "$log"; fi
}

run_sanitizers() {
  export VF_DEVICE=cuda OMP_NUM_THREADS=2 out
  export -f sanitize_one
  # Left out: programs that run out of memory, use very large arrays or access memory outside arrays on purpose; and
  # programs that only start other programs or read files.
  find "build/gpu_release/" -type f -perm -u+x -name 'test_*' ! -name test_memory ! -name test_large \
    ! -name test_capture_refused ! -name test_replay_verdicts ! -name test_bounds ! -name test_boxes \
    ! -name 'test_bisect_*' ! -name test_environment ! -name test_end_of_program ! -name test_settings_guide \
    ! -name test_poisson ! -name test_helmholtz ! -name 'test_ranks_*' | sort >"$out/programs"
  for tool in memcheck racecheck initcheck; do
    xargs -P 8 -I '{}' bash -c "sanitize_one $tool {}" <"$out/programs"
  done | tee "$out/sanitize.log" | grep -v 'exit 0' || true
  echo "sanitizers: $(grep -c 'exit 0' "$out/sanitize.log") of $(wc -l <"$out/sanitize.log") runs clean"
  rm "$out/programs"
}

run_benchmarks() {
  {
    echo "commit $(cat "$pack/commit"), $(nvidia-smi --query-gpu=name,driver_version --format=csv,noheader | head -1)"
    for device in cuda hip; do
      local variant=release
      [ "$device" = hip ] && variant=hip
      [ -d "build/gpu_$variant" ] || continue
      find "build/gpu_$variant/" -type f -perm -u+x -name "${1:-bench_*}" ! -name bench_pfmg ! -name bench_ranks | sort | while read -r program; do
        echo "== VF_DEVICE=$device $(basename "$program")"
        VF_DEVICE=$device "$program" || echo "failed: $program"
      done
    done
  } 2>&1 | tee "$out/bench.log"
}

run_over_ranks() {
  export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMP_NUM_THREADS=1 VF_WAIT=30
  local mpirun=(mpirun --oversubscribe --bind-to none)
  local tests=build/gpu_release/tests gpus
  gpus=$(nvidia-smi --query-gpu=name --format=csv,noheader | wc -l)
  {
    echo "commit $(cat "$pack/commit"), $gpus GPUs: $(nvidia-smi --query-gpu=name,driver_version --format=csv,noheader | head -1)"
    ctest --test-dir build/gpu_release -L ranks -j 4 --output-on-failure | grep -vE '^ +Start |^ *$' || true
    if [ "$gpus" -gt 1 ]; then
      echo "all ranks on one GPU"
      CUDA_VISIBLE_DEVICES=0 ctest --test-dir build/gpu_release -L ranks -R '\.cuda$' -j 4 --output-on-failure |
        grep -vE '^ +Start |^ *$' || true
    fi
    for transport in flat ipc shared staged; do
      echo "memcheck, $transport: $(VF_DEVICE=cuda VF_TRANSPORT=$transport timeout 200 "${mpirun[@]}" -n 2 \
        compute-sanitizer --error-exitcode 9 "$tests/ranks/test_ranks_ghosts" begin_and_end 2>&1 |
        grep -o 'ERROR SUMMARY.*\|not available.*' | sort | uniq -c | tr '\n' ' ')"
    done
    if [ "$gpus" -gt 1 ]; then VF_DEVICE=cuda "${mpirun[@]}" -n 2 "$tests/benchmarks/bench_ranks"; fi
  } 2>&1 | tee "$out/ranks.log"
}

# The work of the target demo: the legacy codes and the steps of their ports, on the GPU and on the host.
run_demo() {
  local examples=$root/build/gpu_release/legacy_examples
  mkdir -p "$examples/demo/files"
  for code in helmholtz poisson; do
    local steps=()
    for step in "$examples/$code/${code}"_*; do
      case $step in *_original | *_checked) continue ;; esac
      [ -x "$step" ] && steps+=("$step")
    done
    (cd "$examples/demo/files" && ../legacy_demo ../legacy_bar "$root/legacy_examples/$code/inputs/dirichlet_128.nml" \
      "$examples/$code/${code}_original" "${steps[@]}")
  done 2>&1 | tee "$out/demo.log" | grep -v 'cycle '
}

# Programs of gcc find their parts relative to themselves. The C compiler of the other machine may be another version.
gather_compiler() {
  local usr=build/gpu_compiler/usr libraries folder library file
  folder=$(dirname "$(gfortran -print-libgcc-file-name)")
  library=$(dirname "$(gfortran -print-file-name=libcmocka.so)")
  local parts=$usr/lib/gcc/${folder#*/gcc/}
  libraries=$usr/lib/$(gcc -print-multiarch)
  rm -rf build/gpu_compiler
  mkdir -p $usr/bin $usr/include $usr/lib/python "$libraries/cmake" "$parts"
  cp -L "$(command -v gfortran)" $usr/bin/gfortran-here
  cp -L "$(command -v gcov)" $usr/bin/gcov-here
  for file in f951 collect2 liblto_plugin.so crtbegin.o crtbeginS.o crtbeginT.o crtend.o crtendS.o crtfastmath.o \
    libgcc.a libgcc_eh.a libgcc_s.so libgcov.a libgfortran.spec libgomp.spec finclude; do
    cp -RL "$folder/$file" "$parts/"
  done
  strip "$parts/f951"
  for file in libgfortran libgomp libquadmath; do cp -L "$(gfortran -print-file-name=$file.so)" "$parts/$file.so"; done
  ldd "$folder/f951" "$(command -v gcov)" | awk '$3 ~ /^\// { print $3 }' | grep -vE '/lib(c|m)\.so' | sort -u | xargs cp -Lt "$libraries"
  cp -L "$library"/libgfortran.so.? "$library"/libgomp.so.? "$library"/libquadmath.so.? "$library"/libcmocka.so* "$libraries"
  cp -R "$library/cmake/cmocka" "$libraries/cmake/"
  cp /usr/include/cmocka*.h $usr/include/
  cp -RL "$(/usr/bin/python3 -c 'import fparser, os; print(os.path.dirname(fparser.__file__))')" $usr/lib/python/
  find $usr/lib/python -name __pycache__ -prune -exec rm -r {} +
  for file in gfortran gcov; do
    cat >$usr/bin/$file <<END
#!/bin/sh
here=\$(cd "\$(dirname "\$0")" && pwd)
LD_LIBRARY_PATH=\$(echo "\$here"/../lib/*-linux-gnu):\$LD_LIBRARY_PATH exec "\$here/$file-here" "\$@"
END
    chmod +x $usr/bin/$file
  done
  du -sh build/gpu_compiler
}

compile_there() {
  local usr=$root/build/gpu_compiler/usr
  export PYTHONPATH=$usr/lib/python${PYTHONPATH:+:$PYTHONPATH} # fparser; the proofs on a device need it again in ctest
  export PATH=$usr/bin:$PATH                                   # the translator runs gfortran
  FC=$usr/bin/gfortran cmake -S . -B build/gpu_there -G Ninja -DCMAKE_BUILD_TYPE=Release -DVIEWFAB_CUDA=ON -DVIEWFAB_HIP=OFF \
    -DVIEWFAB_FMA=OFF -DVIEWFAB_HDF5=OFF -DVIEWFAB_BENCHMARKS=OFF -DVIEWFAB_TEST_ARCHITECTURES=ALL \
    -DCMAKE_CUDA_ARCHITECTURES="${GPU_ARCHITECTURE:-90}-real" -DCMAKE_PREFIX_PATH="$usr" -DCMAKE_BUILD_RPATH="$(echo "$usr"/lib/*-linux-gnu)" "$@"
  cmake --build build/gpu_there
}

action=${1:-}
shift || true
case $action in
  pack) pack "$@" ;;
  test) unpack && run_tests ;;
  sanitize) unpack && run_sanitizers ;;
  bench) unpack && run_benchmarks "$@" ;;
  demo) unpack && run_demo ;;
  ranks) unpack && run_over_ranks ;;
  shell) unpack && bash -c "$*" ;;
  compiler) gather_compiler ;;
  compile) compile_there "$@" ;;
  all) unpack && run_tests && run_over_ranks && run_demo && run_benchmarks && run_sanitizers ;;
  *) sed -n '2,18s/^# \{0,1\}//p' "$0" && exit 2 ;;
esac
