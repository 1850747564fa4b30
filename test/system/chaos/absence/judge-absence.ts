import type { DemoMarket } from "../../../../build/crypto/demo/demo-market.ts";
import type { MarketCoin } from "../../../../build/crypto/market/model/market.ts";
import { HOUR_MS } from "../../../../build/lib/time.ts";
import { FAILURE_POLICY, isLive } from "../failure-policy.ts";
import { TWELVE } from "./combination.ts";
import { type AbsentBuild, UNPRICED } from "./simulated.ts";

/**
 * Most distance (share) of a fresh price from the simulated one: twice the largest that was
 * measured. Live books lie up to 0.05 % from it, lists 0.04 % and two minutes, and rates of quotes
 * add to both. A price of the build before is 8 % off, one that counts USDT as a dollar 1 %.
 */
export const NEAR = 0.002;
/** The checks that refuse a build without an honest dollar, and those that may follow from it. */
const NO_HONEST_DOLLAR = ["usd-fiat-venues", "usdt-rate", "btc-confidence", "eth-confidence", "reference-prices"];
const FOLLOWING = ["priced-coins", "held-coins"];

/** What came of one build. */
export interface Judgement {
  published: boolean;
  /** The checks that refused it. */
  refusedBy: readonly string[];
  fresh: number;
  /** From a coin list, because too few venues trade the coin. */
  listed: number;
  stale: number;
  unknown: number;
  /** Coins that only absent venues trade. */
  onlyAbsent: number;
  /** Coins that one honest venue and the lying one trade. */
  contested: number;
  /** The largest distance of a fresh price from the simulated one (share), and its coin. */
  worst: { off: number; coin: string };
  problems: string[];
}

export function judgeAbsence(build: AbsentBuild): Judgement {
  const { built, combination, refusal } = build;
  const judgement: Judgement = {
    published: refusal === null,
    refusedBy: [],
    fresh: 0,
    listed: 0,
    stale: 0,
    unknown: 0,
    onlyAbsent: 0,
    contested: 0,
    worst: { off: 0, coin: "" },
    problems: [],
  };
  if (refusal !== null) {
    judgement.refusedBy = built.gate.checks.flatMap(({ id, passed }) => (passed ? [] : id));
    judgement.problems.push(...findFalseReasons(build, judgement.refusedBy));
    return judgement;
  }
  if (combination.honestDollars.length === 0) judgement.problems.push("published without an honest dollar");
  judgement.problems.push(...findUnnamed(build));
  const ids = new Set(built.rows.keys());
  for (const { id } of build.world.coins) if (!ids.has(id)) judgement.problems.push(`${id} is gone`);
  for (const coin of built.market.coins) judgeCoin(build, coin, judgement);
  return judgement;
}

function judgeCoin({ world, before, combination }: AbsentBuild, coin: MarketCoin, judgement: Judgement): void {
  const { id, price, priceSource, priceTimeMs, evidence } = coin;
  const trading = listTrading(world).get(id) ?? [];
  const honest = trading.filter((venue) => combination.present.includes(venue) && venue !== combination.liar);
  const lies = trading.includes(combination.liar);
  if (trading.length > 0 && trading.every((venue) => combination.absent.includes(venue))) judgement.onlyAbsent += 1;
  if (lies && honest.length === 1) judgement.contested += 1;
  const wrong = (what: string) =>
    judgement.problems.push(
      `${id} (${priceSource}, ${evidence.method}) ${what}; honest ${honest.join(" ") || "none"}${lies ? ", the liar trades it" : ""}`,
    );
  for (const { exchange, weight } of evidence.tickers) {
    if (combination.absent.includes(exchange) && weight > 0) wrong(`has a price from ${exchange}, which is absent`);
  }
  if (price === null) {
    judgement.unknown += 1;
    const earlier = before?.rows.get(id)?.price ?? null;
    if (earlier !== null) wrong("lost its price");
    if (!Object.hasOwn(UNPRICED, id)) wrong("has no price, although lists have one");
    if (honest.length >= FAILURE_POLICY.enoughVenues) wrong("has no price");
    return;
  }
  if (priceTimeMs === null) return void wrong("has no time");
  if (priceSource === "stale") {
    judgement.stale += 1;
    const earlier = before?.rows.get(id);
    const isEarlier = price === earlier?.price && priceTimeMs === earlier.priceTimeMs;
    const isOldList = evidence.method === "reference" && world.now - priceTimeMs > HOUR_MS;
    if (!isEarlier && !isOldList) wrong(`is held at ${price}, which was never published`);
    if (honest.length >= FAILURE_POLICY.enoughVenues) wrong("is held, although enough honest venues trade it");
    return;
  }
  judgement[priceSource === "reference" ? "listed" : "fresh"] += 1;
  const truth = world.priceUsd(id, world.now)!;
  const off = Math.abs(price / truth - 1);
  if (off > judgement.worst.off) judgement.worst = { off, coin: id };
  if (off > NEAR) wrong(`is at ${price} instead of ${truth}`);
  if (world.now - priceTimeMs > HOUR_MS) wrong("is fresh with an old time");
}

const trades = new WeakMap<DemoMarket, ReadonlyMap<string, readonly string[]>>();

/** Coin → the venues with a live book of it, by the simulated market alone. */
function listTrading(world: DemoMarket): ReadonlyMap<string, readonly string[]> {
  const known = trades.get(world);
  if (known !== undefined) return known;
  const found = new Map<string, string[]>();
  for (const venue of TWELVE) {
    for (const book of world.books(venue)) {
      const { coinId } = book;
      if (coinId === null || !isLive(book, world.now)) continue;
      const venues = found.get(coinId) ?? [];
      if (!venues.includes(venue)) found.set(coinId, [...venues, venue]);
    }
  }
  trades.set(world, found);
  return found;
}

/** The status names every absent venue with its error, and no other source. */
function findUnnamed({ combination, before, status, exchanges, built }: AbsentBuild): string[] {
  const expected = before === undefined ? ["down", "unavailable"] : ["stale", "stale"];
  const problems: string[] = [];
  for (const { id, status: state, last_error } of status.sources) {
    const isAbsent = combination.absent.includes(id);
    if (isAbsent && (state !== expected[0] || !last_error?.startsWith(`${id}/`)))
      problems.push(`the status says ${state} of ${id}, which is absent: ${last_error}`);
    if (!isAbsent && state !== "ok" && state !== "off")
      problems.push(`the status says ${state} of ${id}: ${last_error}`);
  }
  for (const { id, status: state } of exchanges) {
    if (combination.absent.includes(id) && state !== expected[1])
      problems.push(`the exchange ${id} is ${state} although it is absent`);
    if (id === combination.liar && state === "ok") problems.push(`the exchange ${id} is ok although it lies`);
  }
  if (status.coverage.exchanges !== combination.present.length)
    problems.push(`the status counts ${status.coverage.exchanges} exchanges`);
  const doubted = built.gate.checks.find(({ id }) => id === "astray-venues");
  if (!doubted?.message.includes(combination.liar)) problems.push(`no warning names ${combination.liar}, which lies`);
  return problems;
}

/** A refusal states what is so in the simulated market, and lists the absent venues. */
function findFalseReasons({ combination, refusal, built }: AbsentBuild, refusedBy: readonly string[]): string[] {
  const problems: string[] = [];
  const { absent, dollars, honestDollars } = combination;
  if (honestDollars.length > 0) problems.push(`refused with honest dollars at ${honestDollars}: ${refusedBy}`);
  const isDollarMissing = refusedBy.includes("usd-fiat-venues");
  if (isDollarMissing !== (dollars.length === 0)) problems.push(`${dollars.length} dollar venues answer: ${refusedBy}`);
  if (!refusedBy.some((id) => NO_HONEST_DOLLAR.includes(id)))
    problems.push(`no check of the dollar failed: ${refusedBy}`);
  const others = refusedBy.filter((id) => !NO_HONEST_DOLLAR.includes(id) && !FOLLOWING.includes(id));
  if (others.length > 0) problems.push(`refused by ${others}`);
  const text = refusal!.message;
  for (const { passed, message } of built.gate.checks) {
    if (!passed && !text.includes(message)) problems.push(`the refusal lacks: ${message}`);
  }
  for (const id of absent) if (!text.includes(`  ${id}/`)) problems.push(`the refusal does not name ${id}`);
  return problems;
}
