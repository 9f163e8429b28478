#!/bin/sh
# usage: viewfab_missed_calls.sh --objdump OBJDUMP --symbols "SYMBOL ..." PROGRAM
# Lists calls in a linked program that --wrap does not redirect: calls of a symbol from its own source file, because the
# assembler has resolved them, and module procedures with a symbol's name. Calls from one original to another do not count: a
# port calls no original. Inlined calls, and calls inside shared libraries, leave no trace. SYMBOLs have the spelling of
# compilers (average3dgen_). Warnings go to standard output; the status is 0.
objdump=${2:-objdump}
symbols=$4
program=$5
if ! command -v "$objdump" >/dev/null 2>&1; then
  echo "viewfab_relink: warning: objdump was not found, so nobody looks for calls in $program that are not redirected"
  exit 0
fi
if ! "$objdump" -d --no-show-raw-insn "$program" 2>/dev/null | awk -v program="$program" -v list="$symbols" '
  function plain(name) { sub(/@.*$/, "", name); sub(/\.(part|constprop|isra|cold|lto_priv|localalias)[.0-9a-z_]*$/, "", name); return name }
  BEGIN {
    count = split(list, names, " ")
    for (n = 1; n <= count; n++) {
      wanted[names[n]] = 1
      if (names[n] !~ /_$/) procedures[names[n]] = 1
    }
  }
  /^[0-9a-f]+ <.*>:$/ {
    functions++
    caller = $2
    gsub(/^<|>:$/, "", caller)
    procedure = plain(caller)
    if (procedure ~ /^__.+_MOD_/) sub(/^__.+_MOD_/, "", procedure)
    else if (procedure ~ /^_QM.+P/) sub(/^_QM.+P/, "", procedure)
    else if (procedure ~ /_mp_.+_$/) { sub(/^.+_mp_/, "", procedure); sub(/_$/, "", procedure) }
    else next
    if (procedure in procedures && !(caller in told)) {
      told[caller] = 1
      printf "viewfab_relink: warning: %s: %s is a procedure of a module (%s): calls of it are not redirected. " \
        "Take it out of the module, into a source file of its own.\n", program, procedure, caller
    }
    next
  }
  /<[^>+]+>$/ && $2 ~ /^(call|jmp|bl|b)[a-z]?$/ {
    callee = $NF
    gsub(/^<|>$/, "", callee)
    callee = plain(callee)
    if (!(callee in wanted) || plain(caller) in wanted || plain(caller) ~ /^__wrap_/ || (caller, callee) in told) next
    told[caller, callee] = 1
    printf "viewfab_relink: warning: %s: %s calls %s in its own source file: that call is not redirected, the original runs. " \
      "Move %s into a source file of its own.\n", program, plain(caller), callee, callee
  }
  END { exit functions ? 0 : 3 }'
then
  echo "viewfab_relink: warning: objdump reads no functions in $program, so nobody looks for calls that are not redirected"
fi
exit 0
