#!/usr/bin/env bash
# Runs commands in a bare Debian 12, with nothing but the base system installed, like a new user's machine.
#   .ci/bare_debian.sh base               makes the base system that all systems are copies of, where it is not there yet
#   .ci/bare_debian.sh make NAME          makes the system build/bare/NAME, with the tracked files of this checkout in /viewfab
#   .ci/bare_debian.sh run NAME COMMAND   runs a command line in its /viewfab, without this machine's environment
# Packages come from the mirrors of this machine's apt. Mounts belong to the command's name space and end with the command.
set -euo pipefail
cd "$(dirname "$0")/.."
bare=$PWD/build/bare

fail() {
  echo "bare_debian.sh: $1" >&2
  exit 1
}

# The lines of a sources.list for Debian 12.
sources() {
  # shellcheck disable=SC2016 # apt's own variables
  apt-get indextargets --format 'deb $(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' 'Origin: Debian' |
    grep -E ' bookworm(-updates|-security)? main$' | sort -u
}

# The base system is made once for all systems. It has another name until it is complete.
make_base() {
  [ ! -d "$bare/base" ] || return 0
  [ "$(id -u)" = 0 ] || fail "only root can make a system with debootstrap and enter it by chroot"
  command -v debootstrap >/dev/null || fail "debootstrap is missing: apt-get install debootstrap"
  local mirror
  mirror=$(sources | awk '$3 == "bookworm" { print $2; exit }')
  [ -n "$mirror" ] || fail "apt of this machine has no mirror of Debian 12 (bookworm); run apt-get update"
  rm -rf --one-file-system "$bare/base.part"
  mkdir -p "$bare"
  debootstrap --variant=minbase bookworm "$bare/base.part" "$mirror" >"$bare/debootstrap.log" 2>&1 || {
    tail -20 "$bare/debootstrap.log" >&2
    fail "debootstrap failed; this machine has to let root make devices and enter another root"
  }
  local etc=$bare/base.part/etc
  sources >"$etc/apt/sources.list"
  apt-config dump | grep -E '^Acquire::(http|https|Retries)(::| )' >"$etc/apt/apt.conf.d/90machine" || true
  if grep -q ' https:' "$etc/apt/sources.list"; then # the base system has no certificates for https
    mkdir -p "$etc/ssl/certs"
    cp -L /etc/ssl/certs/ca-certificates.crt "$etc/ssl/certs/"
  fi
  rm -f "$bare"/base.part/var/cache/apt/archives/*.deb
  mv "$bare/base.part" "$bare/base"
}

make_system() {
  make_base
  rm -rf --one-file-system "${bare:?}/$1"
  cp -a "$bare/base" "$bare/$1"
  mkdir "$bare/$1/viewfab"
  git ls-files -z | xargs -0 cp --parents -t "$bare/$1/viewfab"
}

run_in_system() {
  local system=$bare/$1
  [ -d "$system/viewfab" ] || fail "there is no system $1: bare_debian.sh make $1"
  cp -L /etc/resolv.conf /etc/hosts "$system/etc/"
  # shellcheck disable=SC2016 # the variables of the inner shell
  unshare --mount --propagation private bash -euc '
    mount -t proc proc "$0/proc"
    mount --rbind /dev "$0/dev"
    exec chroot "$0" env -i HOME=/root LANG=C.UTF-8 PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
      DEBIAN_FRONTEND=noninteractive ${http_proxy:+http_proxy="$http_proxy"} ${https_proxy:+https_proxy="$https_proxy"} \
      ${no_proxy:+no_proxy="$no_proxy"} bash -euo pipefail -c "cd /viewfab; $1"' "$system" "$2" </dev/null
}

case ${1:-}-$# in
  base-1) make_base ;;
  make-2) make_system "$2" ;;
  run-3) run_in_system "$2" "$3" ;;
  *) sed -n '2,6s/^# \{0,1\}//p' "$0" && exit 2 ;;
esac
