#!/bin/sh
# Grades one submission as an ordinary user, also if root starts this.
# Usage: grade.sh SUBMISSION NAME RESULTS ARGUMENT...    arguments of referee grade follow
# RESULTS are files and folders, with : between them, that the referee is to write.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
submission=$1 name=$2 results=$3
shift 3
. "$here/grader.conf"
scheme=$here/scheme.toml
[ "$GAME" = checkers ] || scheme=$here/scheme-text.toml

for rule in $VISIBILITY; do
    set -- "$@" --visibility "$rule"
done
case $SANDBOX in
none) ;;
*) set -- "$@" --require-sandbox "$SANDBOX" ;;
esac

# An archive may lose the modes of programs.
chmod a+rx "$here"/bin/* 2>/dev/null || true
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Others may not have left modes that keep an ordinary user out.
cp -R "$submission" "$work/submission"
chmod -R u+rwX "$work"
set -- "$here/bin/referee" grade "$work/submission" --name "$name" --game "$GAME" \
    --scheme "$scheme" --time-limit "$TIME_CAP" --out "$work/out" "$@"

# As root an agent would keep rights that a container does not take from it.
if [ "$(id -u)" = 0 ]; then
    user=grader
    id "$user" >/dev/null 2>&1 || useradd --create-home "$user"
    chown -R "$user" "$work"
    rest=$results
    while [ -n "$rest" ]; do
        one=${rest%%:*}
        case $rest in *:*) rest=${rest#*:} ;; *) rest= ;; esac
        [ -e "$one" ] || : >"$one"
        chown -R "$user" "$one"
    done
    set -- setpriv --reuid="$user" --regid="$user" --init-groups --no-new-privs \
        env HOME="$(getent passwd "$user" | cut -d: -f6)" "$@"
fi
# Standard output is for the grader: students get what the results say.
"$@"
