#!/bin/sh
# The part of viewfab.mk that translates Fortran sources, or takes copies where no Python with fparser is.
#
#   viewfab_translate.sh make    <made> <copies> <fragment> <python> <program> <target> <routines> <form> <flags> <modules> <on device> <source>...
#   viewfab_translate.sh refresh <made> <copies>     writes the copies
#   viewfab_translate.sh check   <made> <copies>     fails if the copies are stale
# made: folder of the files in the build; copies: folder of the repository, or empty; fragment: the file for make to include.
set -eu
word=$1 made=$2 copies=$3
shift 3

# The names of the files in a folder, from its list.
files() {
  sed -nE 's/^(kernel|changed|originals) ([^ ]+).*/\2/p' "$1/translated.txt"
  echo translated.txt
}

# Copies a file if its text differs, so that an equal file keeps its time.
place() {
  cmp -s "$1" "$2" || cp "$1" "$2"
}

fail() {
  echo "viewfab.mk: $1" >&2
  exit 1
}

case $word in
refresh)
  mkdir -p "$copies"
  for name in $(files "$made"); do place "$made/$name" "$copies/$name"; done
  exit ;;
check)
  stale=
  for name in $(files "$made"); do cmp -s "$made/$name" "$copies/$name" || stale="$stale $name"; done
  [ -z "$stale" ] || fail "the copies in $copies are stale:$stale. Run make viewfab_copies and commit the copies"
  exit ;;
esac

fragment=$1 python=$2 program=$3 target=$4 routines=$5 form=$6 flags=$7 modules=$8 on_device=$9
shift 9
mkdir -p "$made"
if [ -n "$python" ] && "$python" -c 'import sys; sys.version_info >= (3, 11) or sys.exit(1); import fparser.two.Fortran2003' 2>/dev/null; then
  with=
  for file in $modules; do with="$with --with $file"; done
  # shellcheck disable=SC2086 # with: a list of options
  PYTHONDONTWRITEBYTECODE=1 "$python" "$program" --build --out "$made" --target "$target" --routines="$routines" --form="$form" \
    --flags="$flags" $with ${on_device:+--on-device} "$@"
else
  advice="run make viewfab_copies on a machine that has Python with fparser (Debian: python3-fparser)"
  if [ ! -f "$copies/translated.txt" ]; then
    fail "there is no Python with fparser, and VIEWFAB_TRANSLATE_COPIES names no folder with copies; $advice"
  fi
  options="routines=$(echo "$routines" | tr '[:upper:]' '[:lower:]') form=$form flags=$flags target=$target ${on_device:+on_device=yes }sources=$*"
  grep -qxF "options $options" "$copies/translated.txt" || fail "the copies in $copies are of another call than $options; $advice"
  stale=$(sed -nE 's/^read ([0-9a-f]+) /\1  /p' "$copies/translated.txt" | sha256sum -c --quiet 2>/dev/null) ||
    fail "the copies in $copies are stale: $stale; $advice"
  for name in $(files "$copies"); do place "$copies/$name" "$made/$name"; done
fi
awk -v made="$made" -v fragment="$fragment" '
  $1 == "kernel" { print "override VIEWFAB_KERNELS += " made "/" $2 }
  $1 == "changed" { print "viewfab_changed += " made "/" $2; folder = $3; if (!sub("/[^/]*$", "", folder)) folder = "."
                    print "viewfab_changed_folders += -I" folder }
  $1 == "originals" { print "viewfab_changed += " made "/" $2 }
  $1 == "read" { print fragment ": " $3 }' "$made/translated.txt" >"$fragment"
