import { z } from "zod";
import { renderTime } from "../../lib/time.ts";
import type { PriceEvidence as MarketEvidence } from "../../market/market.ts";
import { flag, maybeNumber, maybeText, maybeTime, number, text } from "../field.ts";

/** What a price rests on, book by book. */
export const PriceEvidence = z
  .strictObject({
    method: z
      .enum(["volume_weighted", "single_source", "held", "reference", "none"])
      .describe(
        "Weighted by volume across exchanges, one trusted exchange, the last price held, the reference source's, or none",
      ),
    as_of: maybeTime("When the newest of the prices was observed"),
    spread_percentage: maybeNumber("Largest distance between two included exchanges, in percent of the price"),
    tickers: z
      .array(
        z
          .strictObject({
            exchange: text("Id of the exchange"),
            pair: text("The book in the exchange's codes, base and quote"),
            price_usd: number("Price of one coin in that book, in USD"),
            volume_24h_usd: maybeNumber("Traded in that book in the last 24 hours, in USD"),
            weight: number("Share in the published price; over the included books it sums to 1"),
            included: flag("Whether the published price rests on this book"),
            reason: maybeText("Why the book is not included"),
          })
          .describe("A book"),
      )
      .describe("Every book that was looked at; the weighted mean of the included ones is current_price"),
  })
  .describe("The evidence of the price");

export type PriceEvidence = z.infer<typeof PriceEvidence>;

export function computePriceEvidence(evidence: MarketEvidence): PriceEvidence {
  return {
    method: evidence.method,
    as_of: evidence.asOfMs === null ? null : renderTime(evidence.asOfMs),
    spread_percentage: evidence.spreadPercentage,
    tickers: evidence.tickers.map((ticker) => ({
      exchange: ticker.exchange,
      pair: ticker.pair,
      price_usd: ticker.priceUsd,
      volume_24h_usd: ticker.volume24hUsd,
      weight: ticker.weight,
      included: ticker.included,
      reason: ticker.reason,
    })),
  };
}
