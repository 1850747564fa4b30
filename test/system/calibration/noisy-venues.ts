import type { DemoMarket } from "../../../build/crypto/demo/demo-market.ts";
import { DAY_MS, floorTo } from "../../../build/lib/time.ts";
import { editCandles } from "../../fixtures/edit-candles.ts";

/** Shares of the price, and of candles and days. */
const NOISE = {
  /** An exchange's level wanders by so much from week to week. */
  level: 0.0015,
  /** Each price of a candle. */
  price: 0.0008,
  /** How far trades reach beyond the prices of a usual candle, and of one in `odd`. */
  wick: 0.001,
  oddWick: 0.012,
  odd: 0.03,
  /** Hours without a candle, and days without any answer. */
  gap: 0.03,
  outage: 0.04,
};

/**
 * The candles of an exchange with noise, wicks and gaps of its own; `undefined` for other requests.
 * Throws on the days on which the exchange does not answer.
 */
export function answerNoisily(world: DemoMarket, url: URL): string | undefined {
  return editCandles(world, url, ({ timeMs, open, high, low, close }, { venue, market }) => {
    const draw = (name: string) => world.noise(`noisy:${venue}:${market}:${name}`);
    if (draw(`outage:${floorTo(timeMs, DAY_MS)}`) < NOISE.outage) throw new Error("no answer");
    const own = (name: string) => draw(`${timeMs}:${name}`);
    if (own("gap") < NOISE.gap) return undefined;
    const level = 1 + NOISE.level * (2 * draw(`level:${Math.floor(timeMs / (7 * DAY_MS))}`) - 1);
    const around = (name: string, price: number) => price * level * (1 + NOISE.price * (2 * own(name) - 1));
    const prices = [around("open", open), around("high", high), around("low", low), around("close", close)] as const;
    const reach = own("odd") < NOISE.odd ? NOISE.oddWick : NOISE.wick;
    return {
      timeMs,
      open: prices[0],
      high: Math.max(...prices) * (1 + reach * own("high wick")),
      low: Math.min(...prices) * (1 - reach * own("low wick")),
      close: prices[3],
    };
  });
}
