import { groupBy, type ReadonlyTwoKeyMap, TwoKeyMap } from "../../lib/collections.ts";
import { addToGroup } from "../../lib/entries.ts";
import { lowerMedian } from "../../lib/stats.ts";
import { joinWords } from "./asset-name.ts";
import { findCodeException } from "./code-exception.ts";
import { IDENTITY_RULES } from "./identity-rules.ts";
import {
  type Accepted,
  type CodePrice,
  type CoinCandidate,
  type Contradicted,
  explainRefusal,
  findBefore,
  isNearPrice,
  isNearReference,
  type KnownIdentity,
  OTHER_NAME,
  type Refused,
  type ResolvedCode,
  readKnown,
  readUnits,
  resolveCode,
} from "./resolve-code.ts";

interface IdentifiedCode {
  coinId: string;
  /** Coins per unit of the venue's code: 1000 for `1000SATS`. */
  units: number;
}

interface OpposingCode extends IdentifiedCode {
  /**
   * By its past, its name, or a venue with either at the same price. Otherwise many venues agree on
   * the price of the ticker, and none names another asset.
   */
  certain: boolean;
}

export interface Identification {
  find(venue: string, code: string): IdentifiedCode | undefined;
  /** The coin that a code would mean if its price were not far from every reference price. */
  findOpposing(venue: string, code: string): OpposingCode | undefined;
  /** The same for a code without a price in this run: its meaning in an earlier one. */
  recall(venue: string, code: string): IdentifiedCode | undefined;
  /** `venue:CODE` → identity of every code that was ever identified, for the next build. */
  known: Readonly<Record<string, KnownIdentity>>;
  /** By venue and code: why it means no coin. */
  unidentified: Pick<ReadonlyTwoKeyMap<string>, "get">;
}

/**
 * Identifies the coin of each venue's code. Exceptions name the coin or another ticker.
 * A code keeps its coin, found by id, while its name is the same and its price plausible. Without a
 * name it goes to a coin of the ticker that has exactly its price. Otherwise it is the nearest coin
 * of the ticker within 30 % of a reference price. Further away, it needs a
 * second reference or a matching name: its own, or that of a venue with the same ticker at the same
 * price. A ticker that no coin has is the one coin with exactly the venue's name, near two
 * references. A name that contradicts a coin is a veto, except against an exception that names the
 * coin; it also counts for venues without names at the same price, see `spreadVetoes`.
 */
export function identifyCodes(
  prices: readonly CodePrice[],
  candidates: readonly CoinCandidate[],
  known: Readonly<Record<string, KnownIdentity>>,
): Identification {
  const recall = createRecall(known);
  const decided = decideCodes(prices, candidates, recall);
  const { unidentified, opposing, accepted, contradictions } = decided;
  const unnamed = decideByPrice(decided);
  for (const code of listWidelyTraded(unnamed, contradictions)) oppose(opposing, code, code.decision.only, false);
  const { identified, learned } = acceptCodes(accepted, contradictions, recall, unidentified);
  return {
    find: (venue, code) => identified.get(venue, code),
    findOpposing: (venue, code) => opposing.get(venue, code),
    recall(venue, code) {
      const now = identified.get(venue, code);
      if (now !== undefined || unidentified.get(venue, code) !== undefined) return now;
      const before = recall(venue, code);
      return before === undefined
        ? undefined
        : { coinId: before.coinId, units: readUnits(findCodeException(venue, code)) };
    },
    // Most builds learn nothing new, and copying tens of thousands of names is slow.
    known: Object.keys(learned).length === 0 ? known : { ...known, ...learned },
    unidentified,
  };
}

/** What a venue's code meant in earlier builds. */
type Recall = (venue: string, code: string) => ReturnType<typeof readKnown>;

function createRecall(known: Readonly<Record<string, KnownIdentity>>): Recall {
  const meanings = new Map(Object.entries(known));
  return (venue, code) => readKnown(meanings.get(`${venue}:${code}`));
}

/** Refused by itself, while the prices of other venues may show that it is the one coin. */
interface Undecided extends Refused {
  only: CoinCandidate;
}

/** Each code by itself: it is accepted, it is another asset, or the prices of others decide. */
function decideCodes(prices: readonly CodePrice[], candidates: readonly CoinCandidate[], recall: Recall) {
  const bySymbol = groupCandidates(candidates);
  const byId = new Map(candidates.map((candidate) => [candidate.id, candidate]));
  const byName = groupBy(candidates, ({ names: [current = ""] }) => joinWords(current));
  const unidentified = new TwoKeyMap<string>();
  const opposing = new TwoKeyMap<OpposingCode>();
  const accepted: ResolvedCode<Accepted>[] = [];
  const contradictions: ResolvedCode<Contradicted>[] = [];
  const undecided: ResolvedCode<Undecided>[] = [];
  // Coin id → its prices on venues that are sure of it: near the references, or opposing them.
  const namedPrices = new Map<string, number[]>();
  const opposingPrices = new Map<string, number[]>();
  for (const price of prices) {
    const { venue, code } = price;
    const before = findBefore(price, recall(venue, code), byId);
    const resolved = resolveCode(price, { bySymbol, byId, byName, before });
    if (typeof resolved === "string") {
      unidentified.set(venue, code, resolved);
      continue;
    }
    const { decision } = resolved;
    if ("coin" in decision) {
      accepted.push({ ...resolved, decision });
      if (decision.byName) addToGroup(namedPrices, decision.coin.id, resolved.unitPrice);
      continue;
    }
    if ("contradicted" in decision) {
      unidentified.set(venue, code, decision.reason);
      contradictions.push({ ...resolved, decision });
      continue;
    }
    const { reason, opposing: opposed, only } = decision;
    if (opposed !== undefined) addToGroup(opposingPrices, opposed.id, resolved.unitPrice);
    if (only !== undefined) undecided.push({ ...resolved, decision: { ...decision, only } });
    else {
      if (opposed !== undefined) oppose(opposing, resolved, opposed, true);
      unidentified.set(venue, code, reason);
    }
  }
  return { unidentified, opposing, accepted, contradictions, undecided, namedPrices, opposingPrices };
}

/**
 * A code without a name is accepted at the price that venues with a name have. Returns the codes
 * whose price no such venue has.
 */
function decideByPrice(decided: ReturnType<typeof decideCodes>): ResolvedCode<Undecided>[] {
  const { accepted, unidentified, opposing, undecided, namedPrices, opposingPrices } = decided;
  const unnamed: ResolvedCode<Undecided>[] = [];
  for (const code of undecided) {
    const { decision, unitPrice, price } = code;
    const { only, opposing: opposed } = decision;
    if (isAtPrice(unitPrice, namedPrices.get(only.id))) {
      accepted.push({ ...code, decision: { coin: only, byName: false } });
      continue;
    }
    if (opposed !== undefined || isAtPrice(unitPrice, opposingPrices.get(only.id))) oppose(opposing, code, only, true);
    else unnamed.push(code);
    unidentified.set(price.venue, price.code, explainRefusal([only]));
  }
  return unnamed;
}

function oppose(
  opposing: TwoKeyMap<OpposingCode>,
  { price, units }: ResolvedCode,
  { id }: CoinCandidate,
  certain: boolean,
): void {
  opposing.set(price.venue, price.code, { coinId: id, units, certain });
}

/** The accepted codes that no contradiction vetoes. `learned`: what the next build must recall. */
function acceptCodes(
  accepted: readonly ResolvedCode<Accepted>[],
  contradictions: readonly ResolvedCode<Contradicted>[],
  recall: Recall,
  unidentified: TwoKeyMap<string>,
) {
  const vetoed = spreadVetoes(accepted, contradictions);
  const identified = new TwoKeyMap<IdentifiedCode>();
  const learned: Record<string, KnownIdentity> = {};
  for (const one of accepted) {
    const { price, units, decision } = one;
    const { venue, code, name } = price;
    const coinId = decision.coin.id;
    if (vetoed.has(one)) {
      unidentified.set(venue, code, OTHER_NAME);
      continue;
    }
    identified.set(venue, code, { coinId, units });
    const before = recall(venue, code);
    if (before?.coinId === coinId && (name === null || name === before.name)) continue;
    learned[`${venue}:${code}`] = name === null ? coinId : { coinId, name };
  }
  return { identified, learned };
}

/** Ticker → its coins; those that had it before come last. */
function groupCandidates(candidates: readonly CoinCandidate[]): ReadonlyMap<string, readonly CoinCandidate[]> {
  const renamed = candidates.flatMap((coin) => (coin.formerSymbols ?? []).map((symbol) => ({ coin, symbol })));
  const current = candidates.map((coin) => ({ coin, symbol: coin.symbol }));
  const groups = groupBy([...current, ...renamed], ({ symbol }) => symbol);
  return new Map([...groups].map(([symbol, group]) => [symbol, group.map(({ coin }) => coin)]));
}

function isAtPrice(price: number, others: readonly number[] | undefined): boolean {
  return others?.some((other) => isNearPrice(price, other, IDENTITY_RULES.agreement)) ?? false;
}

/**
 * Codes without names that so many venues trade at one price that the lists may be wrong, while no
 * venue names another asset at this price.
 */
function listWidelyTraded(
  codes: readonly ResolvedCode<Undecided>[],
  contradictions: readonly ResolvedCode<Contradicted>[],
): ResolvedCode<Undecided>[] {
  return [...groupBy(codes, ({ decision }) => decision.only.id)].flatMap(([id, group]) => {
    if (group.length < IDENTITY_RULES.manyVenues) return [];
    const middle = lowerMedian(group.map(({ unitPrice }) => unitPrice));
    const agreeing = group.filter(({ unitPrice }) => isNearPrice(unitPrice, middle, IDENTITY_RULES.agreement));
    const isOther = contradictions.some(
      ({ decision, unitPrice }) =>
        decision.contradicted.some((coin) => coin.id === id) &&
        isNearPrice(unitPrice, middle, IDENTITY_RULES.agreement),
    );
    const venues = new Set(agreeing.map(({ price }) => price.venue));
    return venues.size < IDENTITY_RULES.manyVenues || isOther ? [] : agreeing;
  });
}

/**
 * The accepted codes without a name that trade what a contradicting name says: at the same price,
 * while no venue's name matches the coin. One venue's name does not count against three others. A
 * venue that contradicts many coins has useless names: it vetoes its own codes only. Coins that an
 * exception names are safe.
 */
function spreadVetoes(
  accepted: readonly ResolvedCode<Accepted>[],
  contradictions: readonly ResolvedCode<Contradicted>[],
): ReadonlySet<ResolvedCode<Accepted>> {
  const vetoed = new Set<ResolvedCode<Accepted>>();
  // Far from the coin's price, a name contradicts nothing that was accepted.
  const near = contradictions.flatMap(({ price, unitPrice, decision }) => {
    const coinIds = decision.contradicted.flatMap((coin) => (isNearReference(unitPrice, coin) ? coin.id : []));
    return coinIds.length === 0 ? [] : { price, unitPrice, coinIds };
  });
  if (near.length === 0) return vetoed;
  const { manyContradictions, contradictedShare, others, sameAsset } = IDENTITY_RULES;
  const wrong = countBy(near.map(({ price }) => price.venue));
  const right = countBy(accepted.flatMap(({ price, decision }) => (decision.byName ? price.venue : [])));
  const credible = near.filter(({ price: { venue } }) => {
    const refused = wrong.get(venue) ?? 0;
    const matched = right.get(venue) ?? 0;
    return refused < manyContradictions || refused <= contradictedShare * (refused + matched);
  });
  const byCoin = groupBy(accepted, ({ decision }) => decision.coin.id);
  for (const coinId of new Set(credible.flatMap(({ coinIds }) => coinIds))) {
    const against = credible.filter(({ coinIds }) => coinIds.includes(coinId));
    const codes = byCoin.get(coinId) ?? [];
    if (codes.some(({ decision, reviewed }) => decision.byName || reviewed)) continue;
    if (new Set(against.map(({ price }) => price.venue)).size === 1 && codes.length >= others) continue;
    for (const code of codes) {
      const { price, unitPrice } = code;
      if (price.name !== null) continue;
      if (against.some((other) => isNearPrice(unitPrice, other.unitPrice, sameAsset))) vetoed.add(code);
    }
  }
  return vetoed;
}

function countBy(names: readonly string[]): ReadonlyMap<string, number> {
  return new Map([...groupBy(names, (name) => name)].map(([name, all]) => [name, all.length]));
}
