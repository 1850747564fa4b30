import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { QUESTION } from "../../../build/app/scaffold/render-venue.ts";

const ROOT = join(import.meta.dirname, "../../..");
const SITE = "https://api.new-venue.com/v2";
/** The unit tests that a new venue or endpoint must pass. */
const TESTS = [
  "test/crypto/sources/exchanges",
  "test/crypto/api/registry.test.ts",
  "test/crypto/api/endpoints/categories.test.ts",
  "test/repository",
  "test/app/cli/examples.test.ts",
];

const MARKETS = [
  { base: "BTC", quote: "EUR", last: 73_300 },
  { base: "ETH", quote: "EUR", last: 2_500 },
  { base: "BTC", quote: "USDC", last: 84_000 },
];
const listing = MARKETS.map(({ base, quote }) => ({ market: `${base}-${quote}`, status: "trading", base, quote }));
const tickers = MARKETS.map(({ base, quote, last }) => ({
  market: `${base}-${quote}`,
  startTimestamp: 1790000000000,
  timestamp: 1790086400000,
  open: `${last * 0.98}`,
  high: `${last * 1.02}`,
  low: `${last * 0.97}`,
  last: `${last}`,
  closeTimestamp: 1790086399000,
  bid: `${last - 1}`,
  ask: `${last + 1}`,
  volume: "512.5",
  volumeQuote: `${last * 512.5}`,
}));

const copy = mkdtempSync(join(tmpdir(), "new-"));
const run = (command: string, ...args: string[]) =>
  spawnSync(command, args, { cwd: copy, encoding: "utf8", env: { ...process.env, NO_COLOR: "1" } });
const create = (...args: string[]) => run(process.execPath, "--import", "tsx", "build/main.ts", "new", ...args);

beforeAll(() => {
  const files = execFileSync("git", ["ls-files", "-z"], { cwd: ROOT, encoding: "utf8" }).split("\0").filter(Boolean);
  // What the compiler found unchanged in the repository is unchanged in the copy.
  const compiled = [".cache/tsconfig.tsbuildinfo"].filter((file) => existsSync(join(ROOT, file)));
  for (const file of [...files, ...compiled]) cpSync(join(ROOT, file), join(copy, file), { recursive: true });
  // Some tests of the repository read git's list of files.
  run("git", "init", "--quiet");
  run("git", "add", "--all");
  symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

it("a new venue and a new endpoint need one file and one entry each, and pass", () => {
  writeFileSync(join(copy, "listing.json"), JSON.stringify(listing));
  writeFileSync(join(copy, "tickers.json"), JSON.stringify(tickers));
  const unnamed = create("source", "new-venue", "--listing", "listing.json", "--tickers", "tickers.json");
  expect(unnamed.status).toBe(1);
  expect(unnamed.stderr).toContain("--listing is a file: add its address, --listing-url");
  const venue = create(
    ...["source", "new-venue", "--listing", "listing.json", "--listing-url", `${SITE}/markets`],
    ...["--tickers", "tickers.json", "--tickers-url", `${SITE}/ticker/24h`],
  );
  expect(`${venue.status} ${venue.stderr}`).toMatch(/^0 /);
  const endpoint = create("endpoint", "categories");
  expect(`${endpoint.status} ${endpoint.stderr}`).toMatch(/^0 /);
  answerQuestions("build/crypto/sources/exchanges/new-venue.ts");
  answerQuestions("build/crypto/api/endpoints/categories.ts");
  const list = (...args: string[]) =>
    run("git", ...args)
      .stdout.trim()
      .split("\n");
  expect(list("diff", "--name-only")).toEqual(["build/crypto/api/registry.ts", "build/crypto/sources/registry.ts"]);
  expect(list("ls-files", "--others", "build")).toEqual([
    "build/crypto/api/endpoints/categories.ts",
    "build/crypto/sources/exchanges/new-venue.ts",
  ]);

  const types = run("node_modules/.bin/tsc");
  expect(`${types.status} ${types.stdout}`).toBe("0 ");
  const tests = run(
    "node_modules/.bin/vitest",
    "run",
    "--config",
    "test/vitest.config.ts",
    "--project",
    "unit",
    ...TESTS,
  );
  expect(tests.status, tests.stdout.slice(-4_000) + tests.stderr.slice(-4_000)).toBe(0);
});

function answerQuestions(file: string): void {
  const path = join(copy, file);
  const lines = readFileSync(path, "utf8").split("\n");
  const answered = lines.filter((line) => !line.includes(QUESTION)).join("\n");
  writeFileSync(path, answered.replace('reason: ""', 'reason: "documented limit"'));
}
