# A toy game program: it does what it is told, and answers moves with what its arguments say.
#
#   say TEXT       a line            raw TEXT      a text without a line end
#   err TEXT       on standard error wait SECONDS  does nothing
#   flood N TEXT   N lines           exit N, die SIGNAL
#   show           a dump of all it was told, with % for #
#   orphan         leaves a process behind that holds its output
#   hang           neither reads nor ends
#   X-Y            the next argument, with _ for a blank and / for a line end; nothing for `.`
told=
while IFS= read -r line; do
    told="$told$line
"
    set -f
    first=${line%% *}
    rest=${line#* }
    case $first in
    say) printf '%s\n' "$rest" ;;
    raw) printf '%s' "$rest" ;;
    err) printf '%s\n' "$rest" >&2 ;;
    wait) sleep "$rest" ;;
    flood)
        count=${rest%% *}
        while [ "$count" -gt 0 ]; do
            printf '%s\n' "${rest#* }"
            count=$((count - 1))
        done
        ;;
    exit) exit "$rest" ;;
    die) kill -s "$rest" $$ ;;
    show)
        echo ===
        printf '%s' "$told" | tr '#' '%'
        echo ===
        ;;
    orphan) sleep 1000 & ;;
    hang)
        touch hanging
        sleep 1000
        ;;
    *-*)
        answer=${1-.}
        [ $# -eq 0 ] || shift
        [ "$answer" = . ] || printf '%s\n' "$answer" | tr '_/' ' \n'
        ;;
    esac
done
