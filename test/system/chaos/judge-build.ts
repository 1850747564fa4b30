import { BUILD_LOG } from "../../../build/app/run/build-log.ts";
import { ANSWER_LOG } from "../../../build/app/run/reachability.ts";
import type { DemoMarket } from "../../../build/crypto/demo/demo-market.ts";
import { fiatUsd } from "../../../build/crypto/demo/fiat-rates.ts";
import { sources } from "../../../build/crypto/sources/registry.ts";
import type { ListedDocument, StateStore } from "../../../build/kit/platform/platform.ts";
import { OperationalError } from "../../../build/lib/operational-error.ts";
import type { ChaosBuild } from "./chaos-run.ts";
import { FAILURE_POLICY, isLive } from "./failure-policy.ts";
import type { Fault } from "./fault.ts";

/** Most distance of a fresh published price from the market's. */
const NEAR = 0.02;
/** An exchange page shows the exchange's own price; beyond this distance it is another coin's. */
const NEAR_ON_EXCHANGE = 0.12;
const RATES = ["frankfurter", "ecb", "fawazahmed0"];
/** Faults after which the rest of a body is still usable. */
const HALF_SOUND = new Set([
  "half-rows",
  "tenfold-rows",
  "broken-bytes",
  "duplicate-keys",
  "prototype-keys",
  "deep-value",
]);

/** The answers that are judged: others cost time only, where many builds are tried. */
export const JUDGED_ANSWERS: readonly string[] = ["coins", "exchanges", "exchange-rates"];

interface Row {
  id: string;
  current_price: number | null;
  price_source: string;
  exchanges: number;
}
interface Exchange {
  id: string;
  status: string;
  top_pairs: { pair: string; price_usd: number }[];
}

export interface Judgement {
  problems: string[];
  fresh: number;
}

/**
 * Checks a build against the failure policy and lists violations. `before`: the state's documents
 * before the build.
 */
export async function judgeBuild(
  build: ChaosBuild,
  before: readonly ListedDocument[],
  state: StateStore,
): Promise<Judgement> {
  const judgement: Judgement = { problems: [], fresh: 0 };
  if (build.error === undefined) judgePublished(build, judgement);
  else judgeRefused(build, build.error, before, state, judgement.problems);
  for (const { name } of state.list())
    if ((await state.read(name)) === undefined) judgement.problems.push(`${name} is gone`);
  if ("polluted" in {} || "last" in {}) judgement.problems.push("the prototype of every object was changed");
  return judgement;
}

function judgeRefused(
  { tree, faults }: ChaosBuild,
  error: Error,
  before: readonly ListedDocument[],
  state: StateStore,
  problems: string[],
): void {
  if (tree !== undefined) problems.push("a tree was published by a build that failed");
  if (!(error instanceof OperationalError)) problems.push(`a defect: ${error.stack}`);
  const named = [...faults.keys()].some((source) => error.message.includes(source));
  if (faults.size > 0 && !named) problems.push(`no source is named: ${error.message}`);
  if (listUnchanged(before).join() !== listUnchanged(state.list()).join())
    problems.push("a refused build changed the state");
}

/** What a refused build must not change: all documents but fetched responses and its own logs. */
export function listUnchanged(documents: readonly ListedDocument[]): string[] {
  const ofRefused = (name: string) => name.startsWith("last-good/") || [BUILD_LOG, ANSWER_LOG].includes(name);
  return documents.flatMap(({ name, sha256 }) => (ofRefused(name) ? [] : `${name} ${sha256}`));
}

function judgePublished(build: ChaosBuild, judgement: Judgement): void {
  const { faults, report, world, now } = build;
  const { problems } = judgement;
  const absent = new Set(report?.sources.flatMap(({ id, status }) => (status === "ok" ? [] : id)));
  for (const row of readData<Row[]>(build, "coins/limit/all") ?? []) {
    if (row.current_price === null || row.price_source === "stale") continue;
    judgement.fresh += 1;
    const off = Math.abs(row.current_price / world.priceUsd(row.id, now)! - 1);
    if (off <= NEAR) continue;
    const shares = findLyingShares(world, faults, row.id, { requested: build.requested, absent });
    const majority = row.exchanges > 0 ? Math.max(shares.venues, shares.dollar) : shares.references;
    // Where liars hold the majority, no observer could know better.
    if (majority < 0.5)
      problems.push(`${row.id} ${row.price_source} is ${(off * 100).toFixed(1)} % off, ${JSON.stringify(shares)}`);
  }
  for (const { id, status, top_pairs } of readData<Exchange[]>(build, "exchanges") ?? []) {
    const books = sources.some((source) => source.id === id && source.venue) ? world.books(id) : [];
    for (const { pair, price_usd } of status === "ok" ? top_pairs : []) {
      const book = books.find(({ base, quote, type }) => type === "spot" && `${base}/${quote}` === pair);
      const truth = book === undefined || book.coinId === null ? null : world.priceUsd(book.coinId, now);
      if (truth === null || Math.abs(price_usd / truth - 1) <= NEAR_ON_EXCHANGE) continue;
      const { venues, dollar } = findLyingShares(world, faults, book!.coinId!, { absent });
      if (Math.max(venues, dollar) < 0.5) problems.push(`${id} shows ${pair} at ${price_usd} USD instead of ${truth}`);
    }
  }
  // Fiat tables are cached for hours: judge a source by its fault when it was requested.
  const read = RATES.filter((id) => build.lastFaults.get(id)?.lies ?? !build.lastFaults.has(id));
  const lyingRates = read.filter((id) => build.lastFaults.has(id)).length;
  const rates = readData<{ rates: Record<string, number> }>(build, "exchange-rates")?.rates ?? {};
  for (const [code, rate] of Object.entries(rates)) {
    const off = Math.abs(rate * fiatUsd(code, now) - 1);
    if (off > NEAR && lyingRates * 2 < read.length)
      problems.push(`1 USD is ${rate} ${code}, ${(off * 100).toFixed(1)} % off`);
  }
  for (const source of report?.sources ?? []) {
    const fault = faults.get(source.id);
    if (fault === undefined || fault.lies || HALF_SOUND.has(fault.id) || !build.requested.has(source.id)) continue;
    if (source.status === "ok" && source.lastError === null)
      problems.push(`${source.id} is ok in spite of ${fault.id}`);
  }
}

function readData<T>({ tree }: ChaosBuild, path: string): T | undefined {
  const body = tree?.get(`api/${path}.json`);
  return body === undefined ? undefined : (JSON.parse(Buffer.from(body).toString()) as { data: T }).data;
}

const REFERENCES = ["coingecko", "coinpaprika", "coinlore"];

/** Share of the votes held by lying upstreams: 0 without lies, 1 if only liars vote. */
export interface LyingShares {
  /** Of the venues that trade the coin. */
  venues: number;
  /** Of the venues that say what a dollar is. */
  dollar: number;
  /** Of the lists of coins. */
  references: number;
}

/**
 * Votes in a price, from the demo market and the policy alone. A responding venue has its trust
 * times the square root of the coin's volume there, up to the caps of the policy. A list has one
 * vote. A source with garbage has none, nor has a venue without a fresh response (`absent`): Bybit
 * refuses every request, and a venue may shrink to its true size after a fault that multiplied its
 * rows.
 */
export function findLyingShares(
  world: DemoMarket,
  faults: ReadonlyMap<string, Fault>,
  coinId: string,
  { requested, absent }: { requested?: ReadonlySet<string>; absent?: ReadonlySet<string> } = {},
): LyingShares {
  const votesOf = (counts: (quote: string) => boolean, dollarOnly: boolean) =>
    sources.flatMap(({ id, venue }) => {
      const fault = faults.get(id);
      if (venue === undefined || absent?.has(id) || (dollarOnly && !venue.usdFiat)) return [];
      if (fault !== undefined && !fault.lies) return [];
      let volumeUsd = 0;
      for (const book of world.books(id)) {
        if (isLive(book, world.now) && book.coinId === (dollarOnly ? "bitcoin" : coinId) && counts(book.quote))
          volumeUsd += book.quoteVolume * world.quoteUsd(book.quote, world.now);
      }
      return volumeUsd > 0
        ? [{ lies: fault !== undefined, vote: venue.trust * Math.sqrt(volumeUsd), trust: venue.trust }]
        : [];
    });
  return {
    venues: share(votesOf(() => true, false)),
    dollar: share(votesOf((quote) => quote === "USD", true)),
    references: share(
      REFERENCES.flatMap((id) => {
        const fault = faults.get(id);
        if (requested?.has(id) === false) return [];
        return fault === undefined || fault.lies ? [{ lies: fault !== undefined, vote: 1, trust: 1 }] : [];
      }),
    ),
  };
}

interface Vote {
  lies: boolean;
  vote: number;
  trust: number;
}

function share(votes: readonly Vote[]): number {
  const { voteCap, lessTrustedShare, trustedQuorum } = FAILURE_POLICY;
  const sum = votes.reduce((total, { vote }) => total + vote, 0);
  const capped = votes.map((one) => ({ ...one, vote: Math.min(one.vote, (voteCap * sum) / votes.length) }));
  const add = (counts: (one: Vote) => boolean) => capped.reduce((all, one) => all + (counts(one) ? one.vote : 0), 0);
  const lying = (of: (trust: number) => boolean) => add(({ lies, trust }) => lies && of(trust));
  const total = add(() => true);
  if (total === 0) return 1;
  // If two differ, neither is known to be right.
  if (votes.length === 2 && votes.some(({ lies }) => lies)) return Math.max(0.5, lying(() => true) / total);
  const others = add(({ trust }) => trust < 1);
  const isCapped = votes.filter(({ trust }) => trust === 1).length >= trustedQuorum;
  if (!isCapped || others <= lessTrustedShare * total) return lying(() => true) / total;
  const trusted = lying((trust) => trust === 1) / (total - others);
  return trusted * (1 - lessTrustedShare) + (lying((trust) => trust < 1) / others) * lessTrustedShare;
}
