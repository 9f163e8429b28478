#!/usr/bin/env bash
# Compares the shared libraries of two builds of the Debian packages by abidiff (abigail-tools): the packages of the last release and
# those of today. Fails if a library of the release lost or changed something that programs need, and kept its SONAME number.
#   packaging/debian/abi.sh RELEASE TODAY      folders with libviewfab0_*.deb and libviewfab0-dbgsym_*.deb, as try.sh makes them
set -euo pipefail
[ $# = 2 ] || { sed -n '2,4s/^# \{0,1\}//p' "$0"; exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

extract() {
  for package in "$1"/libviewfab0_*.deb "$1"/libviewfab0-dbgsym_*.deb; do dpkg-deb --extract "$package" "$2"; done
}
extract "$1" "$work/release"
extract "$2" "$work/today"

verdict=0
for library in "$work"/release/usr/lib/*/lib*.so.[0-9]; do
  name=${library#"$work/release/"}
  if [ ! -e "$work/today/$name" ]; then
    echo "$(basename "$name"): today's SONAME number is another"
    continue
  fi
  result=0
  abidiff --no-added-syms --no-show-locs --debug-info-dir1 "$work/release/usr/lib/debug" --debug-info-dir2 "$work/today/usr/lib/debug" \
    "$library" "$work/today/$name" || result=$?
  if [ "$result" != 0 ]; then
    verdict=1
    echo "$(basename "$name"): programs of the release may not run with it"
  else
    echo "$(basename "$name"): programs of the release run with it"
  fi
done
exit $verdict
