#!/bin/sh
# less_memory.sh PROGRAM INPUT: runs the program with all memory of the device, with half of the memory that it used, and with a
# quarter. Each run writes the same files, to the bit, and does not go beyond its limit.
set -eu
program=$1
input=$2
group=$(sed -n 's/^ *&\([a-z0-9_]*\).*/\1/p' "$input" | head -n 1)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export OMP_WAIT_POLICY=passive

run() { # NAME [LIMIT]
  mkdir "$folder/$1"
  cp "$(dirname "$input")"/*.summary "$folder/$1" 2>/dev/null || true
  sed "s:^ *&$group.*:\&$group output = 'run',:" "$input" >"$folder/$1/run.nml"
  (cd "$folder/$1" && VF_DEVICE_MEMORY=${2:-} VF_MEMORY_REPORT=memory.txt "$program" run.nml >run.log) || {
    echo "$1: exit status $?"
    cat "$folder/$1/run.log"
    exit 1
  }
}

used() { # NAME: the largest memory of its devices
  sed -n 's/^.* bytes in use, \([0-9]*\) at most.*/\1/p' "$folder/$1/memory.txt" | sort -n | tail -n 1
}

run all
whole=$(used all)
for part in 2 4; do
  limit=$((whole / part))
  run "part$part" "$limit"
  [ "$(used "part$part")" -le "$limit" ] || {
    echo "$(used "part$part") bytes were in use, and $limit were allowed"
    exit 1
  }
  grep 'left the device\|in slabs' "$folder/part$part/memory.txt"
  same=0
  for file in "$folder"/all/run.*; do
    case $file in
      *.nml | *.log | *.result) ;; # times, and counts of copies
      *)
        cmp "$file" "$folder/part$part/$(basename "$file")"
        same=$((same + 1))
        ;;
    esac
  done
  [ $same -gt 0 ] || {
    echo "the program wrote no file"
    exit 1
  }
done
