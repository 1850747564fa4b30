import { readdirSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { buildGoldenTree } from "./build-golden-tree.ts";

/*
 * One small demo market at a fixed time, and the responses about it: a changed value is one changed
 * line in review. After a wanted change run `npm test -- test/system/golden -u` and read the diff.
 */

const FOLDER = join(import.meta.dirname, "expected");

/**
 * Responses of every kind: add the file of a new kind here. Without the large ones that repeat
 * others, and without the list of archives: it holds hashes of gzip bytes, which differ between
 * versions of Node.
 */
const FILES = [
  "api/404.json",
  "api/coins/btc.json",
  "api/coins/btc/history.json",
  "api/coins/btc/ohlc.json",
  "api/coins/eth/history/1h.json",
  "api/coins/limit/10/offset/10.json",
  "api/coins/search/b.json",
  "api/coins.csv",
  "api/defi/protocols/limit/5.json",
  "api/exchange-rates.json",
  "api/exchange-rates/history.json",
  "api/fear-greed.json",
  "api/global.json",
  "api/index.json",
  "api/news.rss",
  "api/reachability.json",
  "api/routes.json",
  "api/schemas/coin-history.json",
  "api/sparklines/btc.json",
  "api/status.json",
  "api/trending.json",
];

/**
 * The text with one value per line. Only adds white space between tokens: the spelling of every
 * number and string stays as it was published.
 */
function splitLines(path: string, text: string): string {
  if (path.endsWith(".rss")) return text.replaceAll("><", ">\n<");
  if (!path.endsWith(".json")) return text;
  let depth = 0;
  const line = () => `\n${"  ".repeat(depth)}`;
  const lines = text.replace(/"(?:[^"\\]|\\.)*"|\[\]|\{\}|[[\]{},:]/g, (token) => {
    if (token === "{" || token === "[") {
      depth += 1;
      return token + line();
    }
    if (token === "}" || token === "]") {
      depth -= 1;
      return line() + token;
    }
    if (token === ",") return token + line();
    return token === ":" ? ": " : token;
  });
  return lines.endsWith("\n") ? lines : `${lines}\n`;
}

describe("the golden market", () => {
  let tree: Map<string, string | Uint8Array>;
  beforeAll(async () => {
    tree = await buildGoldenTree();
  }, 60_000);

  it.each(FILES)("publishes %s unchanged", async (path) => {
    const body = tree.get(path);
    if (body === undefined) throw new Error(`${path} is not in the tree`);
    const text = typeof body === "string" ? body : Buffer.from(body).toString();
    const message = 'If the change is wanted, run "npm test -- test/system/golden -u" and read the diff';
    await expect(splitLines(path, text), message).toMatchFileSnapshot(join(FOLDER, path));
  });

  it("has no expected file that nothing is compared with", () => {
    const kept = readdirSync(FOLDER, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(FOLDER.length + 1));
    expect(
      kept.filter((path) => !FILES.includes(path)),
      "delete these, or add them to FILES",
    ).toEqual([]);
  });
});
