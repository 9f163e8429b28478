#!/bin/sh
# boxlib_gmg.sh CLAIM PROGRAM INPUT [ARGUMENT...]: runs a program of boxlib_gmg on the input file and on edited copies of it.
# An EDIT is a command of sed.
#   converges FACTOR [EDIT]    each cycle after the second divides the residual at least by the factor
#   second_order EDIT          the edit halves the cell width, and the error is then a quarter
#   same_output EDIT...        each edit gives the same output, except seconds
#   same_on_threads            one thread and three threads give the same output, except seconds
#   same_solution EDIT...      each edit takes the same number of cycles, and phi agrees to 1e-12
#   agrees ORIGINAL [EDIT]     takes the same number of cycles as the program ORIGINAL, and phi agrees to 1e-12
#   checks SYMBOL...           in mode check all calls of a few cycles pass, and the report has a line for each legacy symbol
#   moves_once                 two runs with different numbers of cycles copy the same in their regions
#   keeps REGIONS              with VF_COHERENCE=auto the output is the same, and the copies have at most a tenth more bytes than those of the
#                              program REGIONS
#   fails STATUS TEXT EDIT     the program ends with the status and prints the text
set -eu
claim=$1
program=$2
input=$3
shift 3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export OMP_WAIT_POLICY=passive

run() { # NAME [EDIT]: NAME.log
  sed "${2:-}" "$input" >"$folder/$1.txt"
  [ -z "${2:-}" ] || ! cmp -s "$folder/$1.txt" "$input" || {
    echo "'$2' edits nothing"
    exit 1
  }
  "$program" "$folder/$1.txt" >"$folder/$1.log" || {
    echo "${2:-$input}: exit status $?"
    cat "$folder/$1.log"
    exit 1
  }
  grep -q '^solve seconds [0-9.]*$' "$folder/$1.log"
}

value() { # NAME LABEL
  sed -n "s/^$2 //p" "$folder/$1.log"
}

same_output() { # NAME NAME
  grep -v seconds "$folder/$1.log" >"$folder/first"
  grep -v seconds "$folder/$2.log" >"$folder/second"
  diff "$folder/first" "$folder/second"
}

same_solution() { # NAME NAME
  [ "$(value "$1" cycles)" = "$(value "$2" cycles)" ] || {
    echo "$2: $(value "$2" cycles) cycles, not $(value "$1" cycles)"
    exit 1
  }
  for label in 'max abs phi' 'sum phi'; do
    awk -v a="$(value "$1" "$label")" -v b="$(value "$2" "$label")" -v label="$2: $label" 'BEGIN {
      d = a > b ? a - b : b - a; if (!(a > 0 && d <= 1e-12 * a)) { print label, a, b; exit 1 } }'
  done
}

case $claim in
converges)
  run original "${2:-}"
  awk -v factor="$1" '$1 == "cycle" { if ($2 > 2) { if (!(factor * $4 < before)) { print "slow: " $0; bad = 1 }; fast++ }; before = $4 }
    END { exit bad || fast < 3 }' "$folder/original.log"
  ;;
second_order)
  run original
  run finer "$1"
  awk -v coarse="$(value original 'max error')" -v fine="$(value finer 'max error')" 'BEGIN {
    print "errors", coarse, fine; exit !(coarse > 3.8 * fine && coarse < 4.2 * fine && fine > 0) }'
  ;;
same_output)
  run original
  for edit in "$@"; do
    run edited "$edit"
    same_output original edited
  done
  ;;
same_on_threads)
  export OMP_NUM_THREADS=1
  run one
  OMP_NUM_THREADS=3
  run three
  same_output one three
  ;;
same_solution)
  run original
  for edit in "$@"; do
    run edited "$edit"
    same_solution original edited
  done
  ;;
agrees)
  run relinked "${2:-}"
  program=$1
  run original "${2:-}"
  same_solution original relinked
  ;;
checks)
  VF_MODE=check
  VF_REPORT=$folder/report
  VF_REPORT_FAIL=1
  export VF_MODE VF_REPORT VF_REPORT_FAIL
  run checked "\$atolerance = 1e-2"
  grep -q 'viewfab validation: passed' "$folder/report"
  for symbol in "$@"; do
    grep -Eq "^ +$symbol +[1-9][0-9]* " "$folder/report" || {
      echo "no calls of $symbol in the report"
      cat "$folder/report"
      exit 1
    }
  done
  ;;
moves_once)
  for cycles in 3 6; do
    sed "\$amax_cycles = $cycles" "$input" >"$folder/$cycles.txt"
    VF_REPORT=$folder/report_$cycles "$program" "$folder/$cycles.txt" >"$folder/log" && exit 1 # it does not converge
    grep '1 region of vf_offload_begin' "$folder/report_$cycles" >"$folder/moved_$cycles"
  done
  diff "$folder/moved_3" "$folder/moved_6"
  ;;
keeps)
  run apart
  VF_PROFILE=$folder/profile "$1" "$input" >"$folder/log"
  VF_COHERENCE=auto
  VF_REPORT=$folder/report
  export VF_COHERENCE VF_REPORT
  run kept
  same_output apart kept
  moved=$(sed -n 's/.*VF_COHERENCE=auto: .* copies in all: \([0-9]*\) bytes to the device, \([0-9]*\) to the host/\1 + \2/p' "$folder/report")
  of_regions=$(sed -n 's/.*copies to the device [^(]*(\([0-9.]*\) GB), copies to the host [^(]*(\([0-9.]*\) GB).*/(\1 + \2) * 1e9/p' "$folder/profile")
  awk "BEGIN { print $moved, \"bytes; with regions\", $of_regions; exit !($moved > 0 && $moved <= 1.1 * ($of_regions)) }"
  ;;
fails)
  sed "$3" "$input" >"$folder/edited.txt"
  status=0
  "$program" "$folder/edited.txt" >"$folder/edited.log" 2>&1 || status=$?
  if [ "$status" -ne "$1" ] || ! grep -qF "$2" "$folder/edited.log"; then
    echo "exit status $status, not $1, or no '$2':"
    cat "$folder/edited.log"
    exit 1
  fi
  ;;
*)
  echo "unknown claim $claim"
  exit 1
  ;;
esac
