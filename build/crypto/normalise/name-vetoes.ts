import { groupBy } from "../../lib/collections.ts";
import { lowerMedian } from "../../lib/stats.ts";
import { type CoinCandidate, IDENTITY_RULES, isNearPrice, isNearReference } from "./coin-candidate.ts";
import type { ResolvedCode } from "./resolve-code.ts";

/** A code that is the coin so far: a name elsewhere may still contradict it. */
export interface AcceptedCode {
  resolved: ResolvedCode;
  coinId: string;
  byName: boolean;
}

/** A code with the ticker of coins, while its venue names another asset. */
export interface Contradiction extends ResolvedCode {
  contradicted: readonly CoinCandidate[];
}

/**
 * Codes without names that so many venues trade at one price that the lists may be wrong, while no
 * venue names another asset at this price.
 */
export function listWidelyTraded<Code extends ResolvedCode & { only: CoinCandidate }>(
  codes: readonly Code[],
  contradictions: readonly Contradiction[],
): Code[] {
  return [...groupBy(codes, ({ only }) => only.id)].flatMap(([id, group]) => {
    if (group.length < IDENTITY_RULES.manyVenues) return [];
    const middle = lowerMedian(group.map(({ unitPrice }) => unitPrice));
    const agreeing = group.filter(({ unitPrice }) => isNearPrice(unitPrice, middle, IDENTITY_RULES.agreement));
    const isOther = contradictions.some(
      ({ contradicted, unitPrice }) =>
        contradicted.some((coin) => coin.id === id) && isNearPrice(unitPrice, middle, IDENTITY_RULES.agreement),
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
export function spreadVetoes(
  accepted: readonly AcceptedCode[],
  contradictions: readonly Contradiction[],
): ReadonlySet<AcceptedCode> {
  const vetoed = new Set<AcceptedCode>();
  // Far from the coin's price, a name contradicts nothing that was accepted.
  const near = contradictions.flatMap(({ price, unitPrice, contradicted }) => {
    const coinIds = contradicted.flatMap((coin) => (isNearReference(unitPrice, coin) ? coin.id : []));
    return coinIds.length === 0 ? [] : { price, unitPrice, coinIds };
  });
  if (near.length === 0) return vetoed;
  const { manyContradictions, contradictedShare, others, sameAsset } = IDENTITY_RULES;
  const wrong = countBy(near.map(({ price }) => price.venue));
  const right = countBy(accepted.flatMap(({ byName, resolved }) => (byName ? resolved.price.venue : [])));
  const credible = near.filter(({ price: { venue } }) => {
    const refused = wrong.get(venue) ?? 0;
    const matched = right.get(venue) ?? 0;
    return refused < manyContradictions || refused <= contradictedShare * (refused + matched);
  });
  const byCoin = groupBy(accepted, ({ coinId }) => coinId);
  for (const coinId of new Set(credible.flatMap(({ coinIds }) => coinIds))) {
    const against = credible.filter(({ coinIds }) => coinIds.includes(coinId));
    const codes = byCoin.get(coinId) ?? [];
    if (codes.some(({ byName, resolved }) => byName || resolved.reviewed)) continue;
    if (new Set(against.map(({ price }) => price.venue)).size === 1 && codes.length >= others) continue;
    for (const code of codes) {
      const { price, unitPrice } = code.resolved;
      if ((price.name ?? null) !== null) continue;
      if (against.some((other) => isNearPrice(unitPrice, other.unitPrice, sameAsset))) vetoed.add(code);
    }
  }
  return vetoed;
}

function countBy(names: readonly string[]): ReadonlyMap<string, number> {
  return new Map([...groupBy(names, (name) => name)].map(([name, all]) => [name, all.length]));
}
