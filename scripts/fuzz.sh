#!/usr/bin/env bash
# Fuzzes every target of tools/fuzz/ in turn, beginning with its inputs in tools/fuzz/corpus, and with those
# that are kept in tools/fuzz/corpora.
# Usage: scripts/fuzz.sh [--seconds N] [--runs N] [--sanitizer S] [--keep] [TARGET...]
#   --seconds N   for each target (60)
#   --runs N      for each target, too: whichever is reached first
#   --sanitizer S address (the default) or none: without one it is three times as fast
#   --keep        keeps new inputs, minimized and only the small ones, in both folders
# TARGET: those named; all if none is. FUZZ_TARGET_DIR: where the programs are built.
# Ends with 1 at the first input that breaks a promise, which is kept in tools/fuzz/artifacts.
# Needs cargo-fuzz (cargo install --locked cargo-fuzz); on a stable toolchain it sets
# RUSTC_BOOTSTRAP, because the sanitizer is an option of nightly ones. The columns: runs, edges of
# the control flow reached and how many the program has, other features that libFuzzer counts.
set -euo pipefail

usage() { sed -n '2,15s/^# //p' "$0"; }

seconds=60 runs=-1 sanitizer=address keep=no targets=()
while [[ $# -gt 0 ]]; do
    case $1 in
    --seconds) seconds=${2:?} && shift 2 ;;
    --runs) runs=${2:?} && shift 2 ;;
    --sanitizer) sanitizer=${2:?} && shift 2 ;;
    --keep) keep=yes && shift ;;
    --help | -h) usage && exit 0 ;;
    -*) usage >&2 && exit 2 ;;
    *) targets+=("$1") && shift ;;
    esac
done
cd "$(dirname "${BASH_SOURCE[0]}")/../tools/fuzz"
command -v cargo-fuzz >/dev/null || {
    echo "fuzz.sh: there is no cargo-fuzz: cargo install --locked cargo-fuzz" >&2
    exit 2
}
rustc --version | grep -q nightly || export RUSTC_BOOTSTRAP=1
target_dir=${FUZZ_TARGET_DIR:-$PWD/target}
((${#targets[@]})) || mapfile -t targets < <(basename -s .rs -a fuzz_targets/*.rs | sort)

# The largest input that is kept, and the largest that is tried, in bytes.
most_kept=4096 most_tried=16384
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

echo "== building ${#targets[@]} targets"
cargo fuzz build --fuzz-dir . --sanitizer "$sanitizer" --target-dir "$target_dir" >"$work/build" 2>&1 || {
    cat "$work/build" >&2
    exit 2
}
built=$target_dir/$(rustc -vV | sed -n 's/^host: //p')/release
total=0
printf '%-12s %12s %9s %8s %8s %8s %8s\n' target runs 'runs/s' edges of features inputs
for target in "${targets[@]}"; do
    mkdir -p "corpus/$target" "artifacts/$target" "$work/$target"
    [[ ! -e corpora/$target.tar.gz ]] || tar -xzf "corpora/$target.tar.gz" -C "corpus/$target"
    "$built/$target" -max_total_time="$seconds" -runs="$runs" -max_len=$most_tried -timeout=20 \
        -rss_limit_mb=4096 -artifact_prefix="artifacts/$target/" \
        -print_final_stats=1 "$work/$target" "corpus/$target" >"$work/log" 2>&1 || {
        tail -n 40 "$work/log" >&2
        echo "fuzz.sh: $target breaks a promise; the input is in tools/fuzz/artifacts/$target" >&2
        exit 1
    }
    number() { sed -n "s/^stat::$1: *//p" "$work/log"; }
    done_runs=$(number number_of_executed_units)
    total=$((total + done_runs))
    printf '%-12s %12s %9s %8s %8s %8s %8s\n' "$target" "$done_runs" "$(number average_exec_per_sec)" \
        "$(sed -n 's/.* cov: \([0-9]*\) .*/\1/p' "$work/log" | tail -1)" \
        "$(sed -n 's/.*modules *(\([0-9]*\) inline.*/\1/p' "$work/log" | head -1)" \
        "$(sed -n 's/.* ft: \([0-9]*\) .*/\1/p' "$work/log" | tail -1)" \
        "$(find "corpus/$target" "$work/$target" -type f | wc -l)"
    if [[ $keep == yes ]]; then
        mkdir "$work/merged"
        "$built/$target" -merge=1 -max_len=$most_kept "$work/merged" "corpus/$target" \
            "$work/$target" >/dev/null 2>&1
        rm -rf "corpus/$target" && mv "$work/merged" "corpus/$target"
        tar -c --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner -C "corpus/$target" . |
            gzip -9n >"corpora/$target.tar.gz"
    fi
    rm -rf "${work:?}/$target"
done
echo "fuzz: $total runs, nothing broken"
