import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { lockFolder } from "../../../../build/kit/platform/state/state-lock.ts";
import { makeTempFolder } from "../../../cleanup.ts";
import { callCli } from "../run-cli.ts";

const DEMO = ["--sample", "--coins", "12"];
let out: string;
let state: string;
let places: string[];

beforeAll(async () => {
  const folder = makeTempFolder();
  [out, state] = [join(folder, "site"), join(folder, "state")];
  places = ["--out", out, "--state", state];
  await callCli("build", ...DEMO, ...places, "--no-site", "--trees", "", "--backfill", "0", "--quiet");
});

const live = (...flags: string[]) => callCli("build", "--live", ...DEMO, ...places, ...flags);
const readLive = () => JSON.parse(readFileSync(join(out, "api/live.json"), "utf8"));

function listTimes(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name !== "lock")
    .sort()
    .map((name) => `${name} ${statSync(join(folder, name)).mtimeMs}`);
}

describe("npm run build -- --live", () => {
  it("replaces one file of the site beside a running build, and leaves the state as it is", async () => {
    const unlock = lockFolder(state);
    const before = listTimes(state);
    const { code, stdout } = await live("--json");
    expect(listTimes(state)).toEqual(before);
    unlock();
    expect(code).toBe(0);
    const { data, meta } = readLive();
    const files = [join(out, "api/live.json")];
    expect(JSON.parse(stdout)).toMatchObject({ live: true, prices: data.length, updatedAt: meta.updated_at, files });
    expect(meta).toMatchObject({ stale: false, sample: true });
  });

  it("says which prices a refused run leaves, and fails", async () => {
    await live("--quiet");
    const before = readLive();
    const { code, stderr } = await live("--gate", "minVenues=99");
    expect(code).toBe(1);
    const kept = `${join(out, "api/live.json")} keeps the prices of ${before.meta.updated_at}, and says that they are stale`;
    expect(stderr).toContain(kept);
    expect(stderr).toContain("Nothing was published: the gate refuses this build.");
    expect(readLive()).toEqual({ ...before, meta: { ...before.meta, stale: true } });
  });

  it.each([
    ["is damaged", "is damaged", (copy: string) => writeFileSync(join(copy, "manifest.json"), "{")],
    ["is gone", "There is no state in", (copy: string) => rmSync(copy, { recursive: true })],
  ])("marks prices only once they have expired if the state %s", async (_, message, harm) => {
    await live("--quiet");
    const before = readLive();
    const copy = join(makeTempFolder(), "state");
    cpSync(state, copy, { recursive: true });
    harm(copy);
    const fail = async (now: number) => {
      const at = ["--at", new Date(now).toISOString()];
      const { code, stderr } = await callCli("build", "--live", ...DEMO, "--out", out, "--state", copy, ...at);
      expect([code, stderr]).toEqual([1, expect.stringContaining(message)]);
      return readLive();
    };
    const expiresMs = Date.parse(before.meta.expires_at);
    expect(await fail(expiresMs)).toEqual(before);
    expect(await fail(expiresMs + 1)).toEqual({ ...before, meta: { ...before.meta, stale: true } });
  });

  it("shows the exchanges that it reads, and the prices", async () => {
    const { stderr } = await live();
    expect(stderr).toMatch(/✓ Kraken {2}\d+ listing \(cached\) · \d+ tickers/);
    expect(stderr).not.toContain("CoinGecko");
    expect(stderr).toMatch(/✓ live {2}12 prices of \S+ · .* compressed/);
  });

  it("says what is missing, and what to do", async () => {
    const none = makeTempFolder();
    const expectError = async (message: string, ...flags: string[]) => {
      const { code, stderr } = await callCli("build", "--live", ...DEMO, ...flags);
      expect(stderr).toContain(message);
      expect(code).toBe(1);
    };
    await expectError("There is no site in", "--out", none, "--state", state);
    const empty = join(none, "state");
    await expectError(`There is no state in ${empty}: a live run continues a build.`, "--out", out, "--state", empty);
    await expectError("leave out --record.", ...places, "--record", none);
    const settings = ["--no-site", "--trees", "", "--cadence", "5"];
    await expectError("leave out --trees, --cadence, --no-site.", ...places, ...settings);
    const other = await callCli("build", "--live", ...places);
    expect(other.stderr).toContain(`The site in ${out} is of the demo market`);
  });

  it("leaves a file that builds take over, unless it has a source that they leave out", async () => {
    const build = (...flags: string[]) =>
      callCli("build", ...DEMO, ...places, "--no-site", "--trees", "", "--backfill", "0", "--quiet", ...flags);
    await live("--quiet");
    expect((await build()).code).toBe(0);
    expect(readLive().meta.sources).toContain("kraken");
    expect((await build("--open-only")).code).toBe(0);
    expect(existsSync(join(out, "api/live.json"))).toBe(false);
  });

  it("continues a build of up to two days ago, and then says that it is too old", async () => {
    const folder = makeTempFolder();
    const own = ["--out", join(folder, "site"), "--state", join(folder, "state")];
    const at = (time: string) => ["--at", `2026-11-${time}`];
    const built = await callCli(
      "build",
      ...DEMO,
      ...own,
      "--no-site",
      "--trees",
      "",
      "--backfill",
      "0",
      ...at("20T06:00:00Z"),
    );
    expect(built.code).toBe(0);
    const late = await callCli("build", "--live", ...DEMO, ...own, "--json", ...at("22T05:59:00Z"));
    expect([late.code, JSON.parse(late.stdout)]).toEqual([0, expect.objectContaining({ prices: 12 })]);
    const file = () => JSON.parse(readFileSync(join(folder, "site/api/live.json"), "utf8"));
    const before = file();
    const { code, stderr } = await callCli("build", "--live", ...DEMO, ...own, ...at("22T06:01:00Z"));
    expect(code).toBe(1);
    expect(stderr).toContain(
      "The last build is 48 hours old. A live run uses its lists of markets, for at most 48 hours",
    );
    expect(file()).toEqual({ ...before, meta: { ...before.meta, stale: true } });
  });
});
