#!/bin/sh
# viewfab_vector_remarks.sh <compile command>
#
# Runs gcc, and names the loops over points and columns of a host unit that gcc did not vectorise, with gcc's cause, as warnings at
# the line of the author: "cloud.h:46:14: remark: sweep fall is not vectorised: ...". Other messages stay as they are. A loop with
# a vectorised copy is not named. The units for float have the same loops, and are silent.
for unit; do :; done # gcc's source is the last word
case $unit in
  *_host_double.c) ;;
  *) exec "$@" ;;
esac
said=$(mktemp) || exit 1
trap 'rm -f "$said"' EXIT
"$@" -fopt-info-vec-optimized-missed 2>"$said"
status=$?
awk -v unit="$unit" '
# The number of the line of the loop with a pragma around line n of the unit; 0: no such loop.
function loop_around(n) {
  for (; n > 1; n--)
    if (text[n] ~ /^ *for \(/) return text[n - 1] ~ /^#pragma omp simd/ ? n : 0
  return 0
}

# The body that the loop calls: its sort, its name, and its line in the kernel file.
function body_of(n,    words, line) {
  for (n++; n <= lines; n++) {
    if (match(text[n], /vfi_(sweep|points)_[a-z0-9_]*\(/)) {
      split(substr(text[n], RSTART, RLENGTH - 1), words, "_")
      sort = words[2]
      name = substr(text[n], RSTART + length("vfi_" sort "_"), RLENGTH - length("vfi_" sort "_("))
      break
    }
    if (match(text[n], /vf_[a-z0-9_]*_point\(/)) {
      sort = "points"
      name = ""
      break
    }
  }
  word = name == "" ? "^VF_(BODY|TERM)" : "^VF_(SWEEP|POINTS_PHASE)[(]" name ","
  for (line = 1; line <= kernel_lines; line++)
    if (kernel_text[line] ~ word) return line
  return 1
}

# The first line of the body around a line of the kernel file.
function body_around(line) {
  while (line > 1 && kernel_text[line] !~ /^VF_[A-Z_]*\(/) line--
  return line
}

function tell(place, cause,    n, parts) {
  split(loop, parts, ":")
  if (parts[1] == unit) {
    n = loop_around(parts[2])
    if (!n) return
    if (n in vectorised) return
    line = body_of(n)
    if (index(place, kernel ":") != 1) place = kernel ":" line ":1"
    what = sort == "sweep" ? "sweep " name : name == "" ? "the body" : "phase " name
  } else if (index(loop, kernel ":") == 1) { # a loop of the body, or the loop around the body
    if (loop in vectorised) return
    what = kernel_text[parts[2]] ~ /(^|[^a-z_])(for|while|do)[^a-z_]/ ? "the loop" : "the body"
    if (what == "the body" && body_around(parts[2]) in vector_bodies) return
    place = loop
  } else return
  if (!(what place in told)) printf "%s: remark: %s is not vectorised: %s\n", place, what, cause
  told[what place] = 1
}

BEGIN {
  while ((getline row < unit) > 0) {
    text[++lines] = row
    if (kernel == "" && row ~ /^#include "/) kernel = substr(row, 11, length(row) - 11)
  }
  while ((getline row < kernel) > 0) kernel_text[++kernel_lines] = row
}
FNR == NR {
  if (!/: optimized: +loop vectorized/) next
  place = substr($0, 1, index($0, ": optimized") - 1)
  split(place, parts, ":")
  vectorised[parts[1] == unit ? loop_around(parts[2]) : place] = 1
  if (parts[1] == kernel) vector_bodies[body_around(parts[2])] = 1
  else if (parts[1] == unit && loop_around(parts[2])) vector_bodies[body_of(loop_around(parts[2]))] = 1
  next
}
/: missed: +couldn.t vectorize loop/ {
  loop = substr($0, 1, index($0, ": missed") - 1)
  next
}
/: missed: +not vectorized: / {
  if (loop != "" && !/nest/) tell(substr($0, 1, index($0, ": missed") - 1), substr($0, index($0, "not vectorized: ") + 16))
  loop = ""
  next
}
/: (missed|optimized|note): |^ *(Vector|Scalar) cost: |^ scalar_type: / && !/: (error|warning): / { next }
{ print }
' "$said" "$said" >&2
exit $status
