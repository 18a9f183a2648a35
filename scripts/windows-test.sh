#!/usr/bin/env bash
# Builds homework.exe and calibrate.exe for Windows and tests them under Wine.
# Usage: scripts/windows-test.sh [--install]      --install: first installs Debian's packages, as root
# Needs rustup and Debian's packages gcc-mingw-w64-x86-64 and wine. Takes some minutes.
set -euo pipefail

target=x86_64-pc-windows-gnu
packages=(gcc-mingw-w64-x86-64 wine wine64)

stop() {
    echo "windows-test.sh: $*" >&2
    exit 1
}

case ${1-} in
"") ;;
--install)
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${packages[@]}"
    ;;
*)
    sed -n '2,4s/^# //p' "$0"
    [[ $1 == --help || $1 == -h ]] && exit 0
    exit 2
    ;;
esac

cd "$(dirname "${BASH_SOURCE[0]}")/.."
for program in cargo x86_64-w64-mingw32-gcc wine; do
    command -v "$program" >/dev/null ||
        stop "$program is missing; Debian's packages are ${packages[*]}, or run: $0 --install"
done
if [[ ! -d $(rustc --print sysroot)/lib/rustlib/$target/lib ]]; then
    command -v rustup >/dev/null || stop "the target $target is not installed and rustup is missing"
    rustup target add "$target"
fi

root=$PWD
bin=$root/target/windows-test
work=$(mktemp -d)
export WINEPREFIX=$bin/wine WINEDEBUG=-all WINEDLLOVERRIDES='mscoree=;mshtml='
export CROWNHEAD_SEED=1 # which of several book moves is chosen
holder=
clean_up() {
    [[ -z $holder ]] || kill "$holder" 2>/dev/null || true
    wineserver -k 2>/dev/null || /usr/lib/wine/wineserver64 -k 2>/dev/null || true
    rm -rf "$work"
}
trap clean_up EXIT
mkdir -p "$bin"

build() {
    echo "== building for Windows, and what it is compared with"
    cargo build --release --locked --quiet --target "$target" -p crownhead-agent
    cargo build --locked --quiet --workspace --bin homework --bin referee --bin reference
    cp "target/$target/release/"{homework,calibrate}.exe "$bin"
    wineboot --init >/dev/null 2>&1
    echo "   $(wine --version), $(rustc --version)"
    # Windows has this library; Wine has it since version 9. Rust takes random numbers from it.
    if [[ ! -e $WINEPREFIX/drive_c/windows/system32/bcryptprimitives.dll ]]; then
        echo "   Wine lacks bcryptprimitives.dll: a substitute is put beside the programs"
        x86_64-w64-mingw32-gcc -shared -o "$bin/bcryptprimitives.dll" -x c - -x none -ladvapi32 <<'C'
#include <windows.h>
BOOLEAN NTAPI SystemFunction036(PVOID, ULONG);
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE to, SIZE_T size) {
    return SystemFunction036(to, size);
}
C
    fi
    # hold.exe FILE SHARE: keeps a file open; SHARE is the sum of 1 read, 2 write, 4 delete.
    x86_64-w64-mingw32-gcc -o "$bin/hold.exe" -x c - <<'C'
#include <stdlib.h>
#include <windows.h>
int main(int count, char **words) {
    if (count != 3) return 2;
    HANDLE file = CreateFileA(words[1], GENERIC_READ, atoi(words[2]), 0, OPEN_EXISTING, 0, 0);
    if (file == INVALID_HANDLE_VALUE) return 1;
    CreateFileA("held", GENERIC_WRITE, 0, 0, CREATE_ALWAYS, 0, 0);
    Sleep(60000);
    return 0;
}
C
}

failures=0
# check SENTENCE COMMAND...: one line of the report, and whether the command says yes.
check() {
    local sentence=$1
    shift
    if "$@"; then
        echo "   ok      $sentence"
    else
        echo "   FAILED  $sentence"
        failures=$((failures + 1))
    fi
}

# Programs run in the directory $dir; run and its sisters leave the exit code in $code.
dir=$work code=0
fresh() {
    dir=$(mktemp -d "$work/XXXXXX")
}
run() {
    code=0
    (cd "$dir" && timeout 120 wine "$bin/$1.exe" "${@:2}" >stdout 2>stderr) || code=$?
}
linux() {
    code=0
    (cd "$dir" && timeout 120 "$root/target/debug/homework" "$@" >stdout 2>stderr) || code=$?
}
exits() { ((code == $1)) || { echo "      exit code $code: $(head -c 300 "$dir/stderr")" && false; }; }
same() { cmp -s "$1" "$2" || { diff "$1" "$2" | head -5 && false; }; }

fixtures() {
    echo "== the fixtures: the answers of Linux, with a search of 20,000 nodes"
    local input name linux_answer
    for input in fixtures/homework/*/input.txt; do
        name=$(basename "$(dirname "$input")")
        fresh && cp "$input" "$dir" && linux --nodes 20000
        check "$name: Linux, exit code 0" exits 0
        linux_answer=$dir/output.txt
        fresh && cp "$input" "$dir" && run homework --nodes 20000
        check "$name: exit code 0" exits 0
        check "$name: $(tr '\n' ' ' <"$linux_answer")" same "$linux_answer" "$dir/output.txt"
        fresh && sed 's/$/\r/' "$input" >"$dir/input.txt" && run homework --nodes 20000
        check "$name: the same from lines that end with \\r\\n" same "$linux_answer" "$dir/output.txt"
        fresh && cp "$input" "$dir" && echo old >"$dir/output.txt" && run homework --move-time 0.2
        check "$name: by the clock, exit code 0" exits 0
        check "$name: by the clock, an old output.txt is replaced" grep -q '^[EJ] ' "$dir/output.txt"
        check "$name: no temporary file stays" test ! -e "$dir/output.txt.tmp"
    done
}

# The boards in playdata.txt, one a line.
boards() { sed -n '1s/.*"boards":\[\([^]]*\)\].*/\1/p' "$1/playdata.txt" | tr ',' '\n' | tr -d '"'; }
# question DIR SIDE BOARD: an input.txt of a game.
question() { printf 'GAME\n%s\n10.0\n%s\n' "$2" "$(tr '/' '\n' <<<"$3")" >"$1/input.txt"; }

# Black plays under Wine, White on Linux; each goes on from the board in the other's playdata.txt.
playdata() {
    echo "== playdata.txt over two moves"
    local black white turns
    fresh && white=$dir
    fresh && black=$dir && cp fixtures/homework/quick-game/input.txt "$black" && run homework --nodes 20000
    check "two boards after the first move" test "$(boards "$black" | wc -l)" -eq 2
    dir=$white && question "$white" WHITE "$(boards "$black" | tail -1)" && linux --nodes 20000
    dir=$black && question "$black" BLACK "$(boards "$white" | tail -1)" && run homework --nodes 20000
    check "exit code 0" exits 0
    turns=$(head -n 1 "$black/playdata.txt" | grep -ao '"left"' | wc -l)
    check "the first move is remembered after the second: two turns" test "$turns" -eq 2
}

# hold SHARE: keeps output.txt of $dir open.
hold() {
    (cd "$dir" && rm -f held && echo old >output.txt && exec wine "$bin/hold.exe" output.txt "$1") &
    holder=$!
    while [[ ! -e $dir/held ]] && kill -0 "$holder" 2>/dev/null; do sleep 0.1; done
    [[ -e $dir/held ]] || stop "hold.exe has ended and holds nothing"
}
release() {
    kill "$holder" 2>/dev/null || true
    wait "$holder" 2>/dev/null || true
    holder=
}

open_files() {
    echo "== output.txt is open elsewhere"
    local share
    for share in 7 3; do
        fresh && cp fixtures/homework/crowning/input.txt "$dir" && hold "$share"
        run homework --nodes 2000
        check "shared for $([[ $share == 7 ]] && echo everything || echo 'reading and writing'): exit code 0" exits 0
        check "the new answer is there" grep -q '^[EJ] ' "$dir/output.txt"
        release
    done
    fresh && cp fixtures/homework/crowning/input.txt "$dir" && hold 1
    run homework --nodes 2000
    check "shared for reading only: exit code 4" exits 4
    check "a sentence says so: $(head -n 1 "$dir/stderr")" test -s "$dir/stderr"
    release
}

exit_codes() {
    echo "== help and exit codes"
    fresh && run homework --help
    check "homework --help: exit code 0" exits 0
    check "homework --help prints the usage" grep -q '^Usage: homework' "$dir/stdout"
    fresh && run homework --version
    check "homework --version: exit code 0" exits 0
    fresh && echo nonsense >"$dir/input.txt" && echo old >"$dir/output.txt" && run homework
    check "input.txt is nonsense: exit code 2" exits 2
    check "a sentence says so: $(head -n 1 "$dir/stderr")" test -s "$dir/stderr"
    check "no old output.txt stays" test ! -e "$dir/output.txt"
    fresh && run homework
    check "no input.txt: exit code 2" exits 2
    fresh && { printf 'SINGLE\nWHITE\n10.0\n.b......\n' && printf '........\n%.0s' {1..7}; } >"$dir/input.txt"
    run homework
    check "no piece to move: exit code 3" exits 3
    fresh && cp fixtures/homework/crowning/input.txt "$dir" && mkdir "$dir/output.txt" && run homework
    check "output.txt is a directory: exit code 4" exits 4
}

calibration() {
    echo "== calibrate"
    fresh && run calibrate --help
    check "calibrate --help: exit code 0" exits 0
    fresh && run calibrate
    check "calibrate: exit code 0" exits 0
    check "calibration.txt: $(tr -d '\n' <"$dir/calibration.txt")" \
        grep -Eq '"nodes_per_second": [1-9]' "$dir/calibration.txt"
    cp fixtures/homework/beyond-the-book/input.txt "$dir" && run homework --move-time 0.3
    check "homework goes by it: exit code 0" exits 0
    check "without a warning" test ! -s "$dir/stderr"
    check "CPU time was measured: $(grep -ao '"used":[0-9.]*' "$dir/playdata.txt" | head -1)" \
        grep -aEq '"used":0\.[0-9]*[1-9]' "$dir/playdata.txt"
}

# The referee knows the rules: every answer of two whole games is legal.
games() {
    echo "== two games against reference, with a referee"
    fresh && code=0
    # Without the sandbox, which hides Wine's own files.
    (cd "$dir" && timeout 900 "$root/target/debug/referee" match \
        "wine $bin/homework.exe --move-time 0.05" "$root/target/debug/reference --depth 2" \
        --games 2 --seconds 300 --no-sandbox --allow-root --out games >stdout 2>stderr) || code=$?
    check "the match is played: exit code 0" exits 0
    check "no forfeit: $(grep 'on the board' "$dir/stdout" | tr -s ' ')" \
        test "$(grep -c 'forfeits: none' "$dir/stdout")" -eq 2
}

build
fixtures
playdata
open_files
exit_codes
calibration
games
if ((failures > 0)); then
    stop "$failures checks failed"
fi
echo "== all is well"
