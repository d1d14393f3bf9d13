#!/bin/sh
# Plays a whole match of each game against a bot of level 3, and shows the requests.
#
#   docs/quickstart.sh URL [GAME...]        such as docs/quickstart.sh http://127.0.0.1:8000
#
# Without a GAME it plays all that the service has. It needs curl, grep, sed, head and tr.
# Exit codes: 0 played to the end, 2 called wrongly or a program is missing, 3 no answer,
# 4 an answer other than expected, 5 a match does not end.
set -eu

LEVEL=3
MAX_MOVES=1000
TIMEOUT_S=30

# What a game is created with, where its defaults would not do.
options_of() {
    case $1 in
    locus) printf '{"grid":"6x6"}' ;;
    poker7) printf '{"hands":3}' ;;
    *) printf '{}' ;;
    esac
}

# Moves to make whenever they are legal, rather than the first of the list.
PREFERRED='check call'

fail() {
    code=$1
    shift
    printf 'quickstart: %s\n' "$*" >&2
    exit "$code"
}

# text NAME, list NAME, number NAME: the first member of that name in the answer.
text() { printf '%s' "$answer" | grep -oE "\"$1\":\"([^\"\\\\]|\\\\.)*\"" | value; }
list() { printf '%s' "$answer" | grep -oE "\"$1\":\[[^]]*\]" | value; }
number() { printf '%s' "$answer" | grep -oE "\"$1\":-?[0-9]+" | value; }
value() { head -n 1 | sed -e 's/^"[^"]*"://' -e 's/^"\(.*\)"$/\1/'; }

# request EXPECTED_STATUS METHOD PATH [BODY]: sets `answer`, or ends the script.
request() {
    expected=$1 method=$2 path=$3 body=${4-}
    set -- --silent --show-error --max-time "$TIMEOUT_S" --request "$method"
    set -- "$@" --write-out '\n%{http_code}' --header 'Accept: application/json'
    [ -z "$token" ] || set -- "$@" --header "Authorization: Bearer $token"
    [ -z "$body" ] ||
        set -- "$@" --header 'Content-Type: application/json' --data "$body"
    answer=$(curl "$@" "$url$path") ||
        fail 3 "no answer from $url to $method $path. Does the service run there?"
    status=${answer##*"$newline"}
    answer=${answer%"$newline"*}
    [ "$status" = "$expected" ] && return
    why=$(text code)
    [ -n "$why" ] || fail 4 "$method $path was answered $status, not $expected," \
        "without a problem document. Is Tapete what runs there?"
    fail 4 "$method $path was answered $status, not $expected:" \
        "$why: $(text detail) $(text remedy)"
}

# Reads the legal moves, one choice a line, and sets `move` and `note`: a preferred one,
# else the one that earns most points, else the first. Of a range it is the least amount.
choose() {
    move='' note='' most=''
    while read -r choice; do
        candidate=${choice#*:}
        candidate=${candidate%%\}*}\}
        kind=${candidate#*\"type\":\"}
        case " $PREFERRED " in
        *" ${kind%%\"*} "*) move=$candidate note='' && return ;;
        esac
        points=${choice##*\"points\":}
        [ "$points" != "$choice" ] || points=''
        if [ -z "$move" ] || { [ -n "$points" ] && [ "$points" -gt "$most" ]; }; then
            move=$candidate most=$points note=${points:+ earns $points}
        fi
    done <<CHOICES
$(printf '%s' "$answer" |
        grep -oE '"move":\{[^}]*\}(,"earns":\{[^}]*"points":-?[0-9]+)?' || :)
CHOICES
}

create() {
    body=$(printf '{"game":"%s","seats":[{"kind":"human"},%s],"options":%s}' \
        "$1" "{\"kind\":\"bot\",\"level\":$LEVEL}" "$(options_of "$1")")
    printf '\nPOST /v1/matches %s\n' "$body"
    request 201 POST /v1/matches "$body"
    id=$(text id)
    state=$(text status)
    seat=$(number you)
    token=$(text token)
    if [ -z "$id" ] || [ -z "$token" ]; then
        fail 4 "POST /v1/matches was answered without an id or a token"
    fi
    printf '  201: match %s. You have seat %s and its secret token.\n' "$id" "$seat"
    printf '  The shuffle is committed to: %s\n' "$(text commitment)"
}

play() {
    match=/v1/matches/$id
    moves=0
    printf 'Until the status is "finished": GET %s/moves, then POST one of them.\n' \
        "$match"
    while [ "$state" != finished ]; do
        [ "$moves" -lt "$MAX_MOVES" ] ||
            fail 5 "the match $id has not ended within $MAX_MOVES moves"
        moves=$((moves + 1))
        request 200 GET "$match/moves"
        choose
        [ -n "$move" ] || fail 5 "the match $id waits, but lists no legal move"
        request 200 POST "$match/moves" "{\"move\":$move}"
        state=$(text status)
        printf '%3d. {"move":%s}%s\n' "$moves" "$move" "$note"
    done
}

report() {
    token=''
    printf 'GET %s, as a spectator\n' "$match"
    request 200 GET "$match"
    [ "$(text status)" = finished ] || fail 4 "a spectator finds $id unfinished"
    answer=${answer##*'"result":'}
    winners=$(list winners)
    case $winners in
    '[]') outcome='nobody won' ;;
    "[$seat]") outcome='you won' ;;
    "[$seat,"* | *",$seat,"* | *",$seat]") outcome='you share the win' ;;
    *) outcome='you lost' ;;
    esac
    scores=$(list scores)
    printf '%s: finished after %d of your moves, %s (winners %s, %s)%s.\n' \
        "$1" "$moves" "$outcome" "$winners" "$(text reason)" \
        "${scores:+; scores by seat $scores}"
}

[ $# -gt 0 ] || fail 2 "usage: ${0##*/} URL [GAME...]"
for program in curl grep sed head tr; do
    command -v "$program" >/dev/null || fail 2 "$program is needed, but not installed"
done
newline='
'
url=${1%/}
token=''
shift
printf 'GET %s/v1/games\n' "$url"
request 200 GET /v1/games
games=$(printf '%s' "$answer" | grep -oE '"name":"[a-z0-9_-]+"' |
    sed -e 's/"name"://' | tr -d '"' | tr '\n' ' ')
printf '  200: %s\n' "$games"
# shellcheck disable=SC2086 # the names have no spaces
[ $# -gt 0 ] || set -- $games
[ $# -gt 0 ] || fail 4 "$url names no games"
for game in "$@"; do
    create "$game"
    play
    report "$game"
done
