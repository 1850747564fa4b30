import { computeTimeLimitMs } from "../../crypto/backfill/budget.ts";
import { fillHistory } from "../../crypto/backfill/fill-history.ts";
import { fetchDense } from "../../crypto/candles/dense/fetch-dense.ts";
import { type CandleInput, fetchCandles } from "../../crypto/candles/fetch-candles.ts";
import { fillWithCandles, publishBackfilledCandles } from "../../crypto/candles/keep-backfilled.ts";
import { updateCandles } from "../../crypto/candles/update-candles.ts";
import { recordCorrections } from "../../crypto/corrections/record-corrections.ts";
import { LARGEST_COINS } from "../../crypto/history/kept-hours.ts";
import { observe } from "../../crypto/history/observe.ts";
import { publishBackfilledDays } from "../../crypto/history/publish-backfilled-days.ts";
import { REMOVED } from "../../crypto/history/remove-restricted.ts";
import { isNewDay } from "../../crypto/history/update-series.ts";
import type { BuiltMarket } from "../../crypto/market/build-market.ts";
import { MARKET } from "../../crypto/market/market-memory.ts";
import type { Market } from "../../crypto/market/model/market.ts";
import type { Dataset } from "../../crypto/normalise/record.ts";
import type { Build } from "./build.ts";
import type { ComputedMarket } from "./compute-market.ts";

/**
 * Adds this build's observation to the series, and what closes earlier hours and days. Writes to
 * the state without a commit.
 */
export async function extendHistory(
  build: Build,
  datasets: readonly Dataset[],
  { built, hasRemoved }: ComputedMarket,
  isClockConfirmed: boolean,
): Promise<void> {
  const { program, effects, isShard } = build;
  const { state, progress } = effects;
  const { market, memory, moves } = built;
  const { asOfMs } = market;
  const compared = describeComparison(market);
  const newDay = isNewDay(state, asOfMs);
  let isObserved = false;
  if (!isShard) {
    state.write(MARKET, memory);
    isObserved = await observe(state, { market, moves, isClockConfirmed }, progress.warn);
    // A clock that is wrong must close and delete no candles, and publish no days that wait.
    await updateCandles(state, { ...compared, moves, isNewDay: newDay && isObserved });
  }
  if (program.sample) await fillMissing(build, datasets, built);
  // Before the files are rendered: the last hour is what readers of this build look at.
  if (!isShard && program.config.backfill > 0) await fetchDense(describeReading(build, datasets, built));
  if (isObserved && (await publishBackfilledDays(state, asOfMs, newDay))) await publishBackfilledCandles(state, asOfMs);
  // A later writer of this build gives its own reason, but what it replaced was removed.
  await recordCorrections(state, { ...compared, moves, cause: hasRemoved ? REMOVED : undefined });
}

/**
 * Fills missing history from candles and charts, then highs and lows of closed days, within the
 * budgets. The demo fills before its files are rendered, live builds afterwards: the new points are
 * in the files of the next build. Writes to the state without a commit.
 */
export async function fillMissing(build: Build, datasets: readonly Dataset[], built: BuiltMarket): Promise<void> {
  const { program, effects, isShard } = build;
  const { shard } = program;
  const { backfill, trees } = program.config;
  const { elapsedMs = () => 0 } = effects;
  const reading = describeReading(build, datasets, built);
  const input = {
    ...reading,
    budget: { requests: backfill, timeLimitMs: computeTimeLimitMs(backfill, shard) },
    withOldHours: trees.includes("hours"),
    ...(shard && { shard }),
    ...(isShard && { elapsedMs }),
  };
  // No candles where the settings switch the backfill off, or the candles themselves.
  if (backfill <= 0 || !trees.includes("candles")) return fillHistory(input);
  await fillWithCandles(input, describeComparison(built.market).candleCoins);
  if (!isShard) await fetchCandles(reading);
}

/** What closed values are compared by: when the market was observed, and the coins with candles. */
export function describeComparison({ asOfMs, coins }: Pick<Market, "asOfMs" | "coins">) {
  return { asOfMs, candleCoins: coins.slice(0, LARGEST_COINS).map(({ id }) => id) };
}

function describeReading({ effects }: Build, datasets: readonly Dataset[], built: BuiltMarket): CandleInput {
  const { state, http, progress } = effects;
  return { market: built.market, identification: built.priced.identification, datasets, state, http, progress };
}
