#!/bin/sh
# A stand-in for a program with viewfab. The script follows VF_MODE and VF_KERNELS and writes the report and the kept view,
# in no time. All kernels from one to six have originals, seven has no original.
#   FAKE_BREAKS    sets of kernels with a wrong result on the port, such as "three one+five"
#   FAKE_HOW       kind of the failure: exit (default), signal, hang, value, bounds, missing
#   FAKE_ALWAYS    fails without any port too
#   FAKE_FLIPS     a file to count the runs; FAKE_FLIPPED lists the numbers of runs with the opposite result
#   FAKE_REPORT    none (no report), broken, bare (no kernel has an original)
#   FAKE_CHILD     a file for the number of the hanging process
set -eu

ported() {
  case ",${VF_KERNELS-}," in
    *",$1=device,"*) return 0 ;;
    *",$1=original,"*) return 1 ;;
  esac
  [ "${VF_MODE-device}" != original ]
}

all_ported() {
  for kernel in $(echo "$1" | tr + ' '); do
    ported "$kernel" || return 1
  done
}

bad=no
for set in ${FAKE_BREAKS-}; do
  if all_ported "$set"; then bad=yes; fi
done
if [ -n "${FAKE_ALWAYS-}" ]; then bad=yes; fi
if [ -n "${FAKE_FLIPS-}" ]; then
  echo run >>"$FAKE_FLIPS"
  case " ${FAKE_FLIPPED-} " in
    *" $(($(wc -l <"$FAKE_FLIPS"))) "*) if [ $bad = yes ]; then bad=no; else bad=yes; fi ;;
  esac
fi
how=good
if [ $bad = yes ]; then how=${FAKE_HOW-exit}; fi

if [ "${FAKE_REPORT-}" = broken ]; then
  echo '{"kernels": [' >"$VF_REPORT"
elif [ "${FAKE_REPORT-}" != none ]; then
  original=true
  if [ "${FAKE_REPORT-}" = bare ]; then original=false; fi
  {
    printf '{"viewfab": "0.1.0", "verdict": "nothing checked", "kernels": [\n'
    for kernel in one two three four five six; do
      printf '{"name": "%s", "mode": "device", "calls": 2, "checked": 0, "original": %s},\n' $kernel $original
    done
    printf '{"name": "seven", "mode": "device", "calls": 1, "checked": 0, "original": false},\n'
    printf '{"name": "never", "mode": "device", "calls": 0, "checked": 0, "original": true}]}\n'
  } >"$VF_REPORT"
fi

if [ "${VF_KEEP_VIEW-}" = phi ] && [ "$how" != missing ]; then
  bounds='-1 1 0 1'
  if [ "$how" = bounds ]; then bounds='-1 1 1 2'; fi
  value='\001\001\001\001' # the same in any order of bytes
  if [ "$how" = value ]; then value='\002\002\002\002'; fi
  {
    printf 'viewfab-kept-view int32 2 %s\n' "$bounds"
    printf '\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0%b\0\0\0\0' "$value"
  } >"$VF_KEEP_VIEW_FILE"
fi

echo "output of the command"
echo "error of the command" >&2
case "$how" in
  exit) exit 3 ;;
  signal) kill -SEGV $$ ;;
  hang)
    sleep 600 &
    if [ -n "${FAKE_CHILD-}" ]; then echo $! >"$FAKE_CHILD"; fi
    wait
    ;;
esac
exit 0
