#!/bin/sh
# ranks.sh CLAIM PROGRAM INPUT [ARGUMENT...]: runs a program of the examples under mpirun on an edited copy of its input. MPIRUN
# names mpirun and its options; settings may precede the program (env NAME=VALUE PROGRAM). An EDIT is a command of sed.
#   same_on_ranks RANKS...       all these numbers of ranks give the same files, to the bit
#   same_as OTHER RANKS...       the program and OTHER give the same files on each number of ranks, to the bit
#   agrees ORIGINAL RANKS...     on each number of ranks the first six norms agree with the ORIGINAL's to 1e-10, and the solutions,
#                                to a tolerance of 1e-14, differ by at most 1e-9. Rounding grows from step to step, so later
#                                norms differ
#   norms FILE RANKS...          the first norms agree with the norms in the file, to 1e-10
#   fails RANKS TEXT [EDIT]
#                                the program ends with a status other than 0 and prints the text
set -eu
claim=$1
program=$2
input=$3
shift 3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export OMP_WAIT_POLICY=passive OMP_NUM_THREADS=1

run() { # PROGRAM RANKS NAME: NAME.log and the files of the run
  sed "s:^/:  output = '$folder/$3' ${settings:-}\\n/:" "$input" >"$folder/$3.nml"
  # shellcheck disable=SC2086 # options
  ${MPIRUN:-mpirun} -n "$2" $1 "$folder/$3.nml" >"$folder/$3.log" 2>&1 || {
    echo "$3: exit status $?"
    cat "$folder/$3.log"
    exit 1
  }
}

same() { # NAME NAME
  for file in solution history; do
    [ -s "$folder/$1.$file" ] || {
      echo "$1 wrote no $file"
      exit 1
    }
    cmp "$folder/$1.$file" "$folder/$2.$file"
  done
}

same_norms() { # FILE NAME: the numbers of the file are the first ones of NAME.history
  awk '
    NR == FNR { if ($1 !~ /^#/) wanted[count++] = $1; next }
    FNR <= count { lines++; d = $2 / wanted[FNR - 1] - 1 }
    FNR <= count && !(d <= 1e-10 && -d <= 1e-10) { print "norm " $1 ": " $2 ", not " wanted[FNR - 1]; bad = 1 }
    END { if (lines < 5) { print lines + 0 " norms"; bad = 1 }; exit bad }' "$1" "$folder/$2.history"
}

case $claim in
same_on_ranks)
  first=$1
  for ranks in "$@"; do
    run "$program" "$ranks" "$ranks"
    same "$first" "$ranks"
  done
  ;;
same_as)
  other=$1
  shift
  for ranks in "$@"; do
    run "$program" "$ranks" "this.$ranks"
    run "$other" "$ranks" "other.$ranks"
    same "this.$ranks" "other.$ranks"
  done
  ;;
agrees)
  original=$1
  settings=', tolerance = 1e-14'
  shift
  for ranks in "$@"; do
    run "$program" "$ranks" step
    run "$original" "$ranks" original
    awk '{ print $2 }' "$folder/original.history" | head -n 6 >"$folder/norms"
    same_norms "$folder/norms" step
    for name in original step; do
      od -A n -v -j 12 -t f8 -w8 "$folder/$name.solution" >"$folder/$name.values"
    done
    paste "$folder/original.values" "$folder/step.values" | awk '
      { lines++; d = $1 - $2 }
      NF != 2 || !(d <= 1e-9 && -d <= 1e-9) { print "solutions differ: " $0; bad = 1; exit }
      END { exit bad || lines < 2 }'
  done
  ;;
norms)
  norms=$1
  shift
  for ranks in "$@"; do
    run "$program" "$ranks" norms
    same_norms "$norms" norms
  done
  ;;
fails)
  ranks=$1
  text=$2
  sed "${3:-}" "$input" >"$folder/edited.nml"
  status=0
  # shellcheck disable=SC2086 # options
  ${MPIRUN:-mpirun} -n "$ranks" "$program" "$folder/edited.nml" >"$folder/edited.log" 2>&1 || status=$?
  if [ "$status" -eq 0 ] || ! grep -qF "$text" "$folder/edited.log"; then
    echo "exit status $status, or no '$text':"
    cat "$folder/edited.log"
    exit 1
  fi
  ;;
*)
  echo "unknown claim $claim"
  exit 1
  ;;
esac
