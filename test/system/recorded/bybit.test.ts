import { describe, expect, it } from "vitest";
import { bybit } from "../../../build/sources/exchanges/bybit.ts";
import { isLeveragedCode } from "../../../build/sources/kit/venue-feeds.ts";
import { countReasons, readFeed } from "../../sources/read-feed.ts";
import { listMarkets } from "./list-markets.ts";
import { samples } from "./samples.ts";

interface TickersBody {
  result: { list: { symbol: string; price24hPcnt: string }[] };
}

const read = (file: string) => samples.readJson(`exchanges/bybit/${file}`);
const findBase = (market: string) => market.replace(/(USDT|USDC|BTC|BRZ|DAI|EUR)$/, "");
const readTickers = () => {
  const body = read("tickers_spot.2023-08-16.full.json") as TickersBody;
  const listing = listMarkets(
    body.result.list.map((row) => row.symbol),
    findBase,
  ).map((book) => (isLeveragedCode(book.base) ? { ...book, type: "leveraged" } : book));
  return { rows: body.result.list, ...readFeed<"ticker">(bybit, "tickers", body, { records: { listing } }) };
};

describe.skipIf(!samples.available)("recorded answers of bybit (skipped without the bodies)", () => {
  it("takes the example of a share for tokenised", () => {
    expect(readFeed(bybit, "listing", read("instruments-info_spot_xstocks.example.json"))).toMatchObject({
      records: [{ base: "AAPL", quote: "USDT", trading: true, type: "tokenised" }],
      dropped: [],
    });
  });

  it("reads the 419 rows of August 2023 with a listing made from their names: 34 leveraged, 2 without volume", () => {
    const { records, dropped } = readTickers();
    expect(records).toHaveLength(385);
    expect(countReasons(dropped)).toEqual({ leveraged: 34 });
    expect(records.filter(({ baseVolume }) => baseVolume === 0).map(({ base }) => base)).toEqual(["TRIBE", "DASH"]);
  });

  it("finds the change between the open and the last price that the venue states as a ratio", () => {
    const { rows, records } = readTickers();
    const ratioOf = new Map(rows.map((row) => [row.symbol, Number(row.price24hPcnt)]));
    // Four decimals, and coarse ticks of cheap coins.
    for (const { market, last, open24h } of records) expect(last / open24h! - 1).toBeCloseTo(ratioOf.get(market)!, 3);
  });

  it("reads the turnover in quote units: divided by the volume it is near the price", () => {
    const { records } = readTickers();
    const traded = records.filter(({ baseVolume }) => baseVolume !== 0);
    const far = traded.filter(({ last, baseVolume, quoteVolume }) => {
      const mean = quoteVolume! / baseVolume!;
      return mean / last > 2 || mean / last < 0.5;
    });
    expect(far.map(({ market }) => market)).toEqual([]);
  });
});
