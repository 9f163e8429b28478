#!/bin/sh
# same_output.sh CODE REFERENCE PROGRAM INPUT SETTING: the program under the setting has the output and the output files of the
# reference without it, to the bit. Under VF_CHECK=coherence nothing is reported.
set -eu
# shellcheck source-path=SCRIPTDIR source=run_code.sh disable=SC1091
. "$(dirname "$0")/run_code.sh"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
run_code "$1" "$2" "$4" with
export "${5?}"
run_code "$1" "$3" "$4" without
[ "$(cat with/status)" = 0 ] || { cat with/errors; exit 1; }
if grep 'viewfab: coherence:' without/errors; then exit 1; fi
ls with/fields* >/dev/null
rm with/errors without/errors
diff -r with without
