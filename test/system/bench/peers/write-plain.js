/**
 * The minimal JavaScript peer: reads each answer and writes it again, as a whole process.
 * Usage: `write-plain.js <input> <output>`
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const [, , input = "", output = ""] = process.argv;
const { paths } = JSON.parse(readFileSync(join(input, "paths.json"), "utf8"));
const made = new Set();
for (const path of paths) {
  const answer = JSON.parse(readFileSync(join(input, "answers", path), "utf8"));
  const file = join(output, path);
  const parent = dirname(file);
  if (!made.has(parent)) mkdirSync(parent, { recursive: true });
  made.add(parent);
  writeFileSync(file, JSON.stringify(answer));
}
