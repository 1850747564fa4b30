import { describe, expect, it } from "vitest";
import {
  closeRegistry,
  findCoinNames,
  type IdentityRegistry,
  keepOwnIds,
  noteListed,
  openRegistry,
  translateIds,
} from "../../../../build/crypto/market/identity/identity-registry.ts";
import { learnIdentities } from "../../../../build/crypto/market/identity/learn-identity.ts";
import type { Dataset, ReferenceCoin } from "../../../../build/crypto/normalise/record.ts";
import { RECORDS } from "../../normalise/records.ts";

const HOUR_MS = 3_600_000;
/** Ten in the morning, so that a few hours stay within one UTC day. */
const START = Date.UTC(2026, 10, 20, 10);

const gecko = (...coins: Partial<ReferenceCoin>[]) => list("coingecko", coins);
const paprika = (...coins: (Partial<ReferenceCoin> & { own: string; certain?: boolean })[]) =>
  listOwn("coinpaprika", coins);
const listOwn = (source: string, coins: readonly (Partial<ReferenceCoin> & { own: string; certain?: boolean })[]) => ({
  ...list(
    source,
    coins.map(({ own, certain = false, ...coin }) => ({ ...coin, sourceId: { id: own, certain } })),
  ),
  ownIds: true as const,
});

function list(source: string, coins: readonly Partial<ReferenceCoin>[], stale = false): Dataset<"coin"> {
  const records = coins.map((coin) => ({ ...RECORDS.coin, ...coin }));
  return { source, feed: "list", kind: "coin", records, fetchedAtMs: START, stale };
}

/**
 * The builds of a site, each on what the one before it left. Prices are always as new as the build.
 */
function startSite() {
  let state: IdentityRegistry | undefined;
  return {
    get state() {
      return state;
    },
    build(hours: number, ...datasets: Dataset<"coin">[]) {
      const now = START + hours * HOUR_MS;
      const young = keepOwnIds(datasets).map((dataset) => ({
        ...dataset,
        records: dataset.records.map((coin) => ({ ...coin, updatedAtMs: dataset.stale ? START : now - 60_000 })),
      }));
      const registry = openRegistry(state);
      const moves = learnIdentities(registry, young, now);
      const translated = translateIds(young, registry);
      const names = translated.find(({ source }) => source === "coingecko");
      const own = translated.find(({ source }) => source === "coinpaprika");
      if (names === undefined && own !== undefined) noteListed(registry, own.source, own.records, []);
      state = JSON.parse(JSON.stringify(closeRegistry(registry)));
      return { moves: Object.fromEntries(moves), ids: own?.records.map(({ id }) => id) ?? [] };
    },
  };
}

const aster = { symbol: "ASTER", name: "Aster", priceUsd: 1.2, marketCapUsd: 2.4e9 };
const truth = gecko({ ...aster, id: "aster-2" });
const guess = paprika({ ...aster, id: "aster", own: "aster-aster" });
const link = (site: ReturnType<typeof startSite>) => site.state?.links["coinpaprika"]?.["aster-aster"];

describe("a link", () => {
  it("is learned in three builds on two UTC days", () => {
    const site = startSite();
    for (const hours of [0, 1, 2, 3]) {
      site.build(hours, truth, guess);
      expect(link(site)?.learned, `${hours} h`).toBe(false);
    }
    expect(site.build(14, truth, guess).ids).toEqual(["aster-2"]);
    expect(link(site)).toMatchObject({ coinId: "aster-2", learned: true });

    const slow = startSite();
    slow.build(0, truth, guess);
    slow.build(24, truth, guess);
    expect(link(slow)?.learned).toBe(false);
    slow.build(48, truth, guess);
    expect(link(slow)?.learned).toBe(true);
  });

  it.each<[string, Partial<ReferenceCoin>, Partial<ReferenceCoin>?]>([
    ["another ticker", { symbol: "ASTR" }],
    ["another price", { priceUsd: 1.3 }],
    ["an unknown price", { priceUsd: null }],
    ["neither name nor market cap in common", { name: "Aster Cash", marketCapUsd: 2.4e7 }],
    ["the same market cap and contradicting names", { name: "Velvet Hammer", id: "velvet" }, { name: "Orange Juice" }],
  ])("is not learned with %s", (_name, change, ofCoin = {}) => {
    const site = startSite();
    const row = paprika({ ...aster, id: "aster", ...change, own: "aster-aster" });
    for (let day = 0; day < 5; day += 1) site.build(24 * day, gecko({ ...aster, id: "aster-2", ...ofCoin }), row);
    expect(link(site)?.learned ?? false).toBe(false);
  });

  it("is learned by market cap where the sides name the coin differently", () => {
    const site = startSite();
    const row = paprika({ ...aster, name: "Aster (ex-APX)", id: "aster", own: "aster-aster" });
    for (let day = 0; day < 3; day += 1) site.build(24 * day, truth, row);
    expect(link(site)?.coinId).toBe("aster-2");
  });

  it("is not learned while two coins have the ticker and the price", () => {
    const site = startSite();
    const two = gecko({ ...aster, id: "aster-2" }, { ...aster, id: "aster-3", name: "Aster 3" });
    const twins = paprika({ ...aster, id: "aster", own: "aster-aster" }, { ...aster, id: "b", own: "aster-b" });
    for (let day = 0; day < 3; day += 1) {
      site.build(24 * day, two, guess);
      site.build(24 * day + 1, truth, twins);
    }
    expect(link(site)?.learned ?? false).toBe(false);
  });

  it("is dropped when the sources contradict it for a week, not before, and not after they agreed again", () => {
    const site = startSite();
    for (const hours of [0, 1, 24]) site.build(hours, truth, guess);
    const other = paprika({ ...aster, priceUsd: 9, id: "aster", own: "aster-aster" });
    for (let day = 2; day < 8; day += 1) site.build(24 * day, truth, other);
    site.build(24 * 8, truth, guess);
    for (let day = 9; day < 16; day += 1) site.build(24 * day, truth, other);
    expect(link(site)?.learned).toBe(true);
    site.build(24 * 16, truth, other);
    expect(link(site)).toMatchObject({ coinId: null, learned: false });
  });

  it("outlives an outage of any length", () => {
    const site = startSite();
    for (const hours of [0, 1, 24]) site.build(hours, truth, guess);
    for (let day = 2; day < 400; day += 20) {
      expect(site.build(24 * day, list("coingecko", truth.records, true), guess).ids).toEqual(["aster-2"]);
    }
    expect(site.build(24 * 400, guess).ids).toEqual(["aster-2"]);
  });

  it("gives way to the reviewed table", () => {
    const site = startSite();
    for (const hours of [0, 1, 24]) site.build(hours, truth, guess);
    const reviewed = paprika({ ...aster, id: "aster-9", own: "aster-aster", certain: true });
    expect(site.build(48, reviewed).ids).toEqual(["aster-9"]);
  });
});

describe("a provisional coin", () => {
  it("moves to its true id once ticker, price and name agree", () => {
    const site = startSite();
    expect(site.build(0, guess).ids).toEqual(["aster"]);
    expect(site.state?.coins["aster"]).toMatchObject({ provisional: true });
    const { moves, ids } = site.build(1, truth, guess);
    expect(moves).toEqual({ aster: "aster-2" });
    expect(ids).toEqual(["aster-2"]);
    expect(Object.keys(site.state?.coins ?? {})).toEqual(["aster-2"]);
    expect(site.build(2, truth, guess).moves).toEqual({});
    // The next outage begins before the link is learned.
    expect(site.build(3, list("coingecko", truth.records, true), guess).ids).toEqual(["aster-2"]);
  });

  it("waits for a learned link where the names differ", () => {
    const site = startSite();
    const row = paprika({ ...aster, name: "Aster (ex-APX)", id: "aster", own: "aster-aster" });
    site.build(0, row);
    expect(site.build(1, truth, row).moves).toEqual({});
    expect(site.build(2, truth, row).moves).toEqual({});
    expect(site.build(25, truth, row).moves).toEqual({ aster: "aster-2" });
  });

  it("keeps an id that was guessed right", () => {
    const site = startSite();
    site.build(0, guess);
    const { moves } = site.build(1, gecko({ ...aster, id: "aster" }), guess);
    expect(moves).toEqual({});
    expect(site.state?.coins["aster"]).toMatchObject({ provisional: false });
  });

  it("leaves an id that is another coin's, and takes its own data along", () => {
    const site = startSite();
    site.build(0, guess);
    const other = gecko({ id: "aster", symbol: "ATC", name: "Astercoin", priceUsd: 0.01 });
    expect(site.build(1, other, guess).moves).toEqual({ aster: "aster-aster" });
    const nothing = { formerSymbols: [], formerNames: [], contracts: {}, supply: null };
    expect(site.state?.coins).toMatchObject({
      aster: { ...nothing, symbol: "ATC", name: "Astercoin", provisional: false },
      "aster-aster": { ...nothing, symbol: "ASTER", provisional: true },
    });
  });

  it("leaves the links of the coin whose id it had as they are", () => {
    const site = startSite();
    const astercoin = { symbol: "ATC", name: "Astercoin", priceUsd: 0.01, marketCapUsd: 1e6 };
    const row = { ...astercoin, id: "astercoin", own: "atc-astercoin" };
    site.build(0, paprika({ ...aster, id: "aster", own: "aster-aster" }, row));
    const both = paprika({ ...aster, id: "aster", own: "aster-aster" }, row);
    const { moves } = site.build(1, gecko({ ...astercoin, id: "aster" }), both);
    expect(moves).toEqual({ aster: "aster-aster", astercoin: "aster" });
    expect(site.state?.links["coinpaprika"]).toMatchObject({
      "aster-aster": { coinId: "aster-aster" },
      "atc-astercoin": { coinId: "aster" },
    });
    expect(site.state?.coins["aster"]).toMatchObject({ symbol: "ATC", name: "Astercoin", provisional: false });
    expect(site.state?.coins["aster-aster"]).toMatchObject({ symbol: "ASTER", provisional: true });
    expect(Object.keys(site.state?.coins ?? {}).sort()).toEqual(["aster", "aster-aster"]);
  });
});

describe("ids of a source's own", () => {
  it("are not guessed for rows of an earlier version, which name no coin either", () => {
    const earlier = { ...list("coinpaprika", [{ ...aster, id: "aster" }], true), ownIds: true as const };
    expect(keepOwnIds([earlier, truth, guess])).toEqual([truth, guess]);
    expect(keepOwnIds([{ ...guess, records: [...earlier.records, ...guess.records] }])).toEqual([guess]);
    const site = startSite();
    site.build(0, earlier);
    expect(site.state?.coins).toEqual({});
  });

  it("never take the id of a known coin of another ticker", () => {
    const site = startSite();
    site.build(0, gecko({ id: "bitcoin", symbol: "BTC" }));
    const rows = paprika({ id: "bitcoin", symbol: "BITCOIN", name: "HPOS10I", own: "bitcoin-bitcoin" });
    expect(site.build(1, rows).ids).toEqual(["bitcoin-bitcoin"]);
  });

  it("stay apart where two rows claim one coin: the better claim has the id", () => {
    const site = startSite();
    for (const hours of [0, 1, 24]) site.build(hours, truth, guess);
    const both = paprika(
      { ...aster, id: "aster-2", own: "aster-second", symbol: "AST", rank: 1 },
      { ...aster, id: "aster", own: "aster-aster", rank: 900 },
    );
    expect(site.build(48, both).ids.sort()).toEqual(["aster-2", "aster-second"]);
  });

  it("may be names that every object has", () => {
    const site = startSite();
    const odd = { ...aster, id: "__proto__" };
    for (const hours of [0, 1, 24]) site.build(hours, gecko(odd), paprika({ ...odd, own: "constructor" }));
    expect(site.build(48, paprika({ ...odd, id: "guessed", own: "constructor" })).ids).toEqual(["__proto__"]);
  });
});

describe("what is known of a coin", () => {
  it("holds former tickers and names, and no supply that was not validated", () => {
    const site = startSite();
    site.build(0, gecko({ id: "the-open-network", symbol: "TON", name: "Toncoin", circulatingSupply: 2e9 }));
    site.build(24, gecko({ id: "the-open-network", symbol: "GRAM", name: "Gram", circulatingSupply: null }));
    expect(findCoinNames(site.state, "the-open-network")).toEqual({
      symbols: ["GRAM", "TON"],
      names: ["Gram", "Toncoin"],
    });
    expect(site.state?.coins["the-open-network"]?.supply).toBeNull();
    expect(findCoinNames(site.state, "constructor")).toEqual({ symbols: [], names: [] });
    expect(findCoinNames(undefined, "bitcoin")).toEqual({ symbols: [], names: [] });
  });
});
