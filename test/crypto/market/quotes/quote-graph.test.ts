import { describe, expect, it } from "vitest";
import { isFiat, QUOTE_CODES } from "../../../../build/crypto/market/quotes/quote-code.ts";
import { solveQuotes } from "../../../../build/crypto/market/quotes/quote-graph.ts";
import type { QuoteRate } from "../../../../build/crypto/market/quotes/quote-rate.ts";
import type { Ticker } from "../../../../build/crypto/normalise/record.ts";
import { collectEdges, createTicker, NOW, type VenueTickers } from "../coin-ticker.ts";

/** `BTC/USD` at a price; by default 1 M of the quote is traded. */
function row(pair: string, last: number, change: Partial<Ticker> = {}): Ticker {
  const [base, quote] = pair.split("/");
  return createTicker({ base: base!, quote: quote!, last, ...change });
}

const venue = (id: string, ...tickers: Ticker[]): VenueTickers => ({ id, trust: 1, usdFiat: true, tickers });
/** A venue without dollars. */
const offshore = (id: string, ...tickers: Ticker[]): VenueTickers => ({ id, trust: 0.7, usdFiat: false, tickers });

const coinbase = venue("coinbase", row("BTC/USD", 60_000), row("ETH/USD", 3_000));
const kraken = venue("kraken", row("BTC/USD", 60_010), row("ETH/USD", 3_001));
/** Venues whose anchors cost so much in USDT. */
const tether = (rate: number, ...ids: string[]) =>
  (ids.length === 0 ? ["binance", "okx"] : ids).map((id) => ({
    ...venue(id, row("BTC/USDT", 60_005 / rate), row("ETH/USDT", 3_000.5 / rate)),
    usdFiat: false,
  }));

const solve = (venues: readonly VenueTickers[], fiat: [string, number][] = [["EUR", 1.1]]) =>
  solveQuotes({ edges: collectEdges(venues), fiat: new Map(fiat) });
/** With dollar pairs of the anchors on two venues. */
const solveWith = (...venues: VenueTickers[]) => solve([coinbase, kraken, ...venues]);

describe("a fiat rate", () => {
  const euro = (last: number, change: Partial<Ticker> = {}) => venue("kraken", row("EUR/USD", last, change));

  it("is the median of the live middle and the daily rate, in either direction", () => {
    const graph = solve([euro(1.11, { bid: 1.109, ask: 1.111 })]);
    expect(graph.usd("EUR")).toBeCloseTo(1.105, 12);
    expect(graph.rates.get("EUR")).toMatchObject({ kind: "fiat", status: "accepted", venues: 1 });
    expect(solve([venue("kraken", row("USD/JPY", 150))], [["JPY", 1 / 150]]).usd("JPY")).toBeCloseTo(1 / 150, 9);
  });

  it("is the middle one of two venues and the daily rate: an old or a wrong one does not count", () => {
    const other = venue("coinbase", row("EUR/USD", 1.112));
    expect(solve([euro(1.11), other]).usd("EUR")).toBeCloseTo(1.11, 12);
    expect(solve([euro(1.09), other]).usd("EUR")).toBeCloseTo(1.1, 12);
    expect(solve([euro(1.16), other]).usd("EUR")).toBeCloseTo(1.112, 12);
    const wrong = solve([euro(1.16, { open24h: 1.1 }), venue("coinbase", row("EUR/USD", 1.112, { open24h: 1.112 }))]);
    expect(wrong.usd24hAgo("EUR")).toBeCloseTo(1.112, 12);
    expect(wrong.rates.get("EUR")!.message).toMatch(/^Live pairs: 1\.112 USD/);
    const third = venue("bitstamp", row("EUR/USD", 1.16));
    expect(solve([euro(1.16), other, third]).rates.get("EUR")).toMatchObject({ status: "suspended" });
  });

  it("is suspended when the two are more than 2 % apart", () => {
    const rate = solve([euro(1.13)]).rates.get("EUR")!;
    expect(rate).toMatchObject({ usd: null, status: "suspended" });
    expect(rate.message).toMatch(/2\.73 % apart/);
  });

  it("is the daily rate without a live pair, and flagged without a daily rate", () => {
    expect(solve([]).usd("EUR")).toBe(1.1);
    const graph = solve([euro(1.11)], []);
    expect(graph.rates.get("EUR")).toMatchObject({ status: "flagged" });
    expect(graph.usd("EUR")).toBeCloseTo(1.11, 12);
    expect(solve([], []).usd("EUR")).toBeNull();
  });

  it("ignores a wide spread and a venue without dollars", () => {
    expect(solve([euro(1.2, { bid: 1.18, ask: 1.22 })]).usd("EUR")).toBe(1.1);
    expect(solve([offshore("mexc", row("EUR/USD", 1.2))]).usd("EUR")).toBe(1.1);
  });

  it("is 1 for the dollar, and unknown for the code of a coin", () => {
    const graph = solve(
      [],
      [
        ["USD", 2],
        ["MNT", 0.0003],
      ],
    );
    expect([graph.usd("USD"), graph.usd("MNT")]).toEqual([1, null]);
    expect(["MNT", "EUR", "USDT"].map(isFiat)).toEqual([false, true, false]);
  });
});

describe("an anchor", () => {
  it("has its price from dollar pairs of venues that hold dollars", () => {
    const others = [row("BTC/USD", 50_000), row("BTC/USDT", 50_000)];
    const graph = solveWith(offshore("mexc", ...others), venue("bitstamp", row("BTC/EUR", 40_000)));
    expect(graph.usd("BTC")).toBeCloseTo(60_005, 0);
    expect(graph.rates.get("BTC")).toMatchObject({ kind: "coin", status: "accepted", venues: 2 });
  });

  it("is flagged on one venue, suspended without any and where venues disagree without a reference", () => {
    expect(solve([coinbase]).rates.get("BTC")).toMatchObject({ status: "flagged", usd: 60_000 });
    const apart = [coinbase, venue("kraken", row("BTC/USD", 70_000))];
    expect(solve(apart).rates.get("BTC")).toMatchObject({ status: "suspended", usd: null });
    const decided = solveQuotes({ edges: collectEdges(apart), fiat: new Map(), references: () => [60_100] });
    expect(decided.rates.get("BTC")).toMatchObject({ status: "flagged", usd: 60_000, venues: 1 });
    expect(solve([]).rates.get("BTC")).toMatchObject({ status: "suspended", usd: null });
  });

  it("ignores tickers without trades or with old ones", () => {
    const old = [{ trades: 0 }, { tradeTimeMs: NOW - 2 * 3_600_000 }];
    const graph = solveWith(...old.map((change, at) => venue(`old${at}`, row("BTC/USD", 65_000, change))));
    expect(graph.rates.get("BTC")!.venues).toBe(2);
  });
});

describe("a stablecoin", () => {
  it("is measured, never taken for a dollar", () => {
    const graph = solveWith(...tether(0.9985));
    expect(graph.usd("USDT")).toBeCloseTo(0.9985, 5);
    expect(graph.rates.get("USDT")).toMatchObject({ kind: "stablecoin", status: "accepted", venues: 2 });
    expect(solveWith().usd("USDT")).toBeNull();
    expect(solveWith().rates.has("USDT")).toBe(false);
  });

  it("combines dollar pairs in both directions with what BTC and ETH imply", () => {
    const direct = [
      venue("kraken", ...kraken.tickers, row("USDT/USD", 0.9991)),
      { ...venue("bitfinex", row("USD/USDT", 1 / 0.9993)), trust: 0.7 },
    ];
    const graph = solve([coinbase, ...direct, ...tether(0.9992)]);
    expect(graph.usd("USDT")).toBeGreaterThan(0.999);
    expect(graph.usd("USDT")).toBeLessThan(0.9994);
    expect(graph.rates.get("USDT")).toMatchObject({ status: "accepted", venues: 4 });
  });

  const direct = (rate: number) => venue("bitstamp", row("USDT/USD", rate));
  it.each<[string, VenueTickers[], Partial<QuoteRate>, RegExp]>([
    [
      "ignores dollar pairs of venues without dollars",
      [...tether(0.9992), offshore("mexc", row("USDT/USD", 1.01))],
      { status: "accepted", venues: 2 },
      /2 venues/,
    ],
    ["is flagged where these differ by more than 0.5 %", [...tether(1), direct(0.993)], { status: "flagged" }, /apart/],
    ["is not suspended off its peg where they agree", [...tether(0.9), direct(0.905)], { status: "flagged" }, /direct/],
    [
      "is suspended off its peg without a dollar pair",
      tether(0.9),
      { status: "suspended", usd: null, usd24hAgo: null },
      /off its peg without proof \(.*\b0\.9/,
    ],
    [
      "is suspended where fewer than five venues disagree by more than 1 %",
      [...tether(1, "binance", "okx", "kucoin"), direct(0.985)],
      { status: "suspended" },
      /fewer than 5 venues, and they disagree/,
    ],
  ])("%s", (_, venues, expected, message) => {
    const rate = solveWith(...venues).rates.get("USDT")!;
    expect(rate).toMatchObject(expected);
    expect(rate.message).toMatch(message);
  });

  it("has its lower value where dollar pairs and anchors agree off its peg", () => {
    expect(solveWith(...tether(0.9), direct(0.905)).usd("USDT")).toBeCloseTo(0.9, 2);
  });

  it("needs two venues or a million USD", () => {
    const rateOf = (quoteVolume: number) =>
      solveWith(offshore("binance", row("BTC/FDUSD", 60_005, { quoteVolume }))).rates.get("FDUSD")!;
    expect(rateOf(1_100_000).status).toBe("accepted");
    expect(rateOf(900_000)).toMatchObject({
      status: "suspended",
      message: expect.stringMatching(
        /^[\d.]+ USD on binance by implied rates, \d{3},\d{3} USD traded: too little for one venue\.$/,
      ),
    });
  });

  it("is not moved by a thin cross through another currency", () => {
    const quoteVolume = 9e7;
    const pairs = [row("USDT/EUR", 0.95), row("EUR/USDT", 1.12), row("BTC/EUR", 54_000)];
    const thin = venue("bitfinex", ...pairs.map((ticker) => ({ ...ticker, quoteVolume })));
    const quiet = solveWith(...tether(0.9998)).usd("USDT");
    expect(solveWith(...tether(0.9998), thin).usd("USDT")).toBe(quiet);
  });

  it.each([0.95, 0.996, 1.004, 1.15])("is moved by at most 0.5 %% by two of five venues that report %d", (lie) => {
    const liars = ["mexc", "htx"].map((id) => offshore(id, row("BTC/USDT", 60_005 / lie, { quoteVolume: 4e10 })));
    const graph = solveWith(...tether(1, "binance", "okx", "kucoin"), ...liars);
    expect(Math.abs(graph.usd("USDT")! - 1)).toBeLessThan(0.005);
  });

  it("is compared with its own currency", () => {
    const euro = venue("bitstamp", row("EURC/EUR", 0.999), row("EURC/USD", 1.0995));
    expect(solveWith(euro, venue("kraken2", row("EURC/USD", 1.0992))).usd("EURC")).toBeCloseTo(1.0992, 3);
    expect(solve([coinbase, kraken, euro], []).usd("EURC")).toBeNull();
  });

  it("is unknown with pairs in other currencies only", () => {
    const euros = ["bitstamp", "bitfinex"].map((id) => venue(id, row("USDD/EUR", 0.91), row("USDD/BNB", 0.0016)));
    expect(solveWith(...tether(1), ...euros).usd("USDD")).toBeNull();
  });

  it("without dollar and anchor pairs is measured by other stablecoins", () => {
    const cross = ["gate", "htx"].map((id) => offshore(id, row("USDD/USDT", 0.998)));
    expect(solveWith(...tether(0.9992), ...cross).usd("USDD")).toBeCloseTo(0.998 * 0.9992, 5);
  });
});

describe("another quote coin", () => {
  const priced = ["binance", "okx"].map((id) => venue(id, row("BTC/USDT", 60_005), row("BNB/USDT", 600)));

  it("is priced by its pairs with solved quotes, in either direction", () => {
    const graph = solveWith(...priced, offshore("kucoin", row("ETH/BNB", 5.001)));
    expect(graph.usd("BNB")).toBeCloseTo(600, 0);
    expect(graph.rates.get("BNB")).toMatchObject({ status: "accepted", venues: 3 });
  });

  it("is not priced through coins that are no quotes", () => {
    const graph = solveWith(offshore("kucoin", row("ADA/KCS", 0.05), row("ADA/USD", 0.5)));
    expect([graph.usd("KCS"), graph.usd("ADA"), QUOTE_CODES.has("ADA")]).toEqual([null, null, false]);
  });

  it("may be priced through another one", () => {
    const chain = ["gate", "htx"].map((id) => offshore(id, row("HT/BNB", 0.01)));
    expect(solveWith(...priced, ...chain).usd("HT")).toBeCloseTo(6, 1);
  });

  it("needs two venues or a million USD, and venues that do not contradict each other", () => {
    const rateOf = (...rows: Ticker[]) =>
      solveWith(...priced, ...rows.map((ticker, at) => offshore(`v${at}`, ticker))).rates.get("KCS")!;
    const kcs = (last: number, quoteVolume: number) => row("KCS/USDT", last, { quoteVolume });
    expect(rateOf(kcs(10, 900_000)).usd).toBeNull();
    expect(rateOf(kcs(10, 1_100_000)).usd).toBeCloseTo(10, 1);
    expect(rateOf(kcs(10, 90_000), kcs(10, 90_000)).usd).toBeCloseTo(10, 1);
    expect(rateOf(kcs(10, 1e6), kcs(12, 1e6))).toMatchObject({ status: "suspended" });
  });
});

describe("a rate of 24 hours ago", () => {
  const opened = (open: (last: number) => number) =>
    [coinbase, kraken].map((one) => ({
      ...one,
      tickers: one.tickers.map((ticker) => ({ ...ticker, open24h: open(ticker.last) })),
    }));

  it("follows from the tickers' own opens, through the anchors", () => {
    const btc = row("BTC/USDT", 60_005, { open24h: 60_005 / 1.1 / 0.99 });
    const others = ["binance", "okx"].map((id) => venue(id, btc, row("BNB/USDT", 600, { open24h: 500 })));
    const graph = solve([...opened((last) => last / 1.1), ...others]);
    expect(graph.usd24hAgo("BTC")! * 1.1).toBeCloseTo(graph.usd("BTC")!, 6);
    expect(graph.usd24hAgo("USDT")).toBeCloseTo(0.99, 4);
    expect(graph.usd24hAgo("BNB")).toBeCloseTo(495, 0);
    expect(graph.usd24hAgo("USD")).toBe(1);
  });

  it("of an anchor does not follow one large venue of three, and is unknown where two disagree", () => {
    const btc = (id: string, open24h: number, quoteVolume: number) =>
      venue(id, row("BTC/USD", 60_000, { open24h, quoteVolume }));
    const liar = btc("coinbase", 60_000 * 0.95, 1e10);
    const honest = [btc("bitstamp", 60_000, 1e6), btc("bitfinex", 60_010, 1e6)];
    expect(solve([liar, ...honest]).usd24hAgo("BTC")! / 60_000).toBeCloseTo(1, 3);
    expect(solve([liar, honest[0]!]).rates.get("BTC")).toMatchObject({ usd: 60_000, usd24hAgo: null });
  });

  // The opens of the anchors are of another minute than those of the venues: implied, USDT was
  // 0.9995 then.
  const implied = ["binance", "okx", "bybit"].map((id) => ({
    ...venue(id, row("BTC/USDT", 60_005, { open24h: 60_005 / 0.9995, quoteVolume: 5e8 })),
    usdFiat: false,
  }));
  const direct = (id: string, open24h: number | null, quoteVolume = 2e7) =>
    venue(id, row("USDT/USD", 1, { open24h, quoteVolume }));
  it.each<[string, VenueTickers[], number]>([
    ["is that of its dollar pairs on two venues", [direct("bitstamp", 1.0001), direct("gemini", 1.0001)], 1.0001],
    [
      "is that of small dollar pairs on two venues",
      [direct("bitstamp", 1.0001, 1e5), direct("gemini", 1.0001, 1e5)],
      1.0001,
    ],
    ["is that of one large dollar pair that is confirmed", [direct("bitstamp", 1.0001)], 1.0001],
    ["is not that of one that is not confirmed", [direct("bitstamp", 1.2)], 0.9995],
    ["is not that of a small dollar pair", [direct("bitstamp", 1.0001, 1e5)], 0.9995],
    ["is implied where no dollar pair has an open", [direct("bitstamp", null)], 0.9995],
  ])("of a stablecoin %s", (_, venues, expected) => {
    const graph = solve([...opened((last) => last), ...implied, ...venues]);
    expect(graph.usd24hAgo("USDT")).toBeCloseTo(expected, 4);
  });

  it("is unknown without rolling opens", () => {
    const graph = solveWith();
    expect(graph.usd("BTC")).not.toBeNull();
    expect(["BTC", "EUR", "XYZ"].map(graph.usd24hAgo)).toEqual([null, null, null]);
  });
});

it("the rates do not depend on the order of venues and tickers", () => {
  const venues = [
    coinbase,
    kraken,
    venue("binance", row("BTC/USDT", 60_020), row("ETH/USDT", 2_999), row("BNB/USDT", 600)),
    venue("okx", row("BTC/USDT", 60_000), row("BNB/USDT", 601), row("USDT/USD", 0.9995)),
  ];
  const turned = venues.toReversed().map((one) => ({ ...one, tickers: one.tickers.toReversed() }));
  const one = solve(venues);
  const other = solve(turned);
  for (const code of one.rates.keys()) expect(other.usd(code)).toBe(one.usd(code));
});

describe("two lists that agree", () => {
  const usdt = (rate: number, id: string) => ({
    ...venue(id, row("BTC/USDT", 60_005 / rate), row("ETH/USDT", 3_000.5 / rate)),
    usdFiat: false,
  });
  const rateOf = (rates: readonly number[], lists: readonly number[]) =>
    solveQuotes({
      edges: collectEdges([coinbase, kraken, ...rates.map((rate, at) => usdt(rate, `venue-${at}`))]),
      fiat: new Map(),
      references: (code) => (code === "USDT" ? lists : []),
    }).usd("USDT");

  it("choose between few venues that disagree, and do not set the rate", () => {
    expect(rateOf([1, 1.001, 1.15], [])).toBeNull();
    expect(rateOf([1, 1.001, 1.15], [1.0002])).toBeNull();
    expect(rateOf([1, 1.001, 1.15], [1.0002, 0.9999])).toBeCloseTo(1.0005, 3);
    expect(rateOf([0.95, 0.9505, 1, 1.0005], [1, 1])).toBeCloseTo(1, 3);
    expect(rateOf([0.97, 0.9705, 0.971], [1, 1])).not.toBeCloseTo(1, 2);
  });

  it("never choose one venue, or fewer than half", () => {
    expect(rateOf([1, 1.15], [1, 1])).toBeNull();
    expect(rateOf([1, 1.0005, 0.9, 0.9005, 0.901], [1, 1])).not.toBeCloseTo(1, 2);
  });
});
