#!/bin/sh
# viewfab_vector_remarks.sh <compile command>
#
# Runs gcc, and names the loops over points and columns of a host unit that gcc did not vectorise, with gcc's cause, as warnings at
# the line of the author: "cloud.h:46:14: remark: sweep fall is not vectorised at the last level: ...". Other messages stay as they
# are. A loop with a vectorised copy is not named. The units for float have the same loops, and are silent.
#
# gcc tries vectors of several lengths, and its own summary has the cause of the last try, which is often that the shortest vectors do not
# take a double. The cause in a remark is that of the first try, with the longest vectors.
for unit; do :; done # gcc's source is the last word
case $unit in
  *_host_double.c) ;;
  *) exec "$@" ;;
esac
said=$(mktemp) || exit 1
trap 'rm -f "$said"' EXIT
"$@" -fopt-info-vec-optimized-missed-internals 2>"$said"
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

# The levels of the loop at line n of the unit: a sweep that compares k with its ends has loops of their own for both ends.
function levels_of(n,    m) {
  for (m = n - 1; m > n - 5 && m > 0; m--) {
    if (text[m] ~ /the first level/) return " at the first level"
    if (text[m] ~ /the last level/) return " at the last level"
    if (text[m] ~ /VF_KNOWN/) return " between the first and the last level"
  }
  return ""
}

# The lines of the branches in the body at a line of the kernel file; gcc does not say which of them it keeps.
function branches_of(line,    found, count) {
  for (line++; line <= kernel_lines && kernel_text[line] !~ /^}/; line++)
    if (kernel_text[line] ~ /(^|[^A-Za-z0-9_])if *\(|&&|\|\||[^?]\?[^?]/) {
      found = found (count ? ", " : "") line
      count++
    }
  return !count ? "" : count == 1 ? " (the branch in line " found ")" : " (a branch in one of the lines " found ")"
}

# The first line of the body around a line of the kernel file.
function body_around(line) {
  while (line > 1 && kernel_text[line] !~ /^VF_[A-Z_]*\(/) line--
  return line
}

function tell(place, cause,    n, parts, levels) {
  split(loop, parts, ":")
  levels = ""
  if (parts[1] == unit) {
    n = loop_around(parts[2])
    if (!n) return
    if (n in vectorised) return
    line = body_of(n)
    levels = levels_of(n)
    if (index(place, kernel ":") != 1) place = kernel ":" line ":1"
    if (cause ~ /^control flow/) cause = cause branches_of(line)
    what = sort == "sweep" ? "sweep " name : name == "" ? "the body" : "phase " name
  } else if (index(loop, kernel ":") == 1) { # a loop of the body, or the loop around the body
    if (loop in vectorised) return
    place = loop
    if (kernel_text[parts[2]] ~ /(^|[^a-z_])(for|while|do)[^a-z_]/) what = "the loop"
    else {
      line = body_around(parts[2])
      if (line in vector_bodies) return
      what = line in sort_of ? sort_of[line] : "the body"
      if (cause ~ /^control flow/) cause = cause branches_of(line)
    }
  } else return
  if (!(what levels place in told)) printf "%s: remark: %s is not vectorised%s: %s\n", place, what, levels, cause
  told[what levels place] = 1
}

# The place of a message, and the cause that it names.
function place_in(row) { return substr(row, 1, index(row, ": missed") - 1) }
function cause_in(row) {
  row = substr(row, index(row, "not vectorized: ") + 16)
  sub(/[. ]+$/, "", row)
  return row
}

BEGIN {
  while ((getline row < unit) > 0) {
    text[++lines] = row
    if (kernel == "" && row ~ /^#include "/) kernel = substr(row, 11, length(row) - 11)
  }
  while ((getline row < kernel) > 0) {
    kernel_text[++kernel_lines] = row
    if (row !~ /^VF_(SWEEP|POINTS_PHASE)[(]/) continue
    name = substr(row, index(row, "(") + 1)
    sub(/,.*/, "", name)
    sort_of[kernel_lines] = (row ~ /^VF_SWEEP/ ? "sweep " : "phase ") name
  }
}
FNR == NR {
  if (!/: optimized: +loop vectorized/) next
  place = substr($0, 1, index($0, ": optimized") - 1)
  split(place, parts, ":")
  if (parts[1] == unit && text[parts[2]] ~ /vfi_ahead\[/) next # split off a loop that stays without vectors
  vectorised[parts[1] == unit ? loop_around(parts[2]) : place] = 1
  if (parts[1] == kernel) vector_bodies[body_around(parts[2])] = 1
  else if (parts[1] == unit && loop_around(parts[2])) vector_bodies[body_of(loop_around(parts[2]))] = 1
  next
}
/: optimized: / { first = "" }
/: missed: +not vectorized: .*in basic block/ { next }
/: missed:  +not vectorized: / { # the cause of a try
  if (first == "" || (first ~ /^no vectype/ && cause_in($0) !~ /^no vectype/)) {
    first = cause_in($0)
    first_place = place_in($0)
  } else if (first == cause_in($0)) first_place = place_in($0) # the loop comes first, the statement second
  next
}
/: missed: couldn.t vectorize loop/ {
  loop = place_in($0)
  next
}
/: missed: not vectorized: / {
  if (first == "") {
    first = cause_in($0)
    first_place = place_in($0)
  }
  if (loop != "" && first !~ /nest/) tell(first_place, first)
  loop = first = ""
  next
}
/: (missed|optimized|note): |^ *(Vector|Scalar) cost: |^ scalar_type: / && !/: (error|warning): / { next }
{ print }
' "$said" "$said" >&2
exit $status
