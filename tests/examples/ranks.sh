#!/bin/sh
# ranks.sh CLAIM PROGRAM INPUT [ARGUMENT...]: runs a program of the examples under mpirun on an edited copy of its input. MPIRUN
# names mpirun and its options; a program may have settings before it (env NAME=VALUE PROGRAM).
#   same_on_ranks RANKS...       as many ranks as these give the same files, to the bit
#   same_as OTHER RANKS...       the program and OTHER give the same files on as many ranks, to the bit
#   agrees ORIGINAL RANKS...     on as many ranks as many iterations as the ORIGINAL, norms that differ by at most 1e-12 of the
#                                first one, and a solution that differs by at most 1e-9, as its errors do
#   sixth RANKS...               the value in the middle of a cube is 1/6, to 1e-9
#   fails RANKS TEXT [EDIT]
#                                with this edit, one of sed, it ends with a status other than 0 and says the text
set -eu
claim=$1
program=$2
input=$3
shift 3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export OMP_WAIT_POLICY=passive OMP_NUM_THREADS=1

run() { # PROGRAM RANKS NAME: NAME.log and the files of the run
  sed "s:^/:  output = '$folder/$3'\\n/:" "$input" >"$folder/$3.nml"
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
  shift
  for ranks in "$@"; do
    run "$program" "$ranks" step
    run "$original" "$ranks" original
    paste "$folder/original.history" "$folder/step.history" | awk '
      NR == 1 { first = $2 }
      { lines++; d = $2 - $4 }
      $1 != $3 || NF != 4 || !(d <= 1e-12 * first && -d <= 1e-12 * first) { print "norms differ: " $0; bad = 1 }
      END { if (lines < 2) { print lines + 0 " norms"; bad = 1 }; exit bad }'
    for name in original step; do
      od -A n -v -j 12 -t f8 -w8 "$folder/$name.solution" >"$folder/$name.values"
    done
    paste "$folder/original.values" "$folder/step.values" | awk '
      { lines++; d = $1 - $2 }
      NF != 2 || !(d <= 1e-9 && -d <= 1e-9) { print "solutions differ: " $0; bad = 1; exit }
      END { exit bad || lines < 2 }'
  done
  ;;
sixth)
  for ranks in "$@"; do
    run "$program" "$ranks" cube
    awk '/^value in the middle/ { d = $NF - 1 / 6; found = d <= 1e-9 && -d <= 1e-9; print } END { exit !found }' "$folder/cube.log"
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
