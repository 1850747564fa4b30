import { readdirSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { buildGoldenTree } from "./build-golden-tree.ts";

/*
 * One small world at a fixed time, and what the interface answers about it: a change of any byte is seen in review. After a wanted change run
 * `npm test -- -u` and read the difference.
 */

const FOLDER = join(import.meta.dirname, "expected");

/**
 * Answers of every kind, without the large ones that say the same again, and without the list of archives: it holds hashes of what zlib
 * wrote, which another version of Node may write otherwise.
 */
const FILES = [
  "api/404.json",
  "api/coins/btc.json",
  "api/coins/btc/history.json",
  "api/coins/eth/history/1h.json",
  "api/coins/limit/10/offset/10.json",
  "api/coins/search/b.json",
  "api/coins.csv",
  "api/defi/protocols/limit/5.json",
  "api/exchange-rates.json",
  "api/fear-greed.json",
  "api/global.json",
  "api/index.json",
  "api/news.rss",
  "api/routes.json",
  "api/schemas/coin-history.json",
  "api/sparklines/btc.json",
  "api/status.json",
  "api/trending.json",
];

describe("the golden world", () => {
  let tree: Map<string, string | Uint8Array>;
  beforeAll(async () => {
    tree = await buildGoldenTree();
  }, 60_000);

  it.each(FILES)("still answers %s to the byte", async (path) => {
    const body = tree.get(path);
    if (body === undefined) throw new Error(`${path} is not in the tree`);
    await expect(typeof body === "string" ? body : Buffer.from(body).toString()).toMatchFileSnapshot(
      join(FOLDER, path),
    );
  });

  it("has no expected file that nothing is compared with", () => {
    const kept = readdirSync(FOLDER, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(FOLDER.length + 1));
    expect(kept.sort()).toEqual([...FILES].sort());
  });

  it("is the same tree when it is built again", async () => {
    const again = await buildGoldenTree();
    expect([...again.keys()]).toEqual([...tree.keys()]);
    for (const [path, body] of tree) expect(again.get(path), path).toEqual(body);
  }, 60_000);
});
