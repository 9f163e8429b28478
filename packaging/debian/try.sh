#!/usr/bin/env bash
# Builds the Debian packages in a bare Debian 12, checks them by lintian, and tries them in another bare Debian 12: it installs them,
# builds and runs the projects of tests/projects and pages of the guide with them, and removes them. No file may stay behind.
#   packaging/debian/try.sh [build|use] [FOLDER]    as root; the packages are in FOLDER (default: build/debian). build stops after
#                                                   lintian, and use takes packages of an earlier build
# Both systems are made from the tracked files of the checkout by .ci/bare_debian.sh.
set -euo pipefail
cd "$(dirname "$0")/../.."
bare=.ci/bare_debian.sh
parts="build use"
if [ "${1:-}" = build ] || [ "${1:-}" = use ]; then
  parts=$1
  shift
fi
folder=${1:-build/debian}

step() { printf '\n==== %s (%d s)\n' "$1" "$SECONDS"; }

build_packages() {
  step "a system to build in"
  $bare make deb_build
  $bare run deb_build 'apt-get update -qq && apt-get install -y -qq --no-install-recommends build-essential debhelper lintian fakeroot >/dev/null
    cp -r packaging/debian debian && apt-get build-dep -y -qq --no-install-recommends ./ >/dev/null'
  step "dpkg-buildpackage"
  # shellcheck disable=SC2016 # variables of the other shell
  $bare run deb_build 'version=$(dpkg-parsechangelog -S Version)
    tar --exclude=./debian -czf ../viewfab_${version%-*}.orig.tar.gz .
    DEB_BUILD_OPTIONS="nocheck parallel=$(nproc)" dpkg-buildpackage -us -uc -F'
  step "lintian"
  # The packages are no upload to Debian, so no bug report asks for them.
  $bare run deb_build 'lintian --suppress-tags initial-upload-closes-no-bugs --fail-on error,warning ../*.changes
    echo "lintian: no error and no warning"'
  mkdir -p "$folder"
  cp build/bare/deb_build/*.{deb,dsc,changes,buildinfo,tar.*} "$folder"
  rm -rf --one-file-system build/bare/deb_build
}

# Everything that the packages depend on is installed before, so that only their own files come and go.
use_packages() {
  step "a system to install in"
  $bare make deb_use
  mkdir build/bare/deb_use/packages
  cp "$folder"/{libviewfab,viewfab-translate}*.deb build/bare/deb_use/packages
  rm -f build/bare/deb_use/packages/*-dbgsym*
  # shellcheck disable=SC2016
  $bare run deb_use 'apt-get update -qq && apt-get install -y -qq --no-install-recommends cmake gcc gfortran make pkg-config >/dev/null
    for package in /packages/*.deb; do dpkg-deb --field $package Depends; done | tr "," "\n" | sed "s/^ *//" |
      grep -v "^libviewfab\|^$" | sort -u | paste -sd, >/tmp/needed
    apt-get satisfy -y -qq --no-install-recommends "$(cat /tmp/needed), libhdf5-103-1" >/dev/null'
  step "installed, used and purged"
  # shellcheck disable=SC2016
  $bare run deb_use 'list() { find / -xdev \( -path /proc -o -path /dev -o -path /tmp -o -path /viewfab -o -path /var/log -o -path /var/cache \
      -o -path /var/lib/dpkg -o -path /var/lib/apt \) -prune -o -print | sort; }
    list >/tmp/before
    dpkg --install /packages/*.deb >/dev/null
    list | comm -13 /tmp/before - >/tmp/installed
    echo "$(wc -l </tmp/installed) files and folders are installed"
    sh packaging/debian/tests/projects
    cmake -P packaging/debian/tests/pages.cmake
    apt-get purge -y -qq libviewfab0 libviewfab-dev libviewfab-doc viewfab-translate >/dev/null
    list | comm -3 /tmp/before - >/tmp/left
    if [ -s /tmp/left ]; then echo "these files stay behind:"; cat /tmp/left; exit 1; fi
    echo "the purge leaves no file behind"'
  rm -rf --one-file-system build/bare/deb_use
}

for part in $parts; do "${part}_packages"; done
step "the packages are in $folder"
ls -l "$folder"/*.deb
