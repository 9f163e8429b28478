#!/bin/sh
# columns.sh CLAIM PROGRAM INPUT [ARGUMENT...]: runs the program of columns on an edited copy of the input file. An EDIT is a
# command of sed.
#   agrees [EDIT]            the summary is the expected summary
#   conserves                the masses of air, water and each tracer change by at most 1e-12 of their value
#   same_on_threads          one thread and three threads give the same output, except seconds, and the same fields
#   stable EDIT              winds stay below 150 m/s; the run has no expected summary
#   fails STATUS TEXT EDIT   the program ends with the status and prints the text
#   same_fields ORIGINAL [exact]
#                            the summary is the expected summary; exact: the fields also have the bits of the ORIGINAL's fields
#   moves_once LATER FIELDS  after the first step LATER fields go to the device, and at the end FIELDS come to the host
set -eu
claim=$1
program=$2
input=$3
shift 3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export OMP_WAIT_POLICY=passive
cp "$(dirname "$input")"/*.summary "$folder"
head -n 9 "$folder/default.summary" >"$folder/short.summary"

run() { # NAME [EDIT]: NAME.log
  sed "${2:-}" "$input" >"$folder/$1.nml"
  [ -z "${2:-}" ] || ! cmp -s "$folder/$1.nml" "$input" || {
    echo "'$2' edits nothing"
    exit 1
  }
  "$program" "$folder/$1.nml" >"$folder/$1.log" || {
    echo "${2:-$input}: exit status $?"
    cat "$folder/$1.log"
    exit 1
  }
}

case $claim in
agrees)
  run original "${1:-}"
  grep -q '^summary as expected$' "$folder/original.log"
  ;;
conserves)
  run original
  tracers=$(sed -n 's/.*qsize = \([0-9]*\).*/\1/p' "$input")
  awk -v masses=$((tracers + 2)) '/^mass of / { lines++; change = $NF < 0 ? -$NF : $NF
      if (!(change <= 1e-12) || !($(NF - 3) + 0 > 0)) { print "not conserved: " $0; bad = 1 } }
    END { if (lines != masses) { print lines + 0 " masses, not " masses; bad = 1 }; exit bad }' "$folder/original.log"
  ;;
same_on_threads)
  for threads in 1 3; do
    OMP_NUM_THREADS=$threads
    export OMP_NUM_THREADS
    run "$threads" "s:^/:  output = '$folder/$threads'\\n/:"
    grep -v seconds "$folder/$threads.log" >"$folder/$threads.lines"
  done
  diff "$folder/1.lines" "$folder/3.lines"
  [ -s "$folder/1.fields" ]
  cmp "$folder/1.fields" "$folder/3.fields"
  ;;
stable)
  run original "/expected/d;$1"
  awk '/^summary v[12]/ { lines++; if (!($5 > -150 && $6 < 150 && $6 > 1)) { print; bad = 1 } }
    END { exit bad || lines != 2 }' "$folder/original.log"
  ;;
fails)
  sed "$3" "$input" >"$folder/edited.nml"
  status=0
  "$program" "$folder/edited.nml" >"$folder/edited.log" 2>&1 || status=$?
  if [ "$status" -ne "$1" ] || ! grep -qF "$2" "$folder/edited.log"; then
    echo "exit status $status, not $1, or no '$2':"
    cat "$folder/edited.log"
    exit 1
  fi
  ;;
same_fields)
  original=$1
  exact=${2:-}
  run step "s:^/:  output = '$folder/step'\\n/:"
  grep -q '^summary as expected$' "$folder/step.log"
  program=$original
  run original "s:^/:  output = '$folder/original'\\n/:"
  [ -s "$folder/original.fields" ]
  [ -z "$exact" ] || cmp "$folder/original.fields" "$folder/step.fields"
  ;;
moves_once)
  run step
  awk -v later="$1" -v fields="$2" -v device="${VF_DEVICE:-} ${VF_HOST_MEMORY:-}" '/^copies after/ { to[++n] = $(NF - 4) + 0; from[n] = $NF }
    { print } END { exit !(n == 2 && from[1] == 0 &&
      (device == "host alias" ? to[2] == 0 && from[2] == 0 : to[1] > later && to[2] == to[1] + later && from[2] == fields)) }' "$folder/step.log"
  ;;
*)
  echo "unknown claim $claim"
  exit 1
  ;;
esac
