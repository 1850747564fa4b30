import type { Dataset, ReferenceCoin } from "../../normalise/record.ts";
import { type CoinIdentity, type IdentityLink, namesCoins, type OpenRegistry } from "./identity-registry.ts";

/** How much a translation is worth: of two coins that claim one id, the stronger claim wins. */
const DERIVED = 0;
const GIVEN = 1;
const LEARNED = 2;
const REVIEWED = 3;

interface Claim {
  record: ReferenceCoin;
  strength: number;
}

/**
 * The datasets with the ids of this site's coins. A reviewed translation goes first, then a learned
 * one, then the id that a provisional coin was given, then the derived one. A derived id that
 * belongs to another coin is refused: the coin then goes by its source's own id. A second row of
 * the same coin is left out.
 */
export function translateIds(datasets: readonly Dataset<"coin">[], registry: OpenRegistry): readonly Dataset<"coin">[] {
  return datasets.map((dataset) =>
    namesCoins(dataset) ? dataset : { ...dataset, records: translateRecords(dataset, registry) },
  );
}

function translateRecords({ source, records }: Dataset<"coin">, registry: OpenRegistry): ReferenceCoin[] {
  const links = registry.links.get(source);
  const linked = new Map([...(links ?? [])].flatMap(([own, { coinId }]) => (coinId === null ? [] : [[coinId, own]])));
  const claims = records.map((record) => claimId(record, links?.get(record.sourceId?.id ?? ""), linked, registry));
  const winners = new Map<string, Claim>();
  const losers: ReferenceCoin[] = [];
  for (const claimed of claims) {
    const other = winners.get(claimed.record.id);
    const wins = other === undefined || isStronger(claimed, other);
    if (wins) winners.set(claimed.record.id, claimed);
    const loser = wins ? other : claimed;
    const winner = wins ? claimed : other;
    if (loser !== undefined && loser.record.symbol !== winner?.record.symbol) losers.push(loser.record);
  }
  for (const loser of losers) {
    const id = loser.sourceId?.id ?? loser.id;
    if (!winners.has(id)) winners.set(id, { record: withId(loser, id, false), strength: DERIVED });
  }
  return [...winners.values()].map(({ record }) => record);
}

function claimId(
  record: ReferenceCoin,
  link: IdentityLink | undefined,
  linked: ReadonlyMap<string, string>,
  registry: OpenRegistry,
): Claim {
  const { id, sourceId } = record;
  if (sourceId === undefined || sourceId.certain) return { record, strength: REVIEWED };
  if (link !== undefined && link.coinId !== null) {
    return { record: withId(record, link.coinId, link.learned), strength: link.learned ? LEARNED : GIVEN };
  }
  const owner = registry.coins.get(id);
  const isOther = owner !== undefined && !owner.provisional && !hasSymbol(owner, record.symbol);
  const isTaken = isOther || linked.has(id);
  return { record: isTaken ? withId(record, sourceId.id, false) : record, strength: DERIVED };
}

function hasSymbol({ symbol, formerSymbols }: CoinIdentity, wanted: string): boolean {
  return symbol === wanted || formerSymbols.includes(wanted);
}

function withId(record: ReferenceCoin, id: string, certain: boolean): ReferenceCoin {
  const own = record.sourceId?.id ?? record.id;
  return { ...record, id, sourceId: { id: own, certain } };
}

function isStronger(a: Claim, b: Claim): boolean {
  if (a.strength !== b.strength) return a.strength > b.strength;
  return (a.record.rank ?? Number.POSITIVE_INFINITY) < (b.record.rank ?? Number.POSITIVE_INFINITY);
}
