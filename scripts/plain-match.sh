#!/usr/bin/env bash
# Plays a text game against its plain opponent (fixed depth, simple evaluation), colors in turn.
# Usage: scripts/plain-match.sh GAME [GAMES [DEPTH]]     loa, tablut or amazons; 20 games; depth 3, amazons 2
# Options of the program come from PLAYER_OPTIONS, for example "--game-time 10".
set -euo pipefail
game=${1-} games=${2-20}
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
if [[ -z $game || ! -d $root/fixtures/scripts/$game ]]; then
    sed -n '2,4s/^# //p' "$0"
    [[ $game == --help || $game == -h ]] && exit 0
    exit 2
fi
# Who moves first, and how the script marks its directives.
case $game in
amazons) first=white other=black mark='*' head='' ;;
*) first=black other=white mark='#*' head='#* ' ;;
esac
depth=${3-$([[ $game == amazons ]] && echo 2 || echo 3)}
cargo build --release --locked --manifest-path "$root/Cargo.toml" \
    --target-dir "$root/target" -p crownhead-text -p crownhead-harness --bin harness --bin "$game"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
printf '%s%s\nmanual %s\nauto %s\n%smove\n%sremote move/win+\nquit\n' \
    "$head" "$game" "$other" "$first" "$mark" "$mark" >"$folder/duel-1.in"
printf '%s%s\nmanual %s\nauto %s\n%sremote move/win+\nquit\n' \
    "$head" "$game" "$first" "$other" "$mark" >"$folder/duel-2.in"
ours="$root/target/release/$game ${PLAYER_OPTIONS-}"
plain="$root/target/release/$game --plain $depth"
won=0 lost=0 tied=0 failed=0
for ((number = 1; number <= games; number++)); do
    if ((number % 2)); then
        pair=("$ours" "$plain") side=$first
    else
        pair=("$plain" "$ours") side=$other
    fi
    begun=$SECONDS
    # The plain opponent has no clock: on a busy machine its two plies of Amazons can take long.
    printed=$("$root/target/release/harness" --move-time 60 --game-time 300 --program "${pair[0]}" --program "${pair[1]}" "$folder") || true
    result=$(grep -oE '(White|Black) wins\.|Tie game\.' <<<"$printed" | head -1 || true)
    case ${result,,} in
    "$side wins.") ((won += 1)) ;;
    "tie game.") ((tied += 1)) ;;
    "") ((failed += 1)) && printf '%s\n' "$printed" ;;
    *) ((lost += 1)) ;;
    esac
    echo "game $number, ours $side: ${result:-failed}, $((SECONDS - begun)) s; won $won, tied $tied, lost $lost, failed $failed"
done
