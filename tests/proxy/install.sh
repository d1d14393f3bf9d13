#!/bin/sh
# Installs nginx if the machine lacks it: on Debian, as root; elsewhere it says so.
set -eu

command -v nginx > /dev/null || [ -x /usr/sbin/nginx ] && exit 0
if [ "$(id -u)" != 0 ] || ! command -v apt-get > /dev/null; then
    echo "The proxy tests need nginx (on Debian, as root: apt-get install nginx-light)" >&2
    exit 1
fi
apt-get update -qq
DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends nginx-light
