#!/bin/sh
# Makes a stand-in for python:3.11-slim-bookworm out of Debian's packages, for machines
# that reach a Debian mirror but no image registry. It is for tests, not for releases.
#
#   deploy/base.sh [NAME]      NAME is the image's, tapete-base by default
#   IMAGE_BUILD_ARGS="--build-arg BASE=tapete-base" deploy/image.sh build
#
# Needs root, debootstrap, and docker, podman or buildah. IMAGE_ENGINE: see image.sh.
# DEBIAN_MIRROR: where the packages are, if not where debootstrap looks.
set -eu

name=${1:-tapete-base}
engine=${IMAGE_ENGINE:-podman}
packages=ca-certificates,python3,python3-pip,python3-venv

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
root=$work/root

debootstrap --variant=minbase --include="$packages" \
    bookworm "$root" ${DEBIAN_MIRROR:+"$DEBIAN_MIRROR"} >&2

# As in the image it stands for: `python` and `pip` in /usr/local/bin, Python's headers
# but no compiler, no bytecode of the standard library.
ln -s ../../bin/python3 "$root/usr/local/bin/python"
ln -s ../../bin/python3 "$root/usr/local/bin/python3"
ln -s ../../bin/pip3 "$root/usr/local/bin/pip"
rm -f "$root/usr/lib/python3.11/EXTERNALLY-MANAGED"
chroot "$root" sh -ec '
    cd /tmp
    apt-get download libpython3.11-dev
    dpkg-deb --fsys-tarfile libpython3.11-dev_*.deb | tar -x -C / ./usr/include
    rm libpython3.11-dev_*.deb
    apt-get clean
' >&2
find "$root/usr/lib" -name __pycache__ -type d -prune -exec rm -rf {} +
rm -rf "$root"/var/lib/apt/lists/* "$root"/var/log/* \
    "$root"/usr/share/doc/* "$root"/usr/share/man/* "$root"/usr/share/locale/*

# shellcheck disable=SC2086 # the engine may be a command with options
case $engine in
    *buildah*)
        container=$($engine from scratch)
        $engine add --quiet "$container" "$root" / > /dev/null
        $engine config --cmd python3 "$container"
        $engine commit --quiet --rm "$container" "$name"
        exit
        ;;
esac

# shellcheck disable=SC2086
tar -C "$root" -c . | $engine import --change 'CMD ["python3"]' - "$name"
