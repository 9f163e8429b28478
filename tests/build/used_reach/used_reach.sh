#!/bin/sh
# usage: used_reach.sh PROGRAM
# VF_UNUSED_REACH names the declarations that are wider than all calls used, and only these.
set -eu
expect() {
  calls=$1 expected=$2
  said=$(VF_UNUSED_REACH=1 "$program" "$calls" 2>&1 | LC_ALL=C sort)
  [ "$said" = "$expected" ] || {
    printf '%s calls:\n%s\nin place of:\n%s\n' "$calls" "$said" "$expected"
    exit 1
  }
}
program=$1
others='viewfab: kernel wide_box declares reach(1) of argument z; its calls used reach(0)
viewfab: kernel wide_columns declares reach(2) of argument t; its calls used reach(below(1), above(0))
viewfab: kernel wide_columns declares reach(1, 0, 1) of argument u; its calls used reach(below(0, 0, 1), above(1, 0, 0))'
x='viewfab: kernel wide_box declares reach(below(2, 1, 0), above(2, 3, 0)) of argument x; its calls used'
sorted() { printf '%s\n%s\n' "$1" "$others" | LC_ALL=C sort; }
expect 1 "$(sorted "$x reach(below(2, 0, 0), above(0, 2, 0))")"
expect 3 "$(sorted "$x reach(below(2, 0, 0), above(2, 2, 0))")"
none=$(VF_UNUSED_REACH=1 "$program" 0 2>&1)
[ -z "$none" ] || { printf 'no call: %s\n' "$none"; exit 1; }
quiet=$("$program" 2 2>&1)
[ -z "$quiet" ] || { printf 'not asked: %s\n' "$quiet"; exit 1; }
