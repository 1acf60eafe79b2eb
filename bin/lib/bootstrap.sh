# Sourced by bin/up, bin/test and bin/therapy: puts Node 24 on PATH, installs the dependencies and
# generates the database client when they are missing or stale. Silent when there is nothing to do.
# All output goes to stderr, because stdout belongs to the command (`--json`).

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/therapy-care
log=$cache/bootstrap.log

say() { printf '%s\n' "$*" >&2; }
fail() { say "$@"; exit 1; }

node_is_current() { "$1" -e 'process.exit(+(parseInt(process.versions.node) < 24))' 2>/dev/null; }

# Runs a command with its output in the log, and prints the elapsed time: on a terminal in one updated line,
# elsewhere in a new line every half minute.
with_progress() {
  what=$1
  shift
  since=$(date +%s)
  if [ -t 2 ]; then every=1 before=$(printf '\r\033[K') after=; else every=30 before= after='\n'; fi
  # Redirects stdout, so that a reader of it does not wait for the last sleep.
  (
    while sleep "$every" 2>/dev/null && kill -0 $$ 2>/dev/null; do
      printf "%s  %s: %s s$after" "$before" "$what" "$(($(date +%s) - since))" >&2
    done
  ) >/dev/null &
  ticker=$!
  status=0
  "$@" 2>>"$log" || status=$?
  kill "$ticker" 2>/dev/null || :
  wait "$ticker" 2>/dev/null || :
  printf '%s' "$before" >&2
  return "$status"
}

# npx takes seconds even if the package is installed, so its location is cached.
ensure_node() {
  command -v node >/dev/null 2>&1 || fail 'Node.js is not installed. Install Node 24 or later from https://nodejs.org and start again.'
  node_is_current node && return
  remembered=$cache/node-24
  [ -f "$remembered" ] && found=$(cat "$remembered") || found=
  if [ -z "$found" ] || ! node_is_current "$found"; then
    say "Node $(node --version) is older than 24: getting Node 24 with npx (once)"
    found=$(with_progress 'Node 24' npx -y -p node@24 -c 'command -v node') || found=
    [ -n "$found" ] && node_is_current "$found" ||
      fail "Node 24 could not be fetched (details: $log)." 'Install Node 24 or later and start again.'
    printf '%s\n' "$found" >"$remembered.$$" && mv "$remembered.$$" "$remembered"
  fi
  PATH=$(dirname -- "$found"):$PATH
  export PATH
}

dependencies_are_current() {
  installed=$root/node_modules/.package-lock.json
  [ -f "$installed" ] && ! [ "$root/package-lock.json" -nt "$installed" ]
}

client_is_current() {
  stamp=$root/prisma/generated/.stamp
  [ ! -f "$root/prisma/generate.ts" ] || { [ -f "$stamp" ] && [ -z "$(find "$root/prisma/schema" "$root/prisma/generate.ts" \
    "$root/node_modules/.package-lock.json" -newer "$stamp" -print 2>/dev/null)" ]; }
}

npm_ci() {
  (cd "$root" && npm ci --prefer-offline --no-audit --no-fund --loglevel=error &&
    if [ -f build/trim-packages.sh ]; then sh build/trim-packages.sh node_modules; fi)
}
generate_client() { (cd "$root" && node prisma/generate.ts); }

install_what_is_missing() {
  if ! dependencies_are_current; then
    say 'Installing dependencies (about a minute, only after they change)'
    with_progress 'npm ci' npm_ci >>"$log" ||
      { tail -n 20 "$log" >&2; fail "npm ci failed. The whole log: $log"; }
    touch "$root/node_modules/.package-lock.json"
  fi
  if ! client_is_current; then
    say 'Generating the database client'
    with_progress 'prisma generate' generate_client >>"$log" ||
      { tail -n 20 "$log" >&2; fail "Generating the database client failed. The whole log: $log"; }
    touch "$root/prisma/generated/.stamp"
  fi
}

# One bootstrap at a time per checkout: two `npm ci` in one folder would corrupt it. The lock is a
# directory named by its owner's pid, so that a lock left by a killed owner is recognized.
with_lock() {
  lock=$cache/locks/$(printf '%s' "$root" | cksum | tr -d ' ')
  mkdir -p "$cache/locks"
  until mkdir "$lock" 2>/dev/null; do
    owner=$(cat "$lock/pid" 2>/dev/null || echo)
    if [ -n "$owner" ] && ! kill -0 "$owner" 2>/dev/null; then
      rm -rf "$lock"
    elif [ -z "$owner" ] && [ -n "$(find "$lock" -maxdepth 0 -mmin +1 2>/dev/null)" ]; then
      rm -rf "$lock"
    else
      [ -n "${waiting:-}" ] || say "Waiting for another start that is installing (process ${owner:-unknown})"
      waiting=yes
      sleep 1
    fi
  done
  echo $$ >"$lock/pid"
  trap 'rm -rf "$lock"' EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM
  "$@"
  rm -rf "$lock"
  trap - EXIT INT TERM
}

mkdir -p "$cache"
# Node finds TypeScript compiled.
export NODE_COMPILE_CACHE="$cache/compiled"
ensure_node
if ! dependencies_are_current || ! client_is_current; then with_lock install_what_is_missing; fi
