#!/usr/bin/env bash
# Makes sure that the browser tests find chromium and a font that holds Japanese.
set -euo pipefail
packages=()
command -v chromium >/dev/null 2>&1 || packages+=(chromium)
fc-list :lang=ja 2>/dev/null | grep -q . || packages+=(fontconfig fonts-ipafont-gothic)
[ ${#packages[@]} -eq 0 ] && exit 0
if ! command -v apt-get >/dev/null 2>&1; then
  echo "The browser tests need chromium and a Japanese font: please install them with your system's package manager." >&2
  exit 1
fi
sudo=""
[ "$(id -u)" -eq 0 ] || sudo="sudo"
$sudo apt-get update -qq
DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -qq --no-install-recommends "${packages[@]}" >/dev/null
