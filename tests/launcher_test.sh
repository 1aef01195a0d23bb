#!/usr/bin/env bash
# ./inarow and ./inarow-check in checkouts that are busy or may not be written to. Takes the project's folder.
set -u
project=$1
scratch=$(mktemp -d)
trap 'chmod -R u+w "$scratch"; rm -rf "$scratch"' EXIT
failures=0

expect() { # expect WHAT TEXT PART
  case $2 in
    *"$3"*) ;;
    *)
      printf 'FAILED: %s: "%s" is not in "%s"\n' "$1" "$3" "$2"
      failures=$((failures + 1))
      ;;
  esac
}

# A checkout with programs that only say their names, and a ninja that has nothing to do.
root=$scratch/checkout
mkdir -p "$root/scripts" "$root/build/release/bin" "$scratch/tools"
cp "$project/inarow" "$project/inarow-check" "$root"
cp "$project/scripts/setup.sh" "$root/scripts"
touch "$root/scripts/packages.txt" "$root/build/release/build.ninja"
printf '#!/bin/sh\necho "ninja: no work to do."\n' >"$scratch/tools/ninja"
for name in inarow inarow-check; do
  printf '#!/bin/sh\necho "%s runs: $*"\n' $name >"$root/build/release/bin/$name"
done
chmod +x "$scratch/tools/ninja" "$root"/build/release/bin/*
export PATH=$scratch/tools:$PATH

expect "a fresh build" "$("$root/inarow" version 2>&1)" "inarow runs: version"

# Somebody else builds: the second says that it waits, and goes on afterwards.
(
  exec 9>"$root/build/release/.lock"
  flock 9
  sleep 3
) &
sleep 0.5
text=$("$root/inarow" version 2>&1)
expect "a busy build" "$text" "inarow: another ./inarow is building; waiting"
expect "a busy build" "$text" "inarow runs: version"
wait

# A folder that may not be written to, for a user whom permissions bind.
as_user() { "$@"; }
if [ "$(id -u)" -eq 0 ]; then
  command -v setpriv >/dev/null || exit $failures
  as_user() { setpriv --reuid 65534 --regid 65534 --clear-groups "$@"; }
fi
chmod 755 "$scratch"
chmod -R a+rX,a-w "$root"
expect "all there" "$(as_user "$root/inarow-check" x.cert 2>&1)" "inarow-check runs: x.cert"
expect "all there" "$(as_user "$root/inarow" serve 2>&1)" "inarow runs: serve"
chmod u+w "$root/build/release/bin"
rm -f "$root/build/release/bin/inarow-check"
text=$(as_user "$root/inarow-check" x.cert 2>&1)
expect "no checker" "$text" "inarow: inarow-check is not built, and $root may not be written to; run this once as a user"
for command in serve prove; do
  text=$(as_user "$root/inarow" $command 2>&1)
  expect "$command" "$text" "inarow: certificates cannot be checked: inarow-check is not built"
  expect "$command" "$text" "inarow runs: $command"
done
rm -f "$root/build/release/bin/inarow"
text=$(as_user "$root/inarow" version 2>&1)
expect "no program" "$text" "inarow: inarow is not built, and $root may not be written to"
text=$(as_user "$root/inarow" python -c 1 2>&1)
expect "no module" "$text" "inarow: the Python module is not built"
exit $failures
