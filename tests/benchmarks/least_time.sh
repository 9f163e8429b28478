#!/bin/bash
# Times of whole runs, for scripts that compare settings of the environment (sourced). VF_DEVICE names the device. Without it the
# device is mirror memory, and times are processor seconds, user and system together, since other programs change these less; on
# a GPU they are seconds of the clock, since a waiting process is busy too.
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
if [ "${VF_DEVICE:-host}" = host ]; then
  export VF_DEVICE=host VF_HOST_MEMORY=mirror OMP_WAIT_POLICY=passive
  TIMEFORMAT='%U %S'
else
  TIMEFORMAT='%R 0'
fi

# least RUNS SETTING PROGRAM [ARGUMENT...]: prints the least time of the runs, with NAME=VALUE in the environment. The standard input
# is $folder/input, if this file is there.
least() {
  local runs=$1 setting=$2
  shift 2
  touch "$folder/input"
  for _ in $(seq "$runs"); do
    { time env "$setting" "$@" <"$folder/input" >"$folder/log" 2>&1; } 2>>"$folder/times" || { cat "$folder/log" >&2; exit 1; }
  done
  awk '{ t = $1 + $2; if (!n++ || t < least) least = t } END { printf "%.3f", least }' "$folder/times"
  rm "$folder/times"
}
