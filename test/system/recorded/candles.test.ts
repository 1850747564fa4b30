import { describe, expect, it } from "vitest";
import { decideRange, findScale } from "../../../build/crypto/candles/range-rules.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../../build/lib/time.ts";
import { getCandleFeed, readCandles } from "../../crypto/sources/read-candles.ts";
import { reportAccuracy, summariseErrors } from "../calibration/accuracy.ts";
import { samples } from "./samples.ts";

const read = (file: string) => samples.readJson(`exchanges/${file}`);
const ALL = { now: 8e15, fromMs: 0, toMs: 8e15 };
const hourly = (venue: string) => getCandleFeed(venue, HOUR_MS);
const daily = (venue: string) => getCandleFeed(venue, DAY_MS);

/**
 * What was recorded in minutes is read as hours: the times are stretched, everything else is as it
 * came.
 */
const STRETCH = HOUR_MS / MINUTE_MS;
type Row = (string | number)[];
function stretch([time = 0, ...rest]: Row, factor = STRETCH): Row {
  return [typeof time === "string" ? String(Number(time) * factor) : time * factor, ...rest];
}

describe.skipIf(!samples.available)("recorded candles (skipped without the recorded bodies)", () => {
  it("reads a year of Binance's days, with base and quote volume that fit the price", () => {
    const candles = readCandles(daily("binance"), read("binance/klines_BTCUSDT_1d.2019.json"), ALL);
    expect(candles).toHaveLength(365);
    expect(candles[0]).toMatchObject({ timeMs: Date.UTC(2019, 0, 1), close: 3797.14 });
    expect(candles.at(-1)).toMatchObject({ timeMs: Date.UTC(2019, 11, 31), close: 7195.23 });
    for (const { close, baseVolume, quoteVolume } of candles) {
      expect(Math.abs(quoteVolume! / baseVolume! / close - 1)).toBeLessThan(0.25);
    }
  });

  it("reads 998 of Bitstamp's days, but not the one that comes with two closes, and both venues close 2019 within a percent of each other", () => {
    const bitstamp = readCandles(daily("bitstamp"), read("bitstamp/ohlc_btcusd_1d.json"), ALL);
    expect(bitstamp).toHaveLength(998);
    expect(bitstamp.map(({ timeMs }) => timeMs)).not.toContain(Date.UTC(2019, 0, 9));
    expect(bitstamp[0]).toMatchObject({ timeMs: Date.UTC(2017, 3, 7), close: 1190.66 });
    const binance = readCandles(daily("binance"), read("binance/klines_BTCUSDT_1d.2019.json"), ALL);
    const closes = new Map(bitstamp.map(({ timeMs, close }) => [timeMs, close]));
    const off = binance.map(({ timeMs, close }) => Math.abs((closes.get(timeMs) ?? 0) / close - 1));
    // Tether was worth up to some percent less in April and October 2019: the median is what proves
    // equal days.
    expect(off.sort((a, b) => a - b)[Math.floor(off.length / 2)]).toBeLessThan(0.01);
  });

  it("gives highs and lows of Bitstamp's year from Binance's candles and Bitstamp's closes alone", () => {
    const bitstamp = readCandles(daily("bitstamp"), read("bitstamp/ohlc_btcusd_1d.json"), ALL);
    const binance = readCandles(daily("binance"), read("binance/klines_BTCUSDT_1d.2019.json"), ALL);
    const closes = new Map(bitstamp.map(({ timeMs, close }) => [timeMs, close]));
    const errors = bitstamp.flatMap(({ timeMs, high, low, close }) => {
      const around = binance.filter((one) => Math.abs(one.timeMs - timeMs) <= 12 * DAY_MS);
      const scale = findScale(around.map((one) => (closes.get(one.timeMs) ?? Number.NaN) / one.close));
      const theirs = binance.find((one) => one.timeMs === timeMs);
      const open = closes.get(timeMs - DAY_MS);
      if (theirs === undefined || scale === undefined || open === undefined) return [];
      const own = { high: Math.max(open, close), low: Math.min(open, close) };
      const decided = decideRange(own, [{ high: theirs.high * scale, low: theirs.low * scale }]);
      return [Math.abs(decided.high / high - 1), Math.abs(decided.low / low - 1)];
    });
    errors.sort((a, b) => a - b);
    const at = (share: number) => errors[Math.floor(errors.length * share)]!;
    expect(errors).toHaveLength(726);
    const about = "Bitcoin in 2019: Binance's candles, scaled to Bitstamp's closes, against Bitstamp's highs and lows";
    reportAccuracy({ name: "recorded", about, rows: [summariseErrors("Highs and lows of days", errors)] });
    // 18 and 83 basis points: one venue of another country and quote, by days.
    expect(at(0.5)).toBeLessThan(0.002);
    expect(at(0.9)).toBeLessThan(0.009);
  });

  it("reads 720 rows of Kraken, but not the one that runs", () => {
    const body = read("kraken/OHLC_XXBTZUSD_1m.2017-08.full.json") as { result: { XXBTZUSD: Row[]; last: number } };
    const rows = body.result.XXBTZUSD.map((row) => stretch(row));
    const last = Number(rows.at(-1)?.[0]) * SECOND_MS;
    const context = { ...ALL, now: last + HOUR_MS - 1 };
    const candles = readCandles(hourly("kraken"), { ...body, result: { ...body.result, XXBTZUSD: rows } }, context);
    expect(candles.slice(0, 2).map(({ close }) => close)).toEqual([3449.999, 3440.001]);
    expect(candles.every(({ timeMs }) => timeMs < last)).toBe(true);
    const traded = rows.slice(0, -1).filter((row) => Number(row[6]) > 0);
    expect(candles).toHaveLength(traded.length);
  });

  it("refuses minutes if hours were requested", () => {
    const body = read("kraken/OHLC_XXBTZUSD_1m.2017-08.full.json");
    expect(() => readCandles(hourly("kraken"), body, ALL)).toThrow("off the UTC grid");
  });

  it("reads Coinbase's rows: low and high come before open and close", () => {
    const rows = (read("coinbase/candles.2018.json") as Row[]).map((row) => stretch(row));
    const candles = readCandles(hourly("coinbase"), rows, ALL);
    expect(candles).toHaveLength(10);
    expect(candles.at(-1)).toMatchObject({ close: 10120.21, baseVolume: 2.85107455 });
    expect(candles.map(({ timeMs }) => timeMs)).toEqual(rows.map(([time]) => Number(time) * SECOND_MS).reverse());
  });

  it("reads KuCoin's row: the close comes right after the open", () => {
    const body = read("kucoin/candles_1min.json") as { data: Row[] };
    const stretched = { ...body, data: body.data.map((row) => stretch(row)) };
    const prices = { open: 345.426, high: 345.426, low: 344.096, close: 344.396 };
    const volumes = { baseVolume: 280.47910557, quoteVolume: 96614.19641390067 };
    expect(readCandles(hourly("kucoin"), stretched, ALL)).toEqual([
      { timeMs: (1620296820 * HOUR_MS) / 60, ...prices, ...volumes },
    ]);
  });

  it("reads OKX's row", () => {
    const body = read("okx/history-candles_one.json") as { data: Row[] };
    const stretched = { ...body, data: body.data.map((row) => stretch(row)) };
    const [candle] = readCandles(hourly("okx"), stretched, ALL);
    expect(candle).toMatchObject({ close: 42.07, baseVolume: 461.846542, quoteVolume: 19395.517323 });
  });

  it("reads Bitstamp's minutes, those without a trade left out", () => {
    const body = read("bitstamp/ohlc_btcusd_60s_limit10.json") as {
      data: { ohlc: { timestamp: string; volume: string }[] };
    };
    const ohlc = body.data.ohlc.map((row) => ({ ...row, timestamp: String(Number(row.timestamp) * STRETCH) }));
    const candles = readCandles(hourly("bitstamp"), { data: { ...body.data, ohlc } }, ALL);
    expect(candles).toHaveLength(ohlc.filter(({ volume }) => Number(volume) > 0).length);
    expect(candles[0]?.close).toBe(7170.66);
  });
});
