import type { DemoBook } from "../../../build/crypto/demo/demo-market.ts";
import {
  PRICE_RULES,
  PUBLICATION_RULES,
  STABLECOIN_RULES,
  TICKER_RULES,
} from "../../../build/crypto/market/rules/price.ts";

/**
 * What the program promises while sources fail or lie: each price is right or says that it is
 * stale, or the build is refused. The numbers are the program's own, so that a judge follows a
 * changed rule.
 */
export const FAILURE_POLICY = {
  /** An older trade makes no price. */
  tradeMs: TICKER_RULES.trades[TICKER_RULES.trades.length - 1]!.upToMs,
  /** A wider spread makes no price (share of the middle). */
  spread: TICKER_RULES.spreads[TICKER_RULES.spreads.length - 1]!.upTo,
  /** Venues that decide without a reference. */
  enoughVenues: PRICE_RULES.safeVenues,
  /** Most votes of one venue, in equal shares. */
  voteCap: PRICE_RULES.centreCap,
  /** Largest share of the venues without full trust, while this many trusted ones vote. */
  lessTrustedShare: PRICE_RULES.groupCap,
  trustedQuorum: PRICE_RULES.trustedQuorum,
  /** A suspect price is held for this long. */
  holdMs: PUBLICATION_RULES.holdMs,
  /** Most move of a stablecoin's rate by a minority of its venues (share). */
  rateMove: STABLECOIN_RULES.band.widest,
} as const;

/** Whether a book's price counts at a time: a spot market with a trade that is recent enough. */
export function isLive({ type, trading, lastTradeMs }: DemoBook, now: number): boolean {
  return type === "spot" && trading && now - lastTradeMs <= FAILURE_POLICY.tradeMs;
}
