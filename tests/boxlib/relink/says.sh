# usage: says.sh TEXT COMMAND...   the command succeeds, and its output has the text (a basic regular expression; after
# a leading ! it has not)
text=$1
shift
output=$("$@" 2>&1) || { echo "failed: $output"; exit 1; }
case $text in
  !*) if echo "$output" | grep -q -e "${text#!}"; then echo "it does say: ${text#!}"; echo "$output"; exit 1; fi ;;
  *) if ! echo "$output" | grep -q -e "$text"; then echo "it does not say: $text"; echo "$output"; exit 1; fi ;;
esac
