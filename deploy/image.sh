#!/bin/sh
# Builds the service's image, and tests it as a container.
#
#   deploy/image.sh build   makes the image, tagged with the version and `latest`
#   deploy/image.sh test    runs it, with the embedded store, a read-only root and no
#                           capabilities: a match of each game, the page, a stop, its
#                           data after a restart, and stops while moves are made
#
# Needs docker or podman; `test` also needs curl. `build` takes buildah too. What can be
# set:
#
#   IMAGE              the image's name (tapete)
#   IMAGE_ENGINE       the engine, options included, such as "podman --runtime runc"
#                      (docker if it answers, else podman)
#   IMAGE_BUILD_ARGS   more options for the build: a proxy, an index of packages,
#                      certificates, "--build-arg BASE=another-python:3.11"
#   IMAGE_RUN_ARGS     more options for the test's container, such as "--ulimit ..."
#   PYTHON             one with the tests' packages, for the stops while moves are made
#                      (.venv/bin/python; without it they are left out)
set -eu

cd "$(dirname "$0")/.."
image=${IMAGE:-tapete}
version=$(sed -n 's/^version = "\(.*\)"$/\1/p' pyproject.toml)

say() { printf 'image: %s\n' "$*"; }

fail() {
    say "FAILED: $*" >&2
    exit 1
}

find_engine() {
    for candidate in docker podman; do
        if "$candidate" info > /dev/null 2>&1; then
            echo "$candidate"
            return
        fi
    done
    fail "neither docker nor podman works here (on Debian, as root:" \
        "apt-get install podman runc)"
}

build() {
    revision=$(git rev-parse HEAD 2> /dev/null || echo unknown)
    [ -z "$(git status --porcelain 2> /dev/null)" ] || revision=$revision-dirty
    # podman's own format of images has no health check.
    case $engine in *podman* | *buildah*) format='--format docker' ;; *) format= ;; esac
    # shellcheck disable=SC2086 # lists of options
    $engine build $format ${IMAGE_BUILD_ARGS:-} \
        --build-arg "VERSION=$version" --build-arg "REVISION=$revision" \
        --tag "$image:$version" --tag "$image:latest" .
}

inspect() { $engine inspect --format "$1" "$name"; }

inside() { $engine exec "$name" "$@"; }

# The container and the volume with its data have one name.
remove() {
    code=$?
    [ $code = 0 ] || $engine logs "$name" >&2 || true
    $engine rm -f "$name" > /dev/null 2>&1 || true
    $engine volume rm -f "$name" > /dev/null 2>&1 || true
}

# One that stays the same at a restart.
free_port() {
    tried=$((20000 + $$ % 10000))
    while curl -s -o /dev/null "http://127.0.0.1:$tried" || [ $? != 7 ]; do
        tried=$((tried + 1))
    done
    echo "$tried"
}

# The rights are as few as the service can run with.
start() {
    trap remove EXIT
    trap 'exit 1' HUP INT TERM
    # shellcheck disable=SC2086 # a list of options
    $engine run --pull never --detach --name "$name" \
        --publish "127.0.0.1:$(free_port):8000" \
        --read-only --tmpfs /tmp --volume "$name:/data" \
        --cap-drop ALL --security-opt no-new-privileges ${IMAGE_RUN_ARGS:-} \
        "$image:$version" > /dev/null
    await_ready
}

await_ready() {
    address=http://$($engine port "$name" 8000/tcp | head -n 1)
    tries=0
    until curl -fs -o /dev/null "$address/readyz"; do
        [ "$(inspect '{{.State.Running}}')" = true ] || fail "ended before it was ready"
        tries=$((tries + 1))
        [ $tries -lt 150 ] || fail "not ready within 30 s"
        sleep 0.2
    done
}

# podman runs health checks by systemd, which may be absent, or at once if told to.
healthy() {
    case $engine in
        *podman*) $engine healthcheck run "$name" > /dev/null ;;
        *) [ "$(inspect '{{.State.Health.Status}}')" = healthy ] ;;
    esac
}

check_health() {
    tries=0
    until healthy; do
        tries=$((tries + 1))
        [ $tries -lt 60 ] || fail "not healthy within 30 s"
        sleep 0.5
    done
    say "its own health check passes"
}

check_rights() {
    uid=$(inside id -u)
    [ "$uid" != 0 ] || fail "runs as root"
    ! inside touch /opt/tapete/written 2> /dev/null || fail "the root can be written"
    ! inside sh -c 'command -v cc gcc' || fail "there is a compiler in it"
    say "uid $uid, read-only root, process 1 is $(inside cat /proc/1/comm)"
}

# request PATH [BODY]: GET, or POST if there is a body; with the token once it is known.
request() {
    curl -fsS ${token:+-H "Authorization: Bearer $token"} \
        ${2:+-H 'Content-Type: application/json' -d "$2"} "$address$1"
}

# field NAME: the first value of that name in the JSON on standard input.
field() { grep -o "\"$1\":[^,}]*" | head -n 1 | cut -d : -f 2- | tr -d '"'; }

# Nothing when it is not our turn: the match is over.
legal_move() {
    request "$match/moves" | grep -o '"move":{[^}]*}' | head -n 1 | cut -d : -f 2-
}

# play GAME [OPTIONS]: with first moves against a bot.
play() {
    token=
    opened=$(request /v1/matches "{\"game\":\"$1\",\"options\":${2:-{\}}}")
    token=$(printf '%s' "$opened" | field token)
    match=/v1/matches/$(printf '%s' "$opened" | field id)
    moves=0
    while move=$(legal_move) && [ -n "$move" ]; do
        request "$match/moves" "{\"move\":$move}" > /dev/null
        moves=$((moves + 1))
    done
    shown=$(request "$match")
    [ "$(printf '%s' "$shown" | field status)" = finished ] || fail "not over: $shown"
    say "played a match of $1 to its end, $moves moves against the bot"
}

check_page() {
    page=$(curl -fsS "$address/")
    files=$(printf '%s' "$page" | grep -oE '(href|src)="/[^"]+"' | cut -d '"' -f 2)
    [ "$(echo "$files" | wc -l)" -ge 3 ] || fail "the page names no files: $page"
    for file in $files /openapi.json /docs; do
        curl -fsS -o /dev/null "$address$file" || fail "no $file"
    done
    say "the page, its files, /docs and /openapi.json are there"
}

check_restarts() {
    python=${PYTHON:-.venv/bin/python}
    if ! "$python" -c 'import tests.faults.restarts' 2> /dev/null; then
        say "left out: stops while moves are made, for which PYTHON is to be named"
        return
    fi
    # shellcheck disable=SC2086 # the engine may be a command with options
    counts=$("$python" -m tests.faults.restarts "$address" -- \
        $engine restart -t 30 "$name") || fail "$counts"
    echo "$counts"
    say "stopped while moves were made: none lost, none doubled"
}

stop() {
    began=$(date +%s%3N)
    $engine stop -t 30 "$name" > /dev/null
    took=$(($(date +%s%3N) - began))
    code=$(inspect '{{.State.ExitCode}}')
    [ "$code" = 0 ] || fail "ended with exit code $code after $took ms"
    say "stopped by SIGTERM in $took ms, exit code 0"
}

check_kept() {
    $engine start "$name" > /dev/null
    await_ready
    [ "$(request "$match")" = "$shown" ] || fail "the match is not what it was"
    say "the match is what it was before the restart"
}

case ${1:-} in
    build | test) engine=${IMAGE_ENGINE:-$(find_engine)} ;;
    *)
        echo "usage: $0 build|test" >&2
        exit 2
        ;;
esac
if [ "$1" = build ]; then
    build
    exit
fi
name=tapete-test-$$
start
check_rights
check_health
check_page
play lamarckian
play poker7 '{"hands":5}'
play locus
stop
check_kept
check_restarts
stop
size=$($engine image inspect --format '{{.Size}}' "$image:$version")
say "passed: $image:$version, $((size / 1000000)) MB"
