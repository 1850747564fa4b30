import { describe, expect, it } from "vitest";
import { computeVolumeUsd } from "../../../../build/crypto/market/aggregate/ticker-price.ts";
import type { OrderBook } from "../../../../build/crypto/market/model/market.ts";
import {
  buildExchanges,
  type ExchangeInput,
  type PolledExchange,
} from "../../../../build/crypto/market/totals/exchanges.ts";
import type { Dataset, ReferenceExchange, Ticker } from "../../../../build/crypto/normalise/record.ts";
import { RECORDS } from "../../normalise/records.ts";
import { book, dataset, NOW } from "../small-market.ts";

const QUOTES: Record<string, number> = { USD: 1, USDT: 0.999, EUR: 1.1 };
const PRICES: Record<string, number> = { BTC: 50_000, ETH: 3_300, ODD: 1 };

function polled(
  id: string,
  tickers: Ticker[] | undefined,
  change: Partial<PolledExchange> = {},
  stale = false,
): PolledExchange {
  const found = tickers && (dataset("ticker", id, tickers, { stale, fetchedAtMs: NOW - 1_000 }) as Dataset<"ticker">);
  const described = { id, name: id.toUpperCase(), homepage: `https://${id}.example`, geckoId: id };
  return { ...described, tickers: found, orderBooks: (tickers ?? []).map(toBook).sort(compareVolume), ...change };
}

function toBook(ticker: Ticker): OrderBook {
  const { base, quote, last } = ticker;
  const rate = QUOTES[quote] ?? null;
  return {
    base,
    quote,
    coinId: null,
    priceUsd: rate && last * rate,
    volume24hUsd: rate && computeVolumeUsd(ticker, last, rate),
    spreadPercentage: null,
    included: true,
    reason: null,
  };
}

const compareVolume = (a: OrderBook, b: OrderBook) => (b.volume24hUsd ?? -1) - (a.volume24hUsd ?? -1);

function reference(source: string, ...exchanges: Partial<ReferenceExchange>[]): Dataset<"exchange"> {
  return dataset(
    "exchange",
    source,
    exchanges.map((each) => ({ ...RECORDS.exchange, ...each })),
  ) as Dataset<"exchange">;
}

const build = (change: Partial<ExchangeInput>) =>
  buildExchanges({
    polled: [],
    reference: undefined,
    quoteUsd: (code) => QUOTES[code] ?? null,
    bitcoinUsd: 50_000,
    findValue: (_venue, code) => {
      const priceUsd = QUOTES[code] ?? PRICES[code] ?? (/^C\d/.test(code) ? 1 : undefined);
      if (priceUsd === undefined) return undefined;
      const volumeClipUsd = code === "ODD" ? 400 : Number.POSITIVE_INFINITY;
      return {
        coinId: code in QUOTES ? null : code.toLowerCase(),
        priceUsd,
        volumeSuspect: code === "C0",
        volumeClipUsd,
      };
    },
    ...change,
  });

describe("an exchange that is polled", () => {
  const books = [
    book("BTC/USD", 50_000, { quoteVolume: 1e6 }),
    book("BTC/USDT", 50_050, { quoteVolume: 2e6 }),
    book("ETH/EUR", 3_000, { quoteVolume: 1e5 }),
    book("EUR/USD", 1.1, { quoteVolume: 1e4 }),
    book("NEW/USD", 1, { quoteVolume: 10 }),
    book("ETH/XXX", 3, { quoteVolume: 1e12 }),
    book("OLD/USD", 0, { quoteVolume: 0, baseVolume: 0 }),
  ];

  it("has the statistics of its own listings", () => {
    const [kraken] = build({ polled: [polled("kraken", books)] });
    const volume = 1e6 + 2e6 * 0.999 + 1e5 * 1.1 + 1e4;
    expect(kraken).toMatchObject({
      id: "kraken",
      rank: 1,
      markets: 7,
      coins: 2,
      volumeSharePercentage: 100,
      status: "ok",
      statisticsSource: "kraken",
      updatedAtMs: NOW - 1_000,
      url: "https://kraken.example",
    });
    expect(kraken?.volume24h).toBeCloseTo(volume, 3);
    expect(kraken?.volume24hBtc).toBeCloseTo(volume / 50_000, 9);
    expect(kraken?.topPairs.map(({ pair }) => pair)).toEqual(["BTC/USDT", "BTC/USD", "ETH/EUR", "EUR/USD"]);
    expect(kraken?.topPairs[2]).toEqual({
      pair: "ETH/EUR",
      priceUsd: 3_300.0000000000005,
      volume24hUsd: 110_000.00000000001,
    });
  });

  it("shows its ten largest listings", () => {
    const many = Array.from({ length: 30 }, (_, index) => book(`C${index}/USD`, 1, { quoteVolume: index + 1 }));
    const [kraken] = build({ polled: [polled("kraken", many)] });
    expect(kraken?.topPairs).toHaveLength(10);
    expect(kraken?.topPairs[0]?.pair).toBe("C29/USD");
  });

  it("shows and counts only listings at the price that the coins have", () => {
    const [kraken] = build({
      polled: [
        polled("kraken", [
          book("BTC/USD", 50_000, { quoteVolume: 1e6 }),
          book("BTC/USDT", 44_900, { quoteVolume: 9e9 }),
          book("ETH/USD", 3_640, { quoteVolume: 2e6 }),
          book("ETH/USDT", 3_300, { quoteVolume: 1e6 }),
          book("C0/USD", 1, { quoteVolume: 1e10 }),
          book("C1/USD", 1, { quoteVolume: 5 }),
          book("NEW/USD", 1, { quoteVolume: 9e9 }),
        ]),
      ],
    });
    expect(kraken?.topPairs.map(({ pair }) => pair)).toEqual(["BTC/USD", "ETH/USDT", "C1/USD"]);
    expect(kraken?.volume24h).toBeCloseTo(1e6 + 0.999e6 + 5, 3);
    expect(kraken).toMatchObject({ status: "ok", markets: 7 });
  });

  it("counts a coin up to the limit of the coin's volume, and shows each pair as it is stated", () => {
    const [kraken] = build({
      polled: [
        polled("kraken", [
          book("ODD/USD", 1, { quoteVolume: 300 }),
          book("ODD/EUR", 1 / 1.1, { quoteVolume: 1_000 }),
          book("BTC/USD", 50_000, { quoteVolume: 1e6 }),
        ]),
      ],
    });
    expect(kraken?.volume24h).toBeCloseTo(1e6 + 400, 6);
    expect(kraken?.topPairs.map(({ volume24hUsd }) => Math.round(volume24hUsd!))).toEqual([1e6, 1_100, 300]);
  });

  it("is stale where most of its listings have another price, however many are of nothing known", () => {
    const cents = ["BTC", "ETH", "ODD"].map((base) => book(`${base}/USD`, PRICES[base]! * 100));
    const known = book("C1/USD", 1);
    const strange = Array.from({ length: 9 }, (_, index) => book(`N${index}/USD`, 5));
    expect(build({ polled: [polled("kraken", [...cents, known, ...strange])] })[0]?.status).toBe("stale");
    expect(build({ polled: [polled("kraken", [cents[0]!, known, ...strange])] })[0]?.status).toBe("ok");
  });

  it("does not count the volume of a closed market", () => {
    const [kraken] = build({
      polled: [polled("kraken", [book("BTC/USD", 50_000), book("ODD/USD", 1, { quoteVolume: 6e10 })])],
    });
    expect(kraken).toMatchObject({ volume24h: 1e6, markets: 2 });
  });

  it("is stale, not silent, while its last known good response is used", () => {
    expect(build({ polled: [polled("kraken", books, {}, true)] })[0]).toMatchObject({ status: "stale", markets: 7 });
  });

  it("has no volume, instead of none, where its listings report none", () => {
    const [kraken] = build({ polled: [polled("kraken", [book("ETH/XXX", 3)])] });
    expect(kraken).toMatchObject({ volume24h: null, volume24hBtc: null, volumeSharePercentage: null, topPairs: [] });
  });

  it("that does not answer has the reference's volume, and says whose it is", () => {
    const known = reference("coinpaprika", { id: "kraken", volume24hBtc: 100 });
    expect(build({ polled: [polled("kraken", undefined)], reference: known })[0]).toMatchObject({
      status: "unavailable",
      markets: 0,
      volume24h: 5e6,
      volume24hBtc: 100,
      statisticsSource: "coinpaprika",
    });
    expect(build({ polled: [polled("kraken", undefined)] })[0]).toMatchObject({
      status: "unavailable",
      volume24h: null,
      statisticsSource: "kraken",
      updatedAtMs: null,
    });
  });

  it("is described by the reference, under whatever id that knows it", () => {
    const coinbase = polled("coinbase", books, { geckoId: "gdax", name: "Coinbase Exchange" });
    const country = "United States";
    for (const row of [
      { id: "gdax", name: "Coinbase" },
      { id: "coinbase", name: "CB" },
      { id: "coinbase-exchange", name: "Coinbase" },
    ]) {
      const built = build({ polled: [coinbase], reference: reference("coinpaprika", { ...row, country }) });
      expect(built.map(({ id, country }) => [id, country])).toEqual([["coinbase", country]]);
    }
  });
});

describe("an exchange that only the reference knows", () => {
  it("has the reference's volume in dollars, and says whose it is", () => {
    const known = reference("coingecko", { id: "binance", name: "Binance", volume24hBtc: 1_000 });
    expect(build({ reference: known })[0]).toMatchObject({
      id: "binance",
      markets: 0,
      coins: 0,
      volume24h: 5e7,
      topPairs: [],
      status: "ok",
      statisticsSource: "coingecko",
      updatedAtMs: NOW,
    });
    expect(build({ reference: known, bitcoinUsd: null })[0]).toMatchObject({ volume24h: null, volume24hBtc: 1_000 });
    expect(build({ reference: { ...known, stale: true } })[0]?.status).toBe("stale");
  });
});

describe("the list of exchanges", () => {
  it("is ranked by volume, those without one last, and shares out the whole", () => {
    const known = reference(
      "coingecko",
      { id: "b", name: "B", volume24hBtc: 30 },
      { id: "n", name: "N", volume24hBtc: null },
      { id: "c", name: "C", volume24hBtc: 50 },
    );
    const list = build({ polled: [polled("a", [book("BTC/USD", 50_000, { quoteVolume: 1e6 })])], reference: known });
    expect(list.map(({ id, rank, volumeSharePercentage }) => [id, rank, volumeSharePercentage])).toEqual([
      ["c", 1, 50],
      ["b", 2, 30],
      ["a", 3, 20],
      ["n", 4, null],
    ]);
  });
});
