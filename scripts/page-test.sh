#!/usr/bin/env bash
# The engine of the page against the program: the node signatures of all four games, and the answers
# to fixtures/page/questions.jsonl, in both builds. Needs node.
#
#   scripts/site.sh && scripts/page-test.sh
set -euo pipefail
cd "$(dirname "$0")/.."

engines=target/site-engine
questions=fixtures/page/questions.jsonl
[[ -f $engines/vectors.wasm ]] || { echo "there is no engine: run scripts/site.sh first"; exit 2; }

cargo run --quiet --locked -p crownhead-analysis --example ask -- data/wdl/data/wdl-3 \
    crates/evaluation/src/checkers/endgame/dtc/data/dtc-3 \
    < $questions > $engines/native.jsonl
for build in vectors plain; do
    echo "== $build"
    node tools/testing/node/signature.mjs $engines/$build.wasm
    node tools/testing/node/ask.mjs $engines/$build.wasm < $questions > $engines/$build.jsonl
    node tools/testing/node/compare.mjs $questions $engines/native.jsonl $engines/$build.jsonl
done
