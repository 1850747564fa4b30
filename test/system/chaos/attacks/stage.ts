import type { DemoMarket } from "../../../../build/crypto/demo/demo-market.ts";
import type { Dataset, ReferenceCoin, Ticker } from "../../../../build/crypto/normalise/record.ts";
import { groupBy } from "../../../../build/lib/collections.ts";
import { MINUTE_MS } from "../../../../build/lib/time.ts";
import { FAILURE_POLICY } from "../failure-policy.ts";
import { type Built, build, type ChainState, COLD } from "./chain.ts";
import { ANCHOR_IDS } from "./lies.ts";
import type { openTimeline, TimelineOptions } from "./timeline.ts";

/** One step of a stage: what was read, and its build without an attack. */
export interface Moment {
  now: number;
  step: number;
  world: DemoMarket;
  datasets: readonly Dataset[];
  honest: Built;
  /** The state before its build. */
  before: ChainState;
  /** Coin → venue → whether a book of the coin there is eligible. */
  trades: ReadonlyMap<string, ReadonlyMap<string, boolean>>;
  /** `venue:CODE` → the coin that the honest build found it to be. */
  codes: ReadonlyMap<string, string>;
}

/**
 * A simulated market from step to step, with its honest builds: each is read and built once for all
 * attacks.
 */
export interface Stage {
  id: string;
  coins: number;
  stepMinutes: number;
  at(step: number): Promise<Moment>;
}

export interface StageOptions extends TimelineOptions {
  id: string;
  read: ReturnType<typeof openTimeline>;
  /** Coins that a build covers; absent: as many as the upstreams have. */
  covered?: number;
  /** What the stage leaves out of everything that is read, also for its honest builds. */
  restrict?: (datasets: readonly Dataset[], codes: Moment["codes"], step: number) => readonly Dataset[];
}

/** A listing without a change for this long may be left out as frozen. */
const STANDS_STILL_MS = 90 * MINUTE_MS;

export function openStage({ id, restrict, read, coins: simulated, covered, stepMinutes }: StageOptions): Stage {
  const coins = covered ?? simulated;
  const moments: Promise<Moment>[] = [];
  let whole: Moment["codes"] | undefined;

  async function open(step: number, before: Moment | undefined): Promise<Moment> {
    const { now, world, datasets: all } = await read(step);
    const state = before?.honest.after ?? COLD;
    let datasets = all;
    if (restrict !== undefined) {
      // By the traded codes before anything is left out, the same in every step.
      whole ??= listCodes(build(all, now, coins, COLD));
      datasets = restrict(all, whole, step);
    }
    const honest = build(datasets, now, coins, state);
    const still = Math.ceil(STANDS_STILL_MS / (stepMinutes * MINUTE_MS));
    const earlier = step >= still ? (await moments[step - still])?.datasets : undefined;
    const codes = new Map([...(before?.codes ?? []), ...listCodes(honest)]);
    return {
      now,
      step,
      world,
      datasets,
      honest,
      before: state,
      codes,
      trades: findTrades(datasets, earlier, honest, now),
    };
  }

  return {
    id,
    coins,
    stepMinutes,
    async at(step) {
      while (moments.length <= step) {
        const next = moments.length;
        const before = moments.at(-1);
        moments.push(before === undefined ? open(next, undefined) : before.then((moment) => open(next, moment)));
      }
      return moments[step]!;
    },
  };
}

function listCodes({ market }: Built): Map<string, string> {
  const codes = new Map<string, string>();
  for (const { id, evidence } of market.coins) {
    for (const { exchange, pair } of evidence.tickers) {
      // A code has no slash; a quote may come after one only.
      codes.set(`${exchange}:${pair.slice(0, pair.lastIndexOf("/"))}`, id);
    }
  }
  return codes;
}

/** From the published evidence and the read data, not from the decisions of the price rules. */
function findTrades(
  datasets: readonly Dataset[],
  earlier: readonly Dataset[] | undefined,
  honest: Built,
  now: number,
): Moment["trades"] {
  const books = indexBooks(datasets);
  const before = earlier === undefined ? undefined : indexBooks(earlier);
  const trades = new Map<string, Map<string, boolean>>();
  for (const { id, evidence } of honest.market.coins) {
    const venues = new Map<string, boolean>();
    for (const { exchange, pair } of evidence.tickers) {
      const ticker = books.get(`${exchange}:${pair}`);
      const old = before?.get(`${exchange}:${pair}`);
      const stands = old !== undefined && old.last === ticker?.last && old.baseVolume === ticker.baseVolume;
      const eligible = ticker !== undefined && !stands && isEligible(ticker, now);
      venues.set(exchange, eligible || (venues.get(exchange) ?? false));
    }
    trades.set(id, venues);
  }
  return trades;
}

function indexBooks(datasets: readonly Dataset[]): Map<string, Ticker> {
  const books = new Map<string, Ticker>();
  for (const { source, records } of ofKind(datasets, "ticker")) {
    for (const ticker of records) books.set(`${source}:${ticker.base}/${ticker.quote}`, ticker);
  }
  return books;
}

function isEligible(ticker: Ticker, now: number): boolean {
  const { last, bid, ask, baseVolume, quoteVolume, usdVolume, trades, tradeTimeMs, priced } = ticker;
  if (!priced || !(last > 0) || trades === 0 || (baseVolume ?? quoteVolume ?? usdVolume ?? 1) <= 0) return false;
  if (tradeTimeMs !== null && now - tradeTimeMs > FAILURE_POLICY.tradeMs) return false;
  if (bid === null || ask === null || !(bid > 0 && bid <= ask)) return true;
  return (ask - bid) / ((ask + bid) / 2) <= FAILURE_POLICY.spread;
}

export function ofKind<K extends Dataset["kind"]>(datasets: readonly Dataset[], kind: K): Dataset<K>[] {
  return datasets.filter((dataset): dataset is Dataset<K> => dataset.kind === kind);
}

/** A row of a list of coins. */
export interface ListedRow {
  row: ReferenceCoin;
  /** The list did not respond: the row is from an earlier build. */
  stale: boolean;
}

const listedRows = new WeakMap<readonly Dataset[], Map<string, ListedRow[]>>();

/** The rows of a coin in all lists, indexed once for everything that a build has read. */
export function findListedRows(datasets: readonly Dataset[], coinId: string): readonly ListedRow[] {
  let index = listedRows.get(datasets);
  if (index === undefined) {
    const rows = ofKind(datasets, "coin").flatMap(({ records, stale }) => records.map((row) => ({ row, stale })));
    index = groupBy(rows, ({ row }) => row.id);
    listedRows.set(datasets, index);
  }
  return index.get(coinId) ?? [];
}

/** The prices of a coin, in USD, by the references that responded. */
export function listReferences(datasets: readonly Dataset[], coinId: string): number[] {
  return findListedRows(datasets, coinId).flatMap(({ row, stale }) => (stale ? [] : (row.priceUsd ?? [])));
}

/** Coins with a price of our own, without those that anchor the others. */
export function listPriced({ honest }: Moment): string[] {
  return honest.market.coins.flatMap(({ id, priceSource }) =>
    priceSource === "aggregated" && !ANCHOR_IDS.includes(id) ? [id] : [],
  );
}

/** Those of them whose ticker no other coin has, traded by at least so many venues. */
export function listPlain(moment: Moment, venues: number): string[] {
  const { honest, trades } = moment;
  const symbols = new Map<string, number>();
  for (const { symbol } of honest.market.coins) symbols.set(symbol, (symbols.get(symbol) ?? 0) + 1);
  return listPriced(moment).filter((id) => {
    const { symbol, stablecoin } = honest.rows.get(id)!;
    return !stablecoin && symbols.get(symbol) === 1 && (trades.get(id)?.size ?? 0) >= venues;
  });
}
