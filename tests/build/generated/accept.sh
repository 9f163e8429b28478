#!/bin/sh
# usage: accept.sh BUILD_FOLDER: accepts the generator's present output as the expected output of the test.
set -eu
here=$(dirname "$0")
made=$1/tests/build/test_generated_kernels
rm -f "$here"/expected/*.txt
for file in "$made"/*.f90 "$made"/*.md "$made"/include/test_generated_kernels.h "$made"/include/*.inc; do
  cp "$file" "$here/expected/$(basename "$file").txt"
done
