import { beforeAll, describe, expect, it } from "vitest";
import { GateRefusal } from "../../build/app/run/gate-refusal.ts";
import type { LiveRow } from "../../build/crypto/api/derived/live-prices.ts";
import { sources } from "../../build/crypto/sources/registry.ts";
import { LIVE_PATH } from "../../build/kit/platform/output/live-file.ts";
import { MANIFEST_PATH } from "../../build/kit/render/manifest.ts";
import { MINUTE_MS, renderTime } from "../../build/lib/time.ts";
import { markExpired } from "../../build/live-pipeline.ts";
import { type ChaosRun, NO_FAULTS, openChaosRun, PRICE_SOURCES, START } from "../system/chaos/chaos-run.ts";
import type { Fault } from "../system/chaos/fault.ts";

const ANSWERS = ["coins", "coin", "status"];
const DOWN: Fault = { id: "down", what: "no answer", level: "connection", says: "connection refused" };
const VENUES = sources.filter(({ venue }) => venue !== undefined).map(({ id }) => id);

interface Live {
  data: LiveRow[];
  meta: { updated_at: string; expires_at: string; stale: boolean; sources: string[] };
}

const parse = (file: Uint8Array | undefined) => JSON.parse(Buffer.from(file ?? "").toString()) as Live;
const timeOf = (minutes: number) => START + minutes * MINUTE_MS;

async function listState({ state }: ChaosRun): Promise<string[]> {
  const files: string[] = [];
  for await (const { path } of state.exportFiles()) files.push(path);
  return files;
}

describe("a live run", () => {
  const run = openChaosRun({ seed: 5 });
  let file: Uint8Array | undefined;

  beforeAll(async () => {
    await run.build(0, NO_FAULTS, ANSWERS);
    ({ file } = await run.live(1));
  });

  it("requests tickers alone, and leaves the state as it is", async () => {
    const before = await listState(run);
    const { requested } = await run.live(1);
    expect(VENUES).toEqual(expect.arrayContaining([...requested].map(({ source }) => source)));
    const tickers = sources.flatMap(({ id, feeds }) => feeds.filter(({ kind }) => kind === "ticker").map(() => id));
    expect(requested.length).toBeLessThanOrEqual(tickers.length);
    expect(requested.length).toBeGreaterThan(5);
    expect(await listState(run)).toEqual(before);
  });

  it("publishes new prices of exchanges; those of lists keep their own time", () => {
    const { data, meta } = parse(file);
    expect(meta).toMatchObject({ stale: false });
    expect(Date.parse(meta.updated_at)).toBeGreaterThan(timeOf(0));
    expect(Date.parse(meta.expires_at) - Date.parse(meta.updated_at)).toBe(2 * MINUTE_MS);
    const bitcoin = data.find(({ id }) => id === "bitcoin");
    expect(bitcoin).toMatchObject({ key: "btc", price_source: "aggregated" });
    const listed = data.filter(({ price_source: source }) => source === "reference");
    expect(listed.length).toBeGreaterThan(0);
    for (const { last_updated } of listed) expect(Date.parse(String(last_updated))).toBeLessThanOrEqual(timeOf(0));
  });

  it("marks prices as stale that a build carries over after live runs have ended", async () => {
    const own = openChaosRun({ seed: 6 });
    await own.build(0, NO_FAULTS, ANSWERS);
    const { file: last } = await own.live(1);
    const { tree: soon } = await own.build(2, NO_FAULTS, ANSWERS);
    expect(parse(soon?.get(LIVE_PATH))).toEqual(parse(last));
    const { tree: late } = await own.build(30, NO_FAULTS, ANSWERS);
    const { data, meta } = parse(last);
    expect(parse(late?.get(LIVE_PATH))).toEqual({ data, meta: { ...meta, stale: true } });
    // The next live run replaces it, so the manifest must not list it.
    expect(String(late?.get(MANIFEST_PATH))).not.toContain(LIVE_PATH);
  });

  it("names only the venues that answered", async () => {
    const { file: partial } = await run.live(2, new Map([["kraken", DOWN]]));
    const { meta } = parse(partial);
    expect(meta.sources).not.toContain("kraken");
    expect(meta.sources).toContain("coinbase");
    expect(meta.stale).toBe(false);
  });

  it("that the gate refuses leaves the prices of the run before, marked as stale, until the next one", async () => {
    const before = parse((await run.live(3)).file);
    const refused = await run.live(4, new Map(PRICE_SOURCES.map((source) => [source, DOWN])));
    expect(refused.error).toBeInstanceOf(GateRefusal);
    expect(parse(refused.file)).toEqual({ ...before, meta: { ...before.meta, stale: true } });
    const next = parse((await run.live(5)).file);
    expect(next.meta.stale).toBe(false);
    expect(next.meta.updated_at > before.meta.updated_at).toBe(true);
  });

  it("that began earlier and ends later does not replace the younger prices", async () => {
    const { file: younger } = await run.live(8);
    const { file: kept, error } = await run.live(7);
    expect(error).toBeUndefined();
    expect(kept).toEqual(younger);
  });

  it("first marks only prices that have expired", async () => {
    let body = (await run.live(8)).file!;
    const last = parse(body);
    const file = {
      read: () => body,
      async replace(next: Uint8Array) {
        body = next;
      },
    };
    await markExpired([file], Date.parse(last.meta.expires_at));
    expect(parse(body)).toEqual(last);
    await markExpired([file], Date.parse(last.meta.expires_at) + 1);
    expect(parse(body)).toEqual({ ...last, meta: { ...last.meta, stale: true } });
  });

  it("that the gate refuses writes nothing where there was no live run yet", async () => {
    const first = openChaosRun({ seed: 6 });
    await first.build(0, NO_FAULTS, ANSWERS);
    const { file: none, error } = await first.live(1, new Map(PRICE_SOURCES.map((source) => [source, DOWN])));
    expect(error).toBeInstanceOf(GateRefusal);
    expect(none).toBeUndefined();
  });

  it("is taken over by the next build, and dropped by one that is an hour later", async () => {
    const { file: last } = await run.live(29);
    const { tree } = await run.build(30, NO_FAULTS, ANSWERS);
    expect(tree?.get(LIVE_PATH)).toEqual(Buffer.from(last!));
    expect(parse(last).meta.updated_at <= renderTime(timeOf(29))).toBe(true);
    const later = await run.build(90, NO_FAULTS, ANSWERS);
    expect(later.tree?.has(LIVE_PATH)).toBe(false);
  });
});
