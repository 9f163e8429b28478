#!/bin/sh
# step_diffs.sh <example folder> <first step> [<next step> [-<file>]...]...
# Shows the changes of each step of a port as unified diffs, and then counts the changed lines, with
# one line a step. A step holds only its changed files. A changed file is compared with the file of
# the same name in the nearest earlier step, or with an empty file. Files that a step drops follow
# its name, each after a minus.
set -eu

if [ $# -lt 2 ] || [ ! -d "$1" ]; then
  echo "usage: $0 <example folder> <first step> [<next step> [-<file>]...]..." >&2
  exit 2
fi
cd "$1"
shift
for step in "$@"; do
  case $step in
    -*) ;;
    *)
      if [ ! -d "$step" ]; then
        echo "$0: no step '$step' in $(pwd)" >&2
        exit 2
      fi ;;
  esac
done

# latest <file>: its version in the nearest earlier step
latest() {
  for old in $earlier; do
    if [ -f "$old/$1" ]; then
      echo "$old/$1"
      return
    fi
  done
  echo /dev/null
}

# show <before> <after>: adds to the diffs of the step; awk cuts the dates from the two lines with
# the names of the files
show() {
  diffs="$diffs$(diff -u "$1" "$2" | awk -F '\t' 'NR < 3 { print $1; next } 1')
"
  files=$((files + 1))
}

earlier=$1
first=$1
shift
counts=
while [ $# -gt 0 ]; do
  step=$1
  shift
  diffs=
  files=0
  for path in "$step"/*; do
    show "$(latest "${path##*/}")" "$path"
  done
  while [ $# -gt 0 ] && [ "${1#-}" != "$1" ]; do
    show "$(latest "${1#-}")" /dev/null
    shift
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
