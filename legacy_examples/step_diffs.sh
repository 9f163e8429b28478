#!/bin/sh
# step_diffs.sh <example folder> <first step> <next step>...
# Shows what each step of a port changes, as unified diffs, and ends with one line a step that
# counts the changed lines. A step holds only the files that it changes; what it changes is the file
# of that name in the nearest earlier step, or nothing.
set -eu

if [ $# -lt 2 ] || [ ! -d "$1" ]; then
  echo "usage: $0 <example folder> <first step> <next step>..." >&2
  exit 2
fi
cd "$1"
shift
for step in "$@"; do
  if [ ! -d "$step" ]; then
    echo "$0: no step '$step' in $(pwd)" >&2
    exit 2
  fi
done

earlier=$1
first=$1
shift
counts=
for step in "$@"; do
  diffs=
  files=0
  for path in "$step"/*; do
    file=${path##*/}
    before=/dev/null
    for old in $earlier; do
      if [ -f "$old/$file" ]; then
        before=$old/$file
        break
      fi
    done
    # awk cuts the dates from the two lines that name the files.
    diffs="$diffs$(diff -u "$before" "$path" | awk -F '\t' 'NR < 3 { print $1; next } 1')
"
    files=$((files + 1))
  done
  printf '%s\n' "$diffs"
  added=$(printf '%s' "$diffs" | grep -v '^+++' | grep -c '^+' || true)
  removed=$(printf '%s' "$diffs" | grep -v '^---' | grep -c '^-' || true)
  counts="$counts$step: $files files, $added lines added, $removed removed
"
  earlier="$step $earlier"
done
total=$(cat "$first"/* | wc -l)
printf '%s: %s lines\n%s' "$first" "$((total))" "$counts"
