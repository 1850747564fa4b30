import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { Partition } from "../../../build/crypto/history/partition.ts";
import type { MarketMemory } from "../../../build/crypto/market/market-memory.ts";
import type { ArchiveCatalogue } from "../../../build/kit/render/archives/archive-memory.ts";
import { makeTempFolder } from "../../cleanup.ts";
import { copyFolder, readState } from "../../kit/platform/state-folder.ts";
import { runCli } from "./run-cli.ts";

const FIXTURE = new URL("../../fixtures/state-v2/", import.meta.url).pathname;

type State = Record<string, unknown>;
let before: State;
let after: State;
let site: string;

beforeAll(async () => {
  const place = makeTempFolder();
  site = join(place, "site");
  const flags = [
    "--sample",
    "--coins",
    "80",
    "--trees",
    "",
    "--no-site",
    "--quiet",
    "--out",
    site,
    "--state",
    join(place, "state"),
  ];
  for (const [at, from] of [
    ["2026-11-02T12:30:00Z", ["--restore-from", FIXTURE]],
    ["2026-11-03T00:10:00Z", []],
  ] as const) {
    const { code, stderr } = await runCli("build", ...flags, "--at", at, ...from);
    expect(code, stderr).toBe(0);
  }
  before = await readState(copyFolder(FIXTURE), "sample");
  after = await readState(join(place, "state"), "sample");
}, 240_000);

/** Every point of a series, by coin and time. */
function listPoints(value: unknown): Map<string, string> {
  const { times, coins } = value as Partition;
  const points = Object.entries(coins).flatMap(([id, { prices, marketCaps, totalVolumes }]) =>
    times.flatMap((time, row): [string, string][] =>
      prices[row] === null
        ? []
        : [[`${id} ${time}`, JSON.stringify([prices[row], marketCaps?.[row], totalVolumes?.[row]])]],
    ),
  );
  return new Map(points);
}

/** Both are points of `listPoints` without market cap and volume, at most 3 % apart. */
function isNear(point: string | undefined, other: string): boolean {
  const [[price, ...unknown] = [], [before] = []] = [point ?? "[]", other].map((text) => JSON.parse(text));
  return unknown.every((value: unknown) => value === null) && Math.abs(price / before - 1) <= 0.03;
}

const read = <T>(state: State, name: string): T => state[name] as T;

describe("two builds on a restored state of version 2", () => {
  test("publish a site that verifies", async () => {
    const { code, stdout, stderr } = await runCli("verify", site);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toContain(" 0 failed");
  });

  test("keep every observed point of the series; a filled day gets the price of its last hour", () => {
    const names = Object.keys(before).filter((name) => /^(samples|hourly|daily|backfill-days)\//.test(name));
    expect(names.length).toBeGreaterThan(15);
    for (const name of names) {
      const known = listPoints(after[name] ?? after[name.replace("backfill-days/", "daily/")]);
      const lost = [...listPoints(before[name])].filter(([key, point]) => {
        const isFilled = point.endsWith(",null,null]");
        return isFilled ? !isNear(known.get(key), point) : known.get(key) !== point;
      });
      expect([name, lost]).toEqual([name, []]);
    }
  });

  test("keep the rows of the dataset series", () => {
    for (const name of ["fear-greed", "exchange-rates/2026", "global/2026"])
      expect(read<unknown[]>(after, name).length).toBeGreaterThanOrEqual(read<unknown[]>(before, name).length);
  });

  test("keep the revision of every archive, under the plain name of its coin", () => {
    const { owners } = read<MarketMemory>(before, "market");
    const archives = new Map(
      read<ArchiveCatalogue>(after, "archives").archives.map(({ entry }) => [entry.filename, entry]),
    );
    const old = read<ArchiveCatalogue>(before, "archives").archives;
    expect(old.length).toBeGreaterThan(80);
    const memory = read<MarketMemory>(after, "market");
    for (const { entry, coinId } of old) {
      const [, key] = /^history-(.+)\.csv\.gz$/.exec(entry.filename) ?? [];
      const id = coinId ?? (key === undefined ? undefined : owners[key]?.id);
      const texts = Object.entries(memory.owners).filter(([, owner]) => owner.id === id);
      const names = id === undefined ? [entry.filename] : texts.map(([text]) => `history-${text}.csv.gz`);
      const found = names.map((name) => archives.get(name)).find((one) => one !== undefined);
      expect([entry.filename, found?.revision]).toEqual([entry.filename, expect.any(Number)]);
      expect(found?.revision).toBeGreaterThanOrEqual(entry.revision);
    }
  });

  test("keep the identity of every code and coin, and every remembered price", () => {
    const old = read<MarketMemory>(before, "market");
    const now = read<MarketMemory>(after, "market");
    const idOf = (known: MarketMemory["known"][string] | undefined) =>
      typeof known === "object" ? known.coinId : known;
    for (const [code, known] of Object.entries(old.known))
      expect([code, idOf(now.known[code])]).toEqual([code, idOf(known)]);
    const owned = new Set(Object.values(now.owners).map(({ id }) => id));
    expect(Object.values(old.owners).filter(({ id }) => !owned.has(id))).toEqual([]);
    expect(Object.keys(old.prices).filter((id) => now.prices[id]?.priceUsd == null)).toEqual([]);
    expect(Object.keys(old.prices).length).toBeGreaterThan(60);
  });

  test("publish odd tickers under the ids of their coins", () => {
    const { data } = JSON.parse(readFileSync(join(site, "api/coins/limit/all.json"), "utf8"));
    const paths = new Map(data.map(({ id, path }: { id: string; path: string }) => [id, path]));
    for (const id of ["anrkey-x", "converge-network", "bone-emoji"]) expect(paths.get(id)).toBe(`coins/${id}.json`);
  });
});
