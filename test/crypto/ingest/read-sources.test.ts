import { describe, expect, it } from "vitest";
import { readSources } from "../../../build/crypto/ingest/read-sources.ts";
import type { NormaliseContext } from "../../../build/crypto/sources/source.ts";
import { createFakeEffects, createSession, type FakeEffects, NOW } from "./fake-effects.ts";
import { createCoinFeed, createFeed, createRateFeed, createSource } from "./simple-source.ts";

const row = (tvl: number) => `[{"date":${NOW - 1_000},"tvl":${tvl}}]`;
const feedAt = (url: string, change = {}) => createFeed(change, [url]);

const primary = createSource([feedAt("https://p.example")], { id: "p" });
const reserve = createSource([feedAt("https://r.example", { fallback: true })], { id: "r" });

async function readAll(effects: FakeEffects, sources = [primary, reserve], only?: string, now = NOW) {
  const outcomes = await readSources(sources, createSession(effects, { now }), only);
  await effects.state.commit();
  return outcomes;
}

const statuses = (outcomes: Awaited<ReturnType<typeof readAll>>) =>
  Object.fromEntries(outcomes.map(({ source, feed, status }) => [`${source.id}.${feed.id}`, status]));

describe("a run with --only", () => {
  it("neither counts an answer nor a failure for the sources that it does not request", async () => {
    const other = createSource([feedAt("https://q.example")], { id: "q" });
    const effects = createFakeEffects({ "https://p.example": row(1), "https://q.example": row(2) });
    const read = async (only?: string) =>
      (await readAll(effects, [primary, other], only)).map(({ status, answered }) => [status, answered]);
    const before = await read();
    expect(before).toEqual([
      ["fresh", true],
      ["fresh", true],
    ]);
    expect(await read("p")).toEqual([
      ["fresh", true],
      ["stale", null],
    ]);
    effects.answers["https://p.example"] = new Error("down");
    expect(await read()).toEqual([
      ["stale", false],
      ["fresh", true],
    ]);
  });
});

describe("a reserve", () => {
  it("is not asked while somebody else has what it knows, also where that is old", async () => {
    const effects = createFakeEffects({ "https://p.example": row(1), "https://r.example": row(2) });
    expect(statuses(await readAll(effects))).toEqual({ "p.tvl": "fresh", "r.tvl": "skipped" });
    effects.answers["https://p.example"] = new Error("down");
    expect(statuses(await readAll(effects))).toEqual({ "p.tvl": "stale", "r.tvl": "skipped" });
    expect(effects.asked.map(({ url }) => url)).not.toContain("https://r.example");
  });

  it("is requested if no other source has it", async () => {
    const effects = createFakeEffects({ "https://r.example": row(2) });
    expect(statuses(await readAll(effects))).toEqual({ "p.tvl": "failed", "r.tvl": "fresh" });
  });

  it("is asked when what somebody else keeps for longer is all there is of it", async () => {
    const enduring = createSource([feedAt("https://p.example", { keepMs: 30 * 86_400_000 })], { id: "p" });
    const effects = createFakeEffects({ "https://p.example": row(1) });
    await readAll(effects, [enduring, reserve]);
    effects.answers = { "https://r.example": row(2) };
    const soon = await readAll(effects, [enduring, reserve], undefined, NOW + 3 * 3_600_000);
    expect(statuses(soon)).toEqual({ "p.tvl": "stale", "r.tvl": "skipped" });
    const later = await readAll(effects, [enduring, reserve], undefined, NOW + 3 * 3_600_000 + 1);
    expect(statuses(later)).toEqual({ "p.tvl": "stale", "r.tvl": "fresh" });
  });

  it("is asked once a day all the same where its ids are learned", async () => {
    const coins = (id: string, change = {}) => createCoinFeed(change, `https://${id}.example`);
    const list = createSource([coins("p")], { id: "p" });
    const learned = createSource([coins("r", { fallback: true })], { id: "r", ownIds: true });
    const body = '[{"id":"bitcoin","price":1}]';
    const effects = createFakeEffects({ "https://p.example": body, "https://r.example": body });
    const at = async (hours: number, only?: string) =>
      statuses(await readAll(effects, [list, learned], only, NOW + hours * 3_600_000))["r.coins"];
    expect(await at(0, "p")).toBe("skipped");
    expect(await at(0)).toBe("fresh");
    expect(await at(23)).toBe("skipped");
    expect(await at(24)).toBe("fresh");
  });

  it("is asked for its kind alone", async () => {
    const rates = createSource([createRateFeed({ fallback: true }, "https://s.example")], { id: "s" });
    const effects = createFakeEffects({ "https://p.example": row(1), "https://s.example": '{"eur":0.9}' });
    expect(statuses(await readAll(effects, [primary, reserve, rates]))).toEqual({
      "p.tvl": "fresh",
      "r.tvl": "skipped",
      "s.rate": "fresh",
    });
  });
});

describe("one source alone", () => {
  it("is asked, while the others give what they have", async () => {
    const other = createSource([feedAt("https://o.example")], { id: "o" });
    const effects = createFakeEffects({ "https://p.example": row(1), "https://o.example": row(3) });
    await readAll(effects, [primary, other]);
    effects.asked.length = 0;
    effects.told.length = 0;
    const outcomes = await readAll(effects, [primary, other], "p", NOW + 60_000);
    expect(effects.asked.map(({ url }) => url)).toEqual(["https://p.example"]);
    expect(statuses(outcomes)).toEqual({ "p.tvl": "fresh", "o.tvl": "stale" });
    expect(effects.told).toEqual(["p done: 1 tvl"]);
  });
});

describe("feeds of one source", () => {
  it("wait for those that they need and see their records", async () => {
    let seen: unknown;
    const needy = createRateFeed({
      needs: ["tvl"],
      normalise: (_body, context: NormaliseContext) => {
        seen = context.records("tvl", "tvl");
        return [{ base: "USD", quote: "EUR", rate: 0.9, date: "2026-11-20" }];
      },
    });
    const effects = createFakeEffects({ "https://p.example": row(1), "https://a.example/rate": "{}" });
    const { fetch } = effects.http;
    effects.http.fetch = async (request) => {
      if (request.url === "https://p.example") await new Promise((resolve) => setTimeout(resolve, 5));
      return fetch(request);
    };
    const outcomes = await readAll(effects, [createSource([feedAt("https://p.example"), needy])]);
    expect(statuses(outcomes)).toEqual({ "a.tvl": "fresh", "a.rate": "fresh" });
    expect(seen).toEqual([{ timeMs: NOW - 1_000, tvlUsd: 1 }]);
  });

  it("fail with those that they need, and cost no other source anything", async () => {
    const needy = createRateFeed({ needs: ["tvl"] });
    const source = createSource([feedAt("https://a.example/tvl"), needy]);
    const effects = createFakeEffects({ "https://p.example": row(1), "https://a.example/rate": '{"eur":0.9}' });
    const outcomes = await readAll(effects, [source, primary]);
    expect(statuses(outcomes)).toEqual({ "a.tvl": "failed", "a.rate": "failed", "p.tvl": "fresh" });
    expect(effects.told).toContainEqual(expect.stringMatching(/^a failed: tvl: .*404.*; rate: needs tvl/));
  });
});

describe("the outcomes", () => {
  it("come in the order of the sources, not of their speed", async () => {
    const sources = ["c", "a", "b"].map((id) => createSource([feedAt(`https://${id}.example`)], { id }));
    const effects = createFakeEffects(Object.fromEntries(sources.map(({ id }) => [`https://${id}.example`, row(1)])));
    const { fetch } = effects.http;
    const delays: Record<string, number> = { "https://c.example": 8, "https://a.example": 4 };
    effects.http.fetch = async (request) => {
      await new Promise((resolve) => setTimeout(resolve, delays[request.url] ?? 0));
      return fetch(request);
    };
    const outcomes = await readAll(effects, sources);
    expect(outcomes.map(({ source }) => source.id)).toEqual(["c", "a", "b"]);
  });
});

describe("what the terminal shows", () => {
  it("names every feed with its records, and where they come from when not from now", async () => {
    const cached = feedAt("https://p.example", { refreshMs: 3_600_000 });
    const source = createSource([cached], { id: "p" });
    const effects = createFakeEffects({ "https://p.example": row(1) });
    await readAll(effects, [source]);
    await readAll(effects, [source]);
    expect(effects.told).toEqual(["p done: 1 tvl", "p done: 1 tvl (cached)"]);
  });

  it("neither calls the failure of an extra a failure nor hides it", async () => {
    const extra = createRateFeed({ optional: true });
    const effects = createFakeEffects({ "https://p.example": row(1) });
    await readAll(effects, [createSource([feedAt("https://p.example"), extra], { id: "p" })]);
    expect(effects.told).toEqual(["p warned: 1 tvl · rate failed: GET https://a.example/rate 404"]);
  });

  it("says of an extra that an earlier run has to stand in for that it failed", async () => {
    const extra = createSource([feedAt("https://p.example", { optional: true })], { id: "p" });
    const effects = createFakeEffects({ "https://p.example": row(1) });
    await readAll(effects, [extra]);
    effects.answers = {};
    await readAll(effects, [extra]);
    expect(effects.told.at(-1)).toBe("p warned: 1 tvl (stale): GET https://p.example 404");
  });
});
