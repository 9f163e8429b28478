#!/bin/sh
# usage: example.sh FOLDER PROGRAM [INPUT] runs a legacy example; its captures go to FOLDER
set -eu
program=$2
input=${3:-}
mkdir -p "$1"
cd "$1"
rm -f viewfab_*.h5
# A Fortran main program does not free its allocatable arrays.
export ASAN_OPTIONS="detect_leaks=0${ASAN_OPTIONS:+:$ASAN_OPTIONS}"
VF_CAPTURE=$VF_TEST_CAPTURE VF_CAPTURE_FOLDER=. "$program" "$input" >log.txt
