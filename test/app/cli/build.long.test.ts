import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { GATE_THRESHOLDS } from "../../../build/crypto/market/rules/price.ts";
import { makeTempFolder } from "../../cleanup.ts";
import { callCli, runCli } from "./run-cli.ts";

const folder = makeTempFolder();
const at = (name: string): string => join(folder, name);
const read = (path: string): string => readFileSync(at(path), "utf8");
/** `repeated-builds.long.test.ts` replays the optional trees. */
const FLAGS = ["--base-url", "https://host.example/repo/", "--trees", ""];

describe("build, recorded and replayed", () => {
  beforeAll(async () => {
    const recorded = ["--record", at("recording"), "--out", at("first"), "--state", at("state"), ...FLAGS];
    const { code, stderr } = await callCli("build", "--sample", "--coins", "12", ...recorded);
    expect(code, stderr).toBe(0);
    // In a process of its own: what the first build remembers must not help it.
    const replayed = await runCli("build", "--replay", at("recording"), "--out", at("second"), ...FLAGS);
    expect(replayed.code, replayed.stderr).toBe(0);
  });

  it("keeps every answer with URL, status, headers and time, and its body as it came", () => {
    const { exchanges, coins, now } = JSON.parse(read("recording/recording.json"));
    expect(coins).toBe(12);
    expect(now).toBeGreaterThan(0);
    const kraken = exchanges.find(({ url }: { url: string }) =>
      url.startsWith("https://api.kraken.com/0/public/Ticker"),
    );
    expect(kraken).toMatchObject({ status: 200, headers: { date: expect.stringContaining("GMT") } });
    expect(kraken.receivedAtMs).toBeGreaterThanOrEqual(now);
    expect(JSON.parse(read(`recording/${kraken.file}`))).toHaveProperty("result.BTC/USD.c");
    // A venue that refuses is part of the run.
    expect(exchanges.find(({ url }: { url: string }) => url.includes("bybit"))).toMatchObject({ status: 403 });
  });

  it("gives the same bytes as the recorded run", () => {
    const manifest = read("first/api/manifest.json");
    expect(read("second/api/manifest.json")).toBe(manifest);
    expect(JSON.parse(manifest).data.count).toBeGreaterThan(200);
  });

  it("marks every answer of a sample recording as sample, in a replay too", () => {
    const files = readdirSync(at("second/api"), { recursive: true, encoding: "utf8" }).filter((path) =>
      path.endsWith(".json"),
    );
    const answers = files
      .map((path) => JSON.parse(read(join("second/api", path))))
      .filter((document) => document.meta !== undefined && document.data !== undefined);
    expect(answers.length).toBeGreaterThan(150);
    expect(answers.filter(({ meta }) => meta.sample !== true)).toEqual([]);
  });

  it("has pages with the demo banner, and a sitemap and links with the base URL", () => {
    expect(read("first/index.html")).toMatch(/class="banner"[^>]*><strong>Demo data/);
    expect(read("first/404.html")).toContain('href="/repo/site.css"');
    expect(read("first/sitemap.xml")).toContain("<loc>https://host.example/repo/</loc>");
  });

  it("refuses to replay for another number of coins than it was recorded for", async () => {
    const { code, stderr } = await callCli("build", "--replay", at("recording"), "--coins", "13", "--out", at("other"));
    expect(code).toBe(1);
    expect(stderr.trim()).toBe(
      "The recording covers 12 coins and cannot answer for 13: leave --coins out, or record anew.",
    );
    expect(existsSync(at("other"))).toBe(false);
  });

  it("leaves nothing but the tree behind", () => {
    expect(readdirSync(folder).sort()).toEqual(["first", "recording", "second", "state"]);
  });
});

describe("build that may not publish", () => {
  const SAMPLE = ["build", "--sample", "--coins", "12", "--state", at("other")];

  it("lists the failed checks, leaves the previous site unchanged and exits with 1", async () => {
    const before = read("first/api/manifest.json");
    const { code, stderr } = await callCli(...SAMPLE, "--gate", "minVenues=99", "--out", at("first"));
    expect(code).toBe(1);
    expect(stderr).toMatch(/venues: Venues that responded: 1\d, at least 99 needed\./);
    expect(read("first/api/manifest.json")).toBe(before);
  });

  it("refuses a folder with other files", async () => {
    writeFileSync(at("note.txt"), "mine");
    const { code, stderr } = await callCli(...SAMPLE, "--out", folder);
    rmSync(at("note.txt"));
    expect(code).toBe(1);
    expect(stderr).toContain(folder);
    expect(existsSync(at("first/api/manifest.json"))).toBe(true);
  });
});

describe("build with contradictory flags", () => {
  it.each<[string[], RegExp]>([
    [["--coins", "many"], /whole number/],
    [["--coins", "0"], /coins must be at least 1/],
    [["--only", "nowhere"], /There is no source "nowhere"\. Known: binance, /],
    [["--gate", "minVenue=1"], /--gate has no threshold "minVenue"\. The thresholds are: .*minVenues, /],
    [["--gate", "minVenues"], /NAME=NUMBER/],
    [["--record", "a", "--replay", "b"], /exclude each other/],
    [["--replay", "nowhere"], /^There is no recording in nowhere: recording\.json is missing\.$/m],
    [["--gate", "minVenues=2", "--replay", "nowhere"], /There is no recording/],
    [["--colour"], /unknown option '--colour'/],
  ])("explains %j in words", async (flags, message) => {
    const { code, stderr } = await callCli("build", ...flags, "--out", at("none"), "--state", at("none-state"));
    expect(code).toBe(1);
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(existsSync(at("none"))).toBe(false);
  });

  it("describes every flag in --help", async () => {
    const { code, stdout } = await callCli("build", "--help");
    expect(code).toBe(0);
    const flags = "--out --coins --state --record --replay --only --quiet --json --gate --sample";
    for (const flag of flags.split(" ")) expect(stdout).toMatch(new RegExp(`${flag}[ ,].*\\w{4,}`));
    const words = stdout.replace(/\s+/g, " ");
    for (const [name, value] of Object.entries(GATE_THRESHOLDS)) expect(words).toContain(`${name}=${value}`);
  });
});
