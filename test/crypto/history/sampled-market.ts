import type { SampledMarket } from "../../../build/crypto/history/update-series.ts";
import type { PriceSource } from "../../../build/crypto/market/model/market.ts";

/** A market of these prices, with a cap of a thousand coins and a volume of a hundred. */
export function createSampledMarket(
  time: string | number,
  prices: Record<string, number | null>,
  priceSource: PriceSource = "aggregated",
): SampledMarket {
  return {
    asOfMs: typeof time === "number" ? time : Date.parse(time),
    coins: Object.entries(prices).map(([id, price]) => ({
      id,
      price,
      priceSource,
      priceOrigin: priceSource === "reference" ? "coingecko" : null,
      marketCap: price === null ? null : price * 1_000,
      volume: price === null ? null : price * 100,
    })),
  };
}
