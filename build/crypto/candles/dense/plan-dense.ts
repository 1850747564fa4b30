import { DAY_MS, floorTo } from "../../../lib/time.ts";
import { USDT } from "../../backfill/plan.ts";
import type { ReferenceMarket } from "../../backfill/reference-market.ts";
import { nameRetry, type RetryMemory } from "../../backfill/retry-memory.ts";
import type { SeriesRequest } from "../../backfill/series-request.ts";
import { STEP_MS } from "../../backfill/step.ts";
import { DENSE_RULES } from "./dense-rules.ts";

const STEP = STEP_MS["5m"];

export interface DensePlanInput {
  /** The largest coins, largest first. */
  coinIds: readonly string[];
  /** By coin id, in the order of preference. */
  markets: ReadonlyMap<string, readonly ReferenceMarket[]>;
  retries: RetryMemory;
  /** The start of the newest step of a coin that is known. */
  findNewest(coinId: string): number | undefined;
  /** The most requests to an exchange. */
  budgetOf(source: string): number;
  asOfMs: number;
}

/**
 * One request per coin for its candles of five minutes since the last build, at most a day. Each
 * goes to the first exchange that has room in its budget; one that just failed is the last choice.
 * Coins with the fewest exchanges choose first, so that none is left without. The request of USDT
 * comes first, because its price is the rate of the others. Deterministic.
 */
export function planDense(input: DensePlanInput): SeriesRequest<"5m">[] {
  const { coinIds, markets, retries, asOfMs } = input;
  const toMs = floorTo(asOfMs, STEP);
  const sent = new Map<string, number>();
  const choices = coinIds
    .map((coinId) => ({ coinId, own: markets.get(coinId) ?? [] }))
    .sort((a, b) => Number(b.coinId === USDT) - Number(a.coinId === USDT) || a.own.length - b.own.length);
  return choices.flatMap(({ coinId, own }): SeriesRequest<"5m">[] => {
    const fromMs = Math.max((input.findNewest(coinId) ?? 0) + STEP, floorTo(asOfMs - DAY_MS, STEP));
    if (fromMs >= toMs) return [];
    const isWaiting = ({ source }: ReferenceMarket) =>
      (retries.get(nameRetry(coinId, "5m", source))?.retryAt ?? 0) > asOfMs;
    const market = [...own.filter((one) => !isWaiting(one)), ...own.filter(isWaiting)].find(
      ({ source }) => (sent.get(source) ?? 0) < input.budgetOf(source),
    );
    if (market === undefined) return [];
    sent.set(market.source, (sent.get(market.source) ?? 0) + 1);
    const source = { kind: "candles", id: market.source, market } as const;
    const longestMs = market.feeds["5m"].maxPerCall * STEP;
    const aroundMs = Math.max(fromMs - DENSE_RULES.overlapMs, toMs - longestMs);
    return [{ source, coinIds: [coinId], step: "5m", window: { fromMs, toMs }, fromMs: aroundMs, toMs }];
  });
}
