import { describe, expect, it } from "vitest";
import { isFiat, QUOTE_CODES, type VenueTickers } from "../../../build/market/quotes/quote.ts";
import { solveQuotes } from "../../../build/market/quotes/quote-graph.ts";
import type { Ticker } from "../../../build/normalise/record.ts";
import { createTicker, NOW } from "../coin-ticker.ts";

/** `BTC/USD` at a price, with 1 M of the quote traded unless told otherwise. */
function book(pair: string, last: number, change: Partial<Ticker> = {}): Ticker {
  const [base, quote] = pair.split("/");
  return createTicker({ base: base!, quote: quote!, last, ...change });
}

const venue = (id: string, tickers: readonly Ticker[], change: Partial<VenueTickers> = {}): VenueTickers => ({
  id,
  trust: 1,
  usdFiat: true,
  tickers,
  ...change,
});
const offshore = { trust: 0.7, usdFiat: false };

/** Two venues with dollar pairs of the anchors. */
const dollars: VenueTickers[] = [
  venue("coinbase", [book("BTC/USD", 60_000), book("ETH/USD", 3_000)]),
  venue("kraken", [book("BTC/USD", 60_010), book("ETH/USD", 3_001)]),
];
const solve = (venues: readonly VenueTickers[], fiat: [string, number][] = [["EUR", 1.1]]) =>
  solveQuotes({ venues, fiat: new Map(fiat), now: NOW });

describe("fiat rates", () => {
  it("are the median of the live middle and the daily rate", () => {
    const graph = solve([venue("kraken", [book("EUR/USD", 1.11, { bid: 1.109, ask: 1.111 })])]);
    expect(graph.usd("EUR")).toBeCloseTo(1.105, 12);
    expect(graph.rates.get("EUR")).toMatchObject({ kind: "fiat", status: "accepted", venues: 1 });
  });

  it("read listings with the dollar on the left", () => {
    const graph = solve([venue("kraken", [book("USD/JPY", 150)])], [["JPY", 1 / 150]]);
    expect(graph.usd("JPY")).toBeCloseTo(1 / 150, 9);
  });

  it("are suspended when the two are more than 2 % apart", () => {
    const graph = solve([venue("kraken", [book("EUR/USD", 1.13)])]);
    expect(graph.usd("EUR")).toBeNull();
    expect(graph.rates.get("EUR")).toMatchObject({ status: "suspended" });
    expect(graph.rates.get("EUR")!.message).toMatch(/2\.73 % apart/);
  });

  it("are the daily rate alone without a listing, and flagged without a daily rate", () => {
    expect(solve([]).usd("EUR")).toBe(1.1);
    const graph = solve([venue("kraken", [book("EUR/USD", 1.11)])], []);
    expect(graph.rates.get("EUR")).toMatchObject({ status: "flagged" });
    expect(graph.usd("EUR")).toBeCloseTo(1.11, 12);
    expect(solve([], []).usd("EUR")).toBeNull();
  });

  it("do not listen to a wide listing, nor to a venue without real dollars", () => {
    const wide = book("EUR/USD", 1.2, { bid: 1.17, ask: 1.23 });
    expect(solve([venue("kraken", [wide])]).usd("EUR")).toBe(1.1);
    expect(solve([venue("mexc", [book("EUR/USD", 1.2)], offshore)]).usd("EUR")).toBe(1.1);
  });

  it("know the dollar as the unit, whatever the table says", () => {
    expect(solve([], [["USD", 2]]).usd("USD")).toBe(1);
  });

  it("do not take the code of a coin for a currency", () => {
    expect(solve([], [["MNT", 0.0003]]).usd("MNT")).toBeNull();
    expect(isFiat("MNT")).toBe(false);
    expect(isFiat("EUR")).toBe(true);
    expect(isFiat("USDT")).toBe(false);
  });
});

describe("the anchors", () => {
  it("rest on the dollar listings of venues that hold dollars, and on nothing else", () => {
    const graph = solve([
      ...dollars,
      venue("mexc", [book("BTC/USD", 50_000), book("BTC/USDT", 50_000)], offshore),
      venue("bitstamp", [book("BTC/EUR", 40_000)]),
    ]);
    expect(graph.usd("BTC")).toBeCloseTo(60_005, 0);
    expect(graph.rates.get("BTC")).toMatchObject({ kind: "coin", status: "accepted", venues: 2 });
  });

  it("are flagged on one venue, suspended without any and where the venues disagree without a reference", () => {
    expect(solve([dollars[0]!]).rates.get("BTC")).toMatchObject({ status: "flagged", usd: 60_000 });
    const apart = [dollars[0]!, venue("kraken", [book("BTC/USD", 70_000)])];
    expect(solve(apart).rates.get("BTC")).toMatchObject({ status: "suspended", usd: null });
    const decided = solveQuotes({ venues: apart, fiat: new Map(), references: () => [60_100], now: NOW });
    expect(decided.rates.get("BTC")).toMatchObject({ status: "flagged", usd: 60_000, venues: 1 });
    expect(solve([]).rates.get("BTC")).toMatchObject({ status: "suspended", usd: null });
  });

  it("ignore frozen and stale listings", () => {
    const graph = solve([
      ...dollars,
      venue("bitstamp", [book("BTC/USD", 65_000, { trades: 0 })]),
      venue("gemini", [book("BTC/USD", 65_000, { tradeTimeMs: NOW - 2 * 3_600_000 })]),
    ]);
    expect(graph.rates.get("BTC")!.venues).toBe(2);
  });
});

describe("stablecoins", () => {
  const tether = (rate: number, venues: readonly string[] = ["binance", "okx"]) =>
    venues.map((id) =>
      venue(id, [book("BTC/USDT", 60_005 / rate), book("ETH/USDT", 3_000.5 / rate)], { usdFiat: false }),
    );

  it("are measured, never taken for a dollar", () => {
    const graph = solve([...dollars, ...tether(0.9985)]);
    expect(graph.usd("USDT")).toBeCloseTo(0.9985, 5);
    expect(graph.rates.get("USDT")).toMatchObject({ kind: "stablecoin", status: "accepted", venues: 2 });
    expect(solve(dollars).usd("USDT")).toBeNull();
    expect(solve(dollars).rates.has("USDT")).toBe(false);
  });

  it("combine dollar listings in both directions with what BTC and ETH imply", () => {
    const direct = [
      venue("kraken", [...dollars[1]!.tickers, book("USDT/USD", 0.9991)]),
      venue("bitfinex", [book("USD/USDT", 1 / 0.9993)], { trust: 0.7 }),
    ];
    const graph = solve([dollars[0]!, ...direct, ...tether(0.9992)]);
    expect(graph.usd("USDT")).toBeGreaterThan(0.999);
    expect(graph.usd("USDT")).toBeLessThan(0.9994);
    expect(graph.rates.get("USDT")).toMatchObject({ status: "accepted", venues: 4 });
  });

  it("ignore the dollar listings of venues without real dollars", () => {
    const graph = solve([...dollars, ...tether(0.9992), venue("mexc", [book("USDT/USD", 1.01)], offshore)]);
    expect(graph.rates.get("USDT")!.venues).toBe(2);
  });

  it("are flagged when dollar listings and anchors differ by more than 0.5 %", () => {
    const direct = venue("bitstamp", [book("USDT/USD", 0.993)]);
    expect(solve([...dollars, ...tether(1), direct]).rates.get("USDT")).toMatchObject({ status: "flagged" });
  });

  it("are accepted off their peg when dollar listings and anchors agree on it", () => {
    const direct = venue("bitstamp", [book("USDT/USD", 0.905)]);
    const graph = solve([...dollars, ...tether(0.9), direct]);
    expect(graph.usd("USDT")).toBeCloseTo(0.9, 2);
    expect(graph.rates.get("USDT")!.status).not.toBe("suspended");
  });

  it("are suspended off their peg without dollar listings that prove it", () => {
    const graph = solve([...dollars, ...tether(0.9)]);
    expect(graph.usd("USDT")).toBeNull();
    expect(graph.usd24hAgo("USDT")).toBeNull();
    expect(graph.rates.get("USDT")!.message).toMatch(/off its peg without proof \(.*\b0\.9/);
  });

  it("are suspended where fewer than five venues disagree by more than 1 %", () => {
    const direct = venue("bitstamp", [book("USDT/USD", 0.985)]);
    const graph = solve([...dollars, ...tether(1, ["binance", "okx", "kucoin"]), direct]);
    expect(graph.rates.get("USDT")).toMatchObject({ status: "suspended" });
    expect(graph.rates.get("USDT")!.message).toContain("fewer than 5 venues, and they disagree");
  });

  it("need two venues or a million USD", () => {
    const only = (quoteVolume: number) =>
      solve([...dollars, venue("binance", [book("BTC/FDUSD", 60_005, { quoteVolume })], { usdFiat: false })]).rates.get(
        "FDUSD",
      )!.status;
    expect(only(1_100_000)).toBe("accepted");
    expect(only(900_000)).toBe("suspended");
  });

  it("are not moved by a thin cross through another currency", () => {
    const quiet = solve([...dollars, ...tether(0.9998)]);
    const thin = venue("bitfinex", [
      book("USDT/EUR", 0.95, { quoteVolume: 9e7 }),
      book("EUR/USDT", 1.12, { quoteVolume: 9e7 }),
      book("BTC/EUR", 54_000, { quoteVolume: 9e7 }),
    ]);
    expect(solve([...dollars, ...tether(0.9998), thin]).usd("USDT")).toBe(quiet.usd("USDT"));
  });

  it.each([0.95, 0.996, 1.004, 1.15])("are moved by at most 0.5 %% by two of five venues that say %d", (lie) => {
    const liars = ["mexc", "htx"].map((id) =>
      venue(id, [book("BTC/USDT", 60_005 / lie, { quoteVolume: 4e10 })], offshore),
    );
    const graph = solve([...dollars, ...tether(1, ["binance", "okx", "kucoin"]), ...liars]);
    expect(Math.abs(graph.usd("USDT")! - 1)).toBeLessThan(0.005);
  });

  it("are judged by their own currency", () => {
    const euro = venue("bitstamp", [book("EURC/EUR", 0.999), book("EURC/USD", 1.0995)]);
    const graph = solve([...dollars, euro, venue("kraken2", [book("EURC/USD", 1.0992)])]);
    expect(graph.usd("EURC")).toBeCloseTo(1.0992, 3);
    expect(solve([...dollars, euro], []).usd("EURC")).toBeNull();
  });

  it("are unknown with listings in other currencies only", () => {
    const euros = ["bitstamp", "bitfinex"].map((id) => venue(id, [book("USDD/EUR", 0.91), book("USDD/BNB", 0.0016)]));
    expect(solve([...dollars, ...tether(1), ...euros]).usd("USDD")).toBeNull();
  });

  it("without dollar and anchor listings are measured by other stablecoins", () => {
    const cross = ["binance", "htx"].map((id) => venue(id, [book("USDD/USDT", 0.998)], offshore));
    expect(solve([...dollars, ...tether(0.9992), ...cross]).usd("USDD")).toBeCloseTo(0.998 * 0.9992, 5);
  });
});

describe("other quote coins", () => {
  const tether = ["binance", "okx"].map((id) => venue(id, [book("BTC/USDT", 60_005), book("BNB/USDT", 600)]));

  it("are priced by their listings against solved quotes, in either direction", () => {
    const inverse = venue("kucoin", [book("ETH/BNB", 5.001)], offshore);
    const graph = solve([...dollars, ...tether, inverse]);
    expect(graph.usd("BNB")).toBeCloseTo(600, 0);
    expect(graph.rates.get("BNB")).toMatchObject({ status: "accepted", venues: 3 });
  });

  it("use inverse listings only among quotes: other coins do not count", () => {
    const graph = solve([...dollars, venue("kucoin", [book("ADA/KCS", 0.05), book("ADA/USD", 0.5)], offshore)]);
    expect(graph.usd("KCS")).toBeNull();
    expect(graph.usd("ADA")).toBeNull();
    expect(QUOTE_CODES.has("ADA")).toBe(false);
  });

  it("reach quotes that are solved through each other", () => {
    const chain = ["binance", "htx"].map((id) => venue(id, [book("HT/BNB", 0.01)], offshore));
    expect(solve([...dollars, ...tether, ...chain]).usd("HT")).toBeCloseTo(6, 1);
  });

  it("need two venues or a million USD, and venues that do not contradict each other", () => {
    const only = (quoteVolume: number) =>
      solve([...dollars, ...tether, venue("kucoin", [book("KCS/USDT", 10, { quoteVolume })], offshore)]).usd("KCS");
    expect(only(900_000)).toBeNull();
    expect(only(1_100_000)).toBeCloseTo(10, 1);
    const two = ["kucoin", "gate"].map((id) => venue(id, [book("KCS/USDT", 10, { quoteVolume: 90_000 })], offshore));
    expect(solve([...dollars, ...tether, ...two]).usd("KCS")).toBeCloseTo(10, 1);
    const split = [10, 12].map((last, index) => venue(`v${index}`, [book("KCS/USDT", last)], offshore));
    expect(solve([...dollars, ...tether, ...split]).rates.get("KCS")).toMatchObject({ status: "suspended" });
  });
});

describe("rates of 24 hours ago", () => {
  it("follow from the listings' own opens, through the anchors", () => {
    const opened = dollars.map(({ tickers, ...rest }) => ({
      ...rest,
      tickers: tickers.map((ticker) => ({ ...ticker, open24h: ticker.last / 1.1 })),
    }));
    const tether = ["binance", "okx"].map((id) =>
      venue(id, [book("BTC/USDT", 60_005, { open24h: 60_005 / 1.1 / 0.99 }), book("BNB/USDT", 600, { open24h: 500 })]),
    );
    const graph = solve([...opened, ...tether]);
    expect(graph.usd24hAgo("BTC")! * 1.1).toBeCloseTo(graph.usd("BTC")!, 6);
    expect(graph.usd24hAgo("USDT")).toBeCloseTo(0.99, 4);
    expect(graph.usd24hAgo("BNB")).toBeCloseTo(495, 0);
    expect(graph.usd24hAgo("USD")).toBe(1);
  });

  it("of an anchor do not follow one large venue of three, and of two that disagree are unknown", () => {
    const told = (id: string, open24h: number, quoteVolume: number) =>
      venue(id, [book("BTC/USD", 60_000, { open24h, quoteVolume })]);
    const liar = told("coinbase", 60_000 * 0.95, 1e10);
    const honest = [told("bitstamp", 60_000, 1e6), told("bitfinex", 60_010, 1e6)];
    expect(solve([liar, ...honest]).usd24hAgo("BTC")! / 60_000).toBeCloseTo(1, 3);
    expect(solve([liar, honest[0]!]).usd24hAgo("BTC")).toBeNull();
    expect(solve([liar, honest[0]!]).usd("BTC")).toBe(60_000);
  });

  describe("of a stablecoin", () => {
    // The opens of the anchors are of another minute than those of the venues: implied, USDT was
    // 0.9995 then.
    const anchors = dollars.map(({ tickers, ...rest }) => ({
      ...rest,
      tickers: tickers.map((ticker) => ({ ...ticker, open24h: ticker.last })),
    }));
    const implied = ["binance", "okx", "bybit"].map((id) =>
      venue(id, [book("BTC/USDT", 60_005, { open24h: 60_005 / 0.9995, quoteVolume: 5e8 })], { usdFiat: false }),
    );
    const direct = (id: string, open24h: number, quoteVolume = 2e7) =>
      venue(id, [book("USDT/USD", 1, { open24h, quoteVolume })]);
    const rateBefore = (...venues: VenueTickers[]) => solve([...anchors, ...implied, ...venues]).usd24hAgo("USDT");

    it("are those of its own dollar listings where two venues have one, whatever BTC and ETH imply", () => {
      expect(rateBefore(direct("bitstamp", 1.0001), direct("gemini", 1.0001))).toBeCloseTo(1.0001, 4);
    });

    it("are that of one large dollar listing only while the implied rate confirms it", () => {
      expect(rateBefore(direct("bitstamp", 1.0001))).toBeCloseTo(1.0001, 4);
      expect(rateBefore(direct("bitstamp", 1.2))).toBeCloseTo(0.9995, 4);
      expect(rateBefore(direct("bitstamp", 1.0001, 1e5))).toBeCloseTo(0.9995, 4);
    });

    it("are implied where no dollar listing tells an open", () => {
      expect(rateBefore(venue("bitstamp", [book("USDT/USD", 1)]))).toBeCloseTo(0.9995, 4);
    });
  });

  it("are unknown without rolling opens", () => {
    const graph = solve(dollars);
    expect(graph.usd("BTC")).not.toBeNull();
    expect(graph.usd24hAgo("BTC")).toBeNull();
    expect(graph.usd24hAgo("EUR")).toBeNull();
    expect(graph.usd24hAgo("XYZ")).toBeNull();
  });
});

describe("the quote graph", () => {
  it("does not depend on the order of venues and tickers", () => {
    const venues = [
      ...dollars,
      venue("binance", [book("BTC/USDT", 60_020), book("ETH/USDT", 2_999), book("BNB/USDT", 600)]),
      venue("okx", [book("BTC/USDT", 60_000), book("BNB/USDT", 601), book("USDT/USD", 0.9995)]),
    ];
    const turned = venues.toReversed().map((entry) => ({ ...entry, tickers: entry.tickers.toReversed() }));
    const [one, other] = [solve(venues), solve(turned)];
    for (const code of one.rates.keys()) expect(other.usd(code)).toBeCloseTo(one.usd(code) ?? Number.NaN, 9);
  });
});
