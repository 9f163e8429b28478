# shellcheck shell=sh
# run_code CODE PROGRAM INPUT NAME: runs a program of legacy_examples on an input file; its output goes to files in the folder
# NAME: fields, and log without lines about times and copies. The exit status goes to the file status. Included by other scripts.
run_code() {
  mkdir -p "$4"
  cp "$(dirname "$3")"/*.summary "$4" 2>/dev/null || true
  code_status=0
  case $1 in
  vertex_multigrid)
    sed "s:'none':'fields':" "$3" >"$4/input"
    (cd "$4" && timeout 120 "$2" <input >log 2>errors) || code_status=$?
    ;;
  *)
    sed "s:^/:  output = 'fields'\\n/:" "$3" >"$4/input.nml"
    (cd "$4" && timeout 120 "$2" input.nml >log 2>errors) || code_status=$?
    ;;
  esac
  echo "$code_status" >"$4/status"
  for file in "$4"/log "$4"/fields*; do
    [ -f "$file" ] || continue
    grep -av 'seconds\|copies\|bytes_to' "$file" >"$4/filtered" || true
    mv "$4/filtered" "$file"
  done
  rm -f "$4"/input* "$4"/*.summary
}
