import { describe, expect, it } from "vitest";
import { collectLinks, countUnits, isLinkDays } from "../../../../build/crypto/market/identity/coin-links.ts";
import { renderAddress } from "../../../../build/crypto/normalise/address.ts";
import type { Dataset } from "../../../../build/crypto/normalise/record.ts";
import { TwoKeyMap } from "../../../../build/lib/collections.ts";
import { DAY_MS } from "../../../../build/lib/time.ts";
import { BITCOIN_DETAIL, makeCoin } from "../../../fixtures/market.ts";
import { book, coin, dataset } from "../small-market.ts";

const TODAY = Date.UTC(2026, 10, 20);
const TETHER = "0xdAC17F958D2ee523a2206206994597C13D831ec7";
const LISTS = [
  dataset("coin", "coingecko", [coin("bitcoin", "BTC", 100), coin("tether", "USDT", 1)]),
  dataset("coin", "coinlore", [
    coin("bitcoin", "BTC", 100, { sourceId: { id: "90", certain: false } }),
    coin("unlisted", "XXX", 1, { sourceId: { id: "7", certain: false } }),
  ]),
] as Dataset<"coin">[];
const KNOWN = { "kraken:XBT": "bitcoin", "kraken:BTC": { coinId: "bitcoin", name: "Bitcoin" }, "okx:OLD": "gone" };

const unidentified = new TwoKeyMap<string>();

function collect(change: Partial<Parameters<typeof collectLinks>[0]> = {}) {
  const coins = [
    makeCoin("bitcoin", "BTC"),
    makeCoin("tether", "USDT", { detail: { ...BITCOIN_DETAIL, id: "tether", platforms: { ethereum: TETHER } } }),
  ];
  return collectLinks({
    coins,
    lists: LISTS,
    identification: { known: KNOWN, unidentified },
    tickers: [],
    days: {},
    now: TODAY,
    ...change,
  });
}

const listNames = ({ links }: ReturnType<typeof collect>, id: string) =>
  (links.get(id) ?? []).map(({ kind, place, name }) => `${kind} ${place} ${name}`);

it("the days of links are whole days that a date can have, so that a wrong state stops no build", () => {
  expect(isLinkDays(collect().days)).toBe(true);
  for (const day of [-1, 0.5, 1e9, "1"]) expect(isLinkDays({ "kraken:venue:XBT bitcoin": day })).toBe(false);
});

describe("collectLinks", () => {
  it("lists the ids, codes and contracts that the build uses, in a fixed order", () => {
    const found = collect();
    expect(listNames(found, "bitcoin")).toEqual([
      "list coingecko bitcoin",
      "list coinlore 90",
      "venue kraken BTC",
      "venue kraken XBT",
    ]);
    expect(listNames(found, "tether")).toEqual(["list coingecko tether", `contract ethereum ${TETHER.toLowerCase()}`]);
    expect(found.links.size).toBe(2);
  });

  it("keeps the day of the first use, and starts anew when a code comes to mean another coin", () => {
    const first = collect();
    const later = collect({
      days: first.days,
      now: TODAY + 3 * DAY_MS,
      identification: { known: { ...KNOWN, "kraken:XBT": "tether" }, unidentified },
    });
    const sinceOf = (id: string, name: string) => later.links.get(id)?.find((link) => link.name === name)?.sinceMs;
    expect(sinceOf("bitcoin", "BTC")).toBe(TODAY);
    expect(sinceOf("bitcoin", "XBT")).toBeUndefined();
    expect(sinceOf("tether", "XBT")).toBe(TODAY + 3 * DAY_MS);
  });

  it("keeps the ids of a list that does not respond, and drops those that a responding one no longer has", () => {
    const { days } = collect();
    const silent = collect({ days, lists: LISTS.slice(0, 1), now: TODAY + DAY_MS });
    expect(listNames(silent, "bitcoin")).toContain("list coinlore 90");
    const emptied = collect({ days, lists: [LISTS[0]!, { ...LISTS[1]!, records: [] }], now: TODAY + DAY_MS });
    expect(listNames(emptied, "bitcoin")).not.toContain("list coinlore 90");
  });

  it("has the codes that a venue lists now, and the last known ones of a venue that does not respond", () => {
    const pairs = (...bases: string[]) => [
      dataset(
        "ticker",
        "kraken",
        bases.map((base) => book(`${base}/USD`, 1)),
      ),
    ];
    const names = (tickers: Dataset<"ticker">[]) => listNames(collect({ tickers }), "bitcoin").slice(2);
    expect(names([])).toEqual(["venue kraken BTC", "venue kraken XBT"]);
    expect(names(pairs("XBT", "ETH") as Dataset<"ticker">[])).toEqual(["venue kraken XBT"]);
    expect(names(pairs() as Dataset<"ticker">[])).toEqual([]);
  });

  it("has no code that this build refused, and its old day once it means the coin again", () => {
    const refused = new TwoKeyMap<string>();
    refused.set("kraken", "XBT", "its price is far from every reference price");
    const identification = { known: KNOWN, unidentified: refused };
    const first = collect({ identification });
    expect(listNames(first, "bitcoin")).not.toContain("venue kraken XBT");
    const without = collect({ identification, days: collect().days, now: TODAY + DAY_MS });
    expect(listNames(without, "bitcoin")).not.toContain("venue kraken XBT");
    const again = collect({ days: without.days, now: TODAY + 2 * DAY_MS });
    expect(again.links.get("bitcoin")?.find(({ name }) => name === "XBT")?.sinceMs).toBe(TODAY);
  });

  it("keeps the day of a contract that is absent for a build, and forgets the oldest of very many", () => {
    const { days } = collect();
    const bare = collect({ coins: [makeCoin("tether", "USDT")], days, now: TODAY + DAY_MS });
    expect(listNames(bare, "tether")).toEqual(["list coingecko tether"]);
    const back = collect({ days: bare.days, now: TODAY + 2 * DAY_MS });
    expect(back.links.get("tether")?.find(({ kind }) => kind === "contract")?.sinceMs).toBe(TODAY);
    const many = Object.fromEntries(Array.from({ length: 60_000 }, (_, at) => [`okx:venue:C${at} gone${at}`, at]));
    const kept = Object.keys(collect({ days: many }).days);
    expect(kept.length).toBeLessThan(41_000);
    expect([kept.includes("okx:venue:C59999 gone59999"), kept.includes("okx:venue:C0 gone0")]).toEqual([true, false]);
  });

  it("keeps the days of a coin that is absent for a build", () => {
    const absent = collect({ coins: [], lists: [], days: collect().days, now: TODAY + DAY_MS });
    expect(absent.links.size).toBe(0);
    const back = collect({ days: absent.days, now: TODAY + 2 * DAY_MS });
    expect(back.links).toEqual(collect().links);
  });

  it("does not date a link later than the build after a clock that was wrong", () => {
    const { days } = collect({ now: TODAY + 400 * DAY_MS });
    expect(collect({ days }).links.get("bitcoin")?.[0]?.sinceMs).toBe(TODAY);
  });
});

it("compares addresses of EVM chains without case, and others with it", () => {
  expect(renderAddress(TETHER)).toBe(TETHER.toLowerCase());
  const solana = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";
  expect(renderAddress(solana)).toBe(solana);
});

it("says how many units of a coin one unit of a code is", () => {
  const link = { kind: "venue", place: "binance", name: "1000SATS", sinceMs: TODAY } as const;
  expect(countUnits(link)).toBe(1_000);
  expect(countUnits({ ...link, name: "1MBABYDOGE" })).toBe(1_000_000);
  expect(countUnits({ ...link, name: "BTC" })).toBe(1);
  expect(countUnits({ ...link, kind: "contract" })).toBe(1);
});
