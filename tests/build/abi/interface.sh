#!/bin/sh
# The public C interface as a text: a line for each function, variable, type and constant, with its form.
#   interface.sh print COMPILER UNIT -I...          prints the interface that the headers of a unit declare, by gcc's -fdump-go-spec
#   interface.sh more COMPILER BASE UNIT -I...      the same, without the interface that the headers of the unit BASE declare
#   interface.sh compare LIST FOUND LIBRARY...      fails if the list and the interface FOUND differ, or if no library has a symbol
set -eu
export LC_ALL=C
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# Numbers of releases, guards and texts are no part of the interface, nor are back ends that a build may lack.
print() {
  compiler=$1
  unit=$2
  shift 2
  "$compiler" "$@" -fdump-go-spec="$folder/spec" -x c -c "$unit" -o "$folder/unit.o"
  sed -n -E '/^const _VF_VERSION_|^func _vf_backend_(cuda|hip) /d
    s/ __asm__\(.*//
    s/Godump_[0-9]+_pad/padding/g
    s/^const _(VF_[A-Z0-9_]+ = -?[0-9]+)$/const \1/p
    s/^(func|var|type) _((vf|vfi|viewfab)_.*)/\1 \2/p' "$folder/spec" | sort -u
}

more() {
  with=$1
  base=$2
  larger=$3
  shift 3
  print "$with" "$base" "$@" >"$folder/base"
  print "$with" "$larger" "$@" >"$folder/all" # no pipe, which would hide a failure of the compiler
  comm -13 "$folder/base" "$folder/all"
}

symbols_of() {
  for library in "$@"; do
    case $library in
      *.a) nm -g --defined-only "$library" 2>/dev/null ;;
      *) nm -D --defined-only "$library" ;;
    esac
  done | awk 'NF == 3 { sub(/@.*/, "", $3); print $3 }' | sort -u
}

same=yes
# says TEXT FILE: prints the lines of a file, and remembers that there were some
says() {
  [ -s "$2" ] || return 0
  same=no
  echo "$1"
  cat "$2"
}

compare() {
  list=$1
  found=$2
  shift 2
  comm -23 "$list" "$found" >"$folder/gone"
  comm -13 "$list" "$found" >"$folder/new"
  symbols_of "$@" >"$folder/symbols"
  awk '$1 == "func" || $1 == "var" { print $2 }' "$list" | sort -u | comm -23 - "$folder/symbols" >"$folder/missing"
  says "gone or changed; a removal or a change needs a new VIEWFAB_SONAME and a new list:" "$folder/gone"
  says "in no library; a removal needs a new VIEWFAB_SONAME and a new list:" "$folder/missing"
  says "new; the target viewfab_abi writes an addition to the list $list:" "$folder/new"
  [ $same = yes ]
}

case ${1:-} in
  print | more | compare) "$@" ;;
  *) sed -n '2,5p' "$0" && exit 2 ;;
esac
