import { readFileSync } from "node:fs";
import { join } from "node:path";

const folder = process.env.PEERS_INPUT;

export const data = {
  ...JSON.parse(readFileSync(join(folder, "paths.json"), "utf8")),
  pagination: { data: "paths", size: 1, alias: "path" },
  permalink: ({ path }) => path,
  eleventyExcludeFromCollections: true,
};

export function render({ path }) {
  return JSON.stringify(JSON.parse(readFileSync(join(folder, "answers", path), "utf8")));
}
