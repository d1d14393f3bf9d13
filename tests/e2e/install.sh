#!/bin/sh
# Installs what the browser tests need and the machine lacks: Chromium, a font, Node.js.
# On Debian, as root; elsewhere it says what to install.
set -eu

missing=
[ -x "${CHROMIUM:-/usr/bin/chromium}" ] || missing="$missing chromium fonts-dejavu-core"
command -v node > /dev/null || missing="$missing nodejs"
command -v npm > /dev/null || missing="$missing npm"
[ -n "$missing" ] || exit 0

if [ "$(id -u)" != 0 ] || ! command -v apt-get > /dev/null; then
    echo "The browser tests need:$missing (on Debian, as root: apt-get install$missing)" >&2
    exit 1
fi
apt-get update -qq
# shellcheck disable=SC2086 # a list of packages
DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing
