#!/usr/bin/env bash
# One part of the page's tests: page_test.sh types|units|size|browser PROGRAM SCREENSHOT_FOLDER
# Exits with 77 (skipped) if what the part needs is not there; ./test installs it if it can.
set -eu
part=$1 program=$2 screenshots=$3
web=$(cd "$(dirname "$0")/../web" && pwd)

need() {
  [ -e "$1" ] || command -v "$1" >/dev/null || { echo "skipped: $1 is missing"; exit 77; }
}

case $part in
  types)
    need npm && need "$web/node_modules"
    npm --prefix "$web" run -s check
    ;;
  units)
    need npm && need "$web/node_modules"
    npm --prefix "$web" run -s test
    ;;
  size)
    need "$web/dist/index.html"
    bytes=$(find "$web/dist" -type f ! -name "*.br" -exec gzip -9c {} + | wc -c)
    echo "the page has $bytes bytes compressed"
    [ "$bytes" -lt 220000 ]
    # What a browser waits for before the first board: the page, its script and its style.
    first=$(cat $(grep -oE '/assets/index-[^"]+' "$web/dist/index.html" | sed "s|^|$web/dist|") "$web/dist/index.html" | gzip -9c | wc -c)
    echo "the first board needs $first bytes of them"
    [ "$first" -lt 70000 ]
    if grep -rnoE 'https?://[a-zA-Z0-9.-]+' "$web/dist" | grep -vE '//(www\.w3\.org|svelte\.dev)'; then
      echo "the page names other hosts"
      exit 1
    fi
    ;;
  browser)
    need node && need "$web/node_modules" && need "$web/dist/index.html" && need chromium
    cd "$web" && node tests/browser.mjs "$program" "$screenshots"
    ;;
esac
