#!/bin/sh
# usage: says.sh [-f] TEXT COMMAND...   the command succeeds (-f: fails), and its output has the text
#   TEXT is a basic regular expression. After a leading ! the output must not have the text.
wanted=0
if [ "$1" = -f ]; then
  wanted=1
  shift
fi
text=$1
shift
output=$("$@" 2>&1)
code=$?
if [ $((code != 0)) != $wanted ]; then echo "exit status $code: $output"; exit 1; fi
case $text in
  !*) if echo "$output" | grep -q -e "${text#!}"; then echo "it does say: ${text#!}"; echo "$output"; exit 1; fi ;;
  *) if ! echo "$output" | grep -q -e "$text"; then echo "it does not say: $text"; echo "$output"; exit 1; fi ;;
esac
