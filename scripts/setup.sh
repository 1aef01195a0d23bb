# shellcheck shell=bash
# What ./inarow and ./test share: find out quickly whether everything is there, and otherwise install
# and build it with a word about what is going on. To be sourced; sets nothing but functions and $root.

root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
logs=$root/build/log

say() { printf 'inarow: %s\n' "$*" >&2; }

# run_step NAME LOG COMMAND...: runs quietly; if it fails, says which step and where the log is.
run_step() {
  local name=$1 log=$2
  shift 2
  mkdir -p "$logs" || return 1
  if ! "$@" >"$log" 2>&1 </dev/null; then
    say "$name failed; the log is $log:"
    { grep -m 4 -E '(^|[^a-z])(fatal )?error:|^E:|CMake Error|npm error' "$log" || tail -n 8 "$log"; } >&2
    return 1
  fi
}

as_root() {
  if [ "$(id -u)" -eq 0 ]; then
    "$@"
  else
    sudo "$@"
  fi
}

# missing_packages SET...: the packages of the sets that are not installed.
missing_packages() {
  local set wanted=()
  for set in "$@"; do
    while read -r kind name; do
      [ "$kind" = "$set" ] && wanted+=("$name")
    done <"$root/scripts/packages.txt"
  done
  local installed
  installed=" $(dpkg-query -W -f '${binary:Package}=${db:Status-Status}\n' "${wanted[@]}" 2>/dev/null |
    sed -n 's/:[a-z0-9]*=installed$/=installed/; s/=installed$//p' | tr '\n' ' ') "
  local name
  for name in "${wanted[@]}"; do
    case $installed in *" $name "*) ;; *) printf '%s\n' "$name" ;; esac
  done
}

# ensure_packages SET...
ensure_packages() {
  local missing
  mapfile -t missing < <(missing_packages "$@")
  [ ${#missing[@]} -eq 0 ] && return 0
  if ! command -v apt-get >/dev/null; then
    say "these Debian packages are missing, and there is no apt-get to install them: ${missing[*]}"
    return 1
  fi
  if [ "$(id -u)" -ne 0 ] && ! command -v sudo >/dev/null; then
    say "these packages are missing; install them as root: apt-get install ${missing[*]}"
    return 1
  fi
  say "installing ${missing[*]}"
  # Old package lists may still do; without a network the installation tells.
  run_step "apt-get update" "$logs/apt-update.log" as_root apt-get update || true
  run_step "installing packages" "$logs/apt-install.log" \
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${missing[@]}"
}

# lock_or_wait DESCRIPTOR WHAT: takes the lock of the open file; says so if another process has it for long.
lock_or_wait() {
  flock -w 1 "$1" && return 0
  say "another ./inarow is building$2; waiting"
  flock "$1"
}

# ensure_writable NAME: what is missing must be built, which needs a folder that may be written to.
ensure_writable() {
  [ -w "$root" ] && return 0
  say "$1 is not built, and $root may not be written to;" \
    "run this once as a user who may write there, or in a copy of the folder"
  return 1
}

# ensure_build PRESET OPTIONS TARGET...: configures and builds what is out of date; OPTIONS are those of CMake that must be
# on (INAROW_TESTS, INAROW_PYTHON), for they need more packages. What is on stays on. Several callers wait for each other.
ensure_build() {
  local preset=$1 options=$2
  shift 2
  local dir=$root/build/$preset option
  mkdir -p "$dir" || return 1
  exec 9>"$dir/.lock"
  lock_or_wait 9 ""
  for option in $options; do
    grep -qs "^$option:BOOL=ON" "$dir/CMakeCache.txt" || rm -f "$dir/build.ninja"
  done
  if [ -e "$dir/build.ninja" ] && ninja -n -C "$dir" "$@" 2>/dev/null | grep -q 'no work to do'; then
    exec 9>&-
    return 0
  fi
  say "building ($preset); this takes some minutes the first time"
  local ok=0
  if [ ! -e "$dir/build.ninja" ]; then
    run_step "configuring ($preset)" "$logs/configure-$preset.log" configure "$preset" "$options" || ok=1
  fi
  [ $ok -eq 0 ] &&
    { run_step "building ($preset)" "$logs/build-$preset.log" ninja -C "$dir" "$@" || ok=1; }
  exec 9>&-
  return $ok
}

# configure PRESET OPTIONS: the tests are off in a new tree unless they are asked for.
configure() {
  local option flags=()
  [ -e "$root/build/$1/CMakeCache.txt" ] || flags+=(-DINAROW_TESTS=OFF)
  for option in $2; do flags+=("-D$option=ON"); done
  (cd "$root" && cmake --preset "$1" "${flags[@]}")
}

# ensure_page: builds web/dist if it is missing or older than its sources. Node.js may come from anywhere; Debian's
# packages are installed only if there is none. Without a page the program still answers over HTTP.
ensure_page() {
  local web=$root/web
  mkdir -p "$logs" || return 1
  exec 8>"$root/build/.page.lock"
  lock_or_wait 8 " the page"
  local ok=0
  page_is_fresh "$web" || build_page "$web" || ok=1
  exec 8>&-
  return $ok
}

page_is_fresh() {
  local web=$1
  [ -e "$web/dist/index.html" ] &&
    [ -z "$(find "$web/src" "$web/public" "$web/index.html" "$web/package-lock.json" "$web"/*.config.* "$web/compress.mjs" \
      -newer "$web/dist/index.html" -print -quit)" ]
}

build_page() {
  local web=$1
  if ! command -v node >/dev/null || ! command -v npm >/dev/null; then
    ensure_packages page || return 1
  fi
  say "building the page; this takes half a minute the first time"
  ensure_page_packages "$web" || return 1
  run_step "building the page" "$logs/page-build.log" npm --prefix "$web" run build
}

# What the page is built and tested with, as web/package-lock.json has it.
ensure_page_packages() {
  local web=$1
  if [ "$web/node_modules/.package-lock.json" -nt "$web/package-lock.json" ]; then return 0; fi
  # Without a network npm would try again for many minutes.
  run_step "installing the page's packages" "$logs/page-install.log" \
    timeout 300 npm --prefix "$web" ci --ignore-scripts --no-audit --no-fund \
    --fetch-retries 1 --fetch-retry-mintimeout 1000 --fetch-retry-maxtimeout 5000 || return 1
  touch "$web/node_modules/.package-lock.json"
}
