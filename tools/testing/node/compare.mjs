// Compares two files of answers to a file of questions, line by line.
//
//   node tools/testing/node/compare.mjs QUESTIONS ANSWERS OTHER-ANSWERS

import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";

const [questions, one, other] = process.argv
  .slice(2)
  .map((path) => readFileSync(path, "utf8").split("\n").filter((line) => line));
const isDifferent = (nth) =>
  !isDeepStrictEqual(JSON.parse(one[nth] ?? "null"), JSON.parse(other[nth] ?? "null"));
const different = [...questions.keys()].filter(isDifferent);
for (const nth of different) {
  console.log(`different: ${questions[nth].slice(0, 200)}`);
  console.log(`  ${one[nth]?.slice(0, 400)}\n  ${other[nth]?.slice(0, 400)}`);
}
console.log(`${questions.length} questions, ${different.length} different answers`);
process.exit(different.length > 0 || questions.length === 0 ? 1 : 0);
