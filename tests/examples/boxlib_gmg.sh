#!/bin/sh
# boxlib_gmg.sh CLAIM PROGRAM INPUT [ARGUMENT...]: runs a program of boxlib_gmg on the input file and on edited copies of it.
#   converges FACTOR [EDIT]    each cycle after the second divides the residual by the factor at least
#   second_order EDIT          with this edit, which halves the cell width, the error is a quarter
#   same_output EDIT...        with each of these edits, one of sed, it prints the same, but for seconds
#   same_on_threads            so it does on one and on three threads
#   same_solution EDIT...      with each of these edits it takes as many cycles, and phi agrees to 1e-12
#   fails STATUS TEXT EDIT     with this edit it ends with the status and says the text
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
    [ "$(value original cycles)" = "$(value edited cycles)" ] || {
      echo "$edit: $(value edited cycles) cycles, not $(value original cycles)"
      exit 1
    }
    for label in 'max abs phi' 'sum phi'; do
      awk -v a="$(value original "$label")" -v b="$(value edited "$label")" -v label="$edit: $label" 'BEGIN {
        d = a > b ? a - b : b - a; if (!(a > 0 && d <= 1e-12 * a)) { print label, a, b; exit 1 } }'
    done
  done
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
