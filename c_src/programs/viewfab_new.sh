#!/bin/sh
# usage: viewfab-new NAME
#
# Makes the folder NAME with a small project: a program, a routine with a loop, the port of the routine with a kernel of its own,
# and a check of the port against the routine. The project builds with CMake and with make, and finds this viewfab. NAME begins
# with a letter and holds letters, digits and underscores.
#
#   --help   prints this text
set -eu

stop()
{
  echo "viewfab-new: $1" >&2
  exit 2
}

case ${1-} in
  --help | -h)
    sed -n '2,/^set/{/^set/d; s/^# \{0,1\}//; p;}' "$0"
    exit 0
    ;;
  "") stop "NAME is missing; --help explains the use" ;;
  -*) stop "no option $1; --help explains the use" ;;
esac
[ $# -eq 1 ] || stop "one NAME, not $# words"
name=$1
case $name in
  [!a-zA-Z]* | *[!a-zA-Z0-9_]*) stop "'$name' is no name: a letter first, then letters, digits and underscores" ;;
esac
case $name in
  [Vv][Ii][Ee][Ww][Ff][Aa][Bb]* | all | clean | edit_cache | help | install | package | rebuild_cache | test)
    stop "'$name' is a name of viewfab, of CMake or of make" ;;
esac
[ ${#name} -le 40 ] || stop "'$name' is longer than 40 letters"
[ ! -e "$name" ] || stop "$name exists already"

here=$(cd "$(dirname "$0")" && pwd)
prefix=$(dirname "$here")
templates=$prefix/share/viewfab/new_project
[ -f "$templates/CMakeLists.txt" ] || stop "$templates is missing; install viewfab, and start its bin/viewfab-new"

# for the replacement of sed
escaped=$(printf '%s' "$prefix" | sed 's/[&|\\]/\\&/g')
mkdir "$name"
for file in "$templates"/*; do
  sed -e "s|@NAME@|$name|g" -e "s|@PREFIX@|$escaped|g" "$file" >"$name/$(basename "$file")"
done
cat <<END
$name/ holds:
  main.f90        the program
  old_smooth.f90  the routine with the loop
  smooth.f90      the port of the routine, and its check
  blend.h         the kernel
Build with CMake:  cmake -S $name -B $name/build && cmake --build $name/build && $name/build/$name
or with make:      make -C $name && $name/$name
Check the port:    VF_MODE=check VF_REPORT=- VF_DEVICE=host VF_HOST_MEMORY=mirror $name/$name
END
