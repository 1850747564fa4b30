import type { DemoMarket } from "../../../build/demo/demo-market.ts";
import { sources } from "../../../build/sources/registry.ts";
import type { Fault } from "./fault.ts";

const HOUR_MS = 3_600_000;
/** Most weight of one venue: 1.2 equal shares. */
const CAP = 1.2;
/** Joint cap of venues without full trust, while a fully trusted venue reports this volume. */
const LESS_TRUSTED = 0.45;
const SPEAKS_USD = 250_000;
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
 * Votes in a price, from the demo market alone. A responding venue has its trust times the square
 * root of the coin's volume there, at most 1.2 equal shares; venues without full trust share 45 %.
 * A list has one vote. A source with garbage has none.
 */
export function findLyingShares(
  world: DemoMarket,
  faults: ReadonlyMap<string, Fault>,
  coinId: string,
  /** Requested sources; absent: all. */
  asked?: ReadonlySet<string>,
): LyingShares {
  const votesOf = (counts: (quote: string) => boolean, dollarOnly: boolean) =>
    sources.flatMap(({ id, venue }) => {
      const fault = faults.get(id);
      if (venue === undefined || (dollarOnly && !venue.usdFiat) || (fault !== undefined && !fault.lies)) return [];
      let volumeUsd = 0;
      for (const book of world.books(id)) {
        const live = book.type === "spot" && book.trading && world.now - book.lastTradeMs <= HOUR_MS;
        if (live && book.coinId === (dollarOnly ? "bitcoin" : coinId) && counts(book.quote))
          volumeUsd += book.quoteVolume * world.quoteUsd(book.quote, world.now);
      }
      return volumeUsd > 0
        ? [{ lies: fault !== undefined, vote: venue.trust * Math.sqrt(volumeUsd), trust: venue.trust, volumeUsd }]
        : [];
    });
  return {
    venues: share(votesOf(() => true, false)),
    dollar: share(votesOf((quote) => quote === "USD", true)),
    references: share(
      REFERENCES.flatMap((id) => {
        const fault = faults.get(id);
        if (asked?.has(id) === false) return [];
        return fault === undefined || fault.lies
          ? [{ lies: fault !== undefined, vote: 1, trust: 1, volumeUsd: 0 }]
          : [];
      }),
    ),
  };
}

interface Vote {
  lies: boolean;
  vote: number;
  trust: number;
  volumeUsd: number;
}

function share(votes: readonly Vote[]): number {
  const sum = votes.reduce((total, { vote }) => total + vote, 0);
  const capped = votes.map((one) => ({ ...one, vote: Math.min(one.vote, (CAP * sum) / votes.length) }));
  const add = (counts: (one: Vote) => boolean) => capped.reduce((all, one) => all + (counts(one) ? one.vote : 0), 0);
  const lying = (of: (trust: number) => boolean) => add(({ lies, trust }) => lies && of(trust));
  const total = add(() => true);
  if (total === 0) return 1;
  // If two differ, neither is known to be right.
  if (votes.length === 2 && votes.some(({ lies }) => lies)) return Math.max(0.5, lying(() => true) / total);
  const others = add(({ trust }) => trust < 1);
  const speaks = capped.reduce((all, { trust, volumeUsd }) => all + (trust < 1 ? 0 : volumeUsd), 0) >= SPEAKS_USD;
  if (!speaks || others <= LESS_TRUSTED * total) return lying(() => true) / total;
  const trusted = lying((trust) => trust === 1) / (total - others);
  return trusted * (1 - LESS_TRUSTED) + (lying((trust) => trust < 1) / others) * LESS_TRUSTED;
}
