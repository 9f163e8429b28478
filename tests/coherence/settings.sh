#!/bin/sh
# settings.sh <program> <settings> <exit status> <text>: the program `unported right` under the settings has the exit status,
# and the text is in its error output; without a text nothing is.
set -eu
status=0
# shellcheck disable=SC2086 # several settings
errors=$(env $2 "$1" right 2>&1 >/dev/null) || status=$?
[ "$status" = "$3" ] || { echo "exit status $status"; echo "$errors"; exit 1; }
case "$errors" in
'') [ -z "${4:-}" ] ;;
*"${4:-}"*) [ -n "${4:-}" ] || { echo "$errors"; exit 1; } ;;
*) echo "'$4' is not in: $errors"; exit 1 ;;
esac
