import type { CoinDetail, Dataset, ReferenceGlobal } from "../../normalise/record.ts";
import type { LongSpan } from "../aggregate/price-change.ts";
import { noteSupply, type OpenRegistry, type RememberedSupply, recallDetail } from "../identity/identity-registry.ts";
import type { PricedCoins } from "../price/price-coins.ts";
import type { ReferencePrices } from "../price/reference-price.ts";
import { REFERENCE_RULES } from "../rules/price.ts";
import { buildCoin, rankCoins } from "./build-coin.ts";
import type { MergedReference } from "./merge-reference.ts";
import { collectExtremes, type PastDays } from "./validate-extremes.ts";
import { collectSupplyEvidence, validateSupply } from "./validate-supply.ts";

interface CoinsInput {
  now: number;
  reference: MergedReference;
  lists: readonly Dataset<"coin">[];
  /** The same with the ids of coins. */
  references: readonly Dataset<"coin">[];
  totals: readonly ReferenceGlobal[];
  details: ReadonlyMap<string, CoinDetail>;
  registry: OpenRegistry;
  referencePrices: ReferencePrices;
  priced: PricedCoins;
  keys: ReadonlyMap<string, string>;
  memory: {
    global?: { record: ReferenceGlobal } | undefined;
    supplies?: Readonly<Record<string, RememberedSupply>> | undefined;
  } | null;
  cadenceOf(source: string, feed: string): number;
  samplesOf(coinId: string): readonly (readonly [number, number])[];
  priceBefore(coinId: string, span: LongSpan): number | null;
  daysOf(coinId: string): PastDays | null;
}

/** Every covered coin, by market cap. */
export function buildCoins(input: CoinsInput) {
  const { now, reference, registry, memory, priced } = input;
  const base = reference.used[0];
  const maxReferenceAgeMs =
    base === undefined ? 0 : REFERENCE_RULES.staleCadences * input.cadenceOf(base.source, base.feed);
  const supplyOf = collectSupplyEvidence({
    coins: reference.coins,
    datasets: input.lists,
    totals: [...input.totals, ...(memory?.global ? [memory.global.record] : [])],
    rememberedSupply: (id) => memory?.supplies?.[id] ?? null,
  });
  const extremesOf = collectExtremes(input.references);
  /** For the next build: coin id → the supply that claims are compared with. */
  const supplies: Record<string, RememberedSupply> = {};
  const supplyWarnings: string[] = [];
  const coins = reference.coins.map((coin) => {
    const { id } = coin;
    const own = priced.prices.get(id);
    const key = input.keys.get(id);
    if (own === undefined || key === undefined) throw new Error(`${id} has neither price nor key`);
    const supply = validateSupply(coin, own.price ?? coin.priceUsd, supplyOf(coin), now);
    if (supply.memory !== null) supplies[id] = supply.memory;
    if (supply.warning !== null) supplyWarnings.push(supply.warning);
    else noteSupply(registry, coin, reference.supplyTimes.get(id));
    return buildCoin({
      reference: coin,
      supply,
      referenceSource: reference.laidOver.get(id) ?? base?.source ?? "",
      referenceStale: reference.stale.has(id),
      maxReferenceAgeMs,
      otherPrices: input.referencePrices.others(coin),
      own,
      key,
      detail: input.details.get(id) ?? recallDetail(registry, id),
      provisional: reference.provisional.has(id),
      supplyTimeMs: reference.supplyTimes.get(id) ?? null,
      samples: input.samplesOf(id),
      priceBefore: (span) => input.priceBefore(id, span),
      days: input.daysOf(id),
      otherExtremes: extremesOf(coin),
      now,
    });
  });
  return { coins: rankCoins(coins), supplies, supplyWarnings };
}
