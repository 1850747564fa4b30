import type { SampleWorld } from "../../build/sample/sample-world.ts";
import { sources } from "../../build/sources/registry.ts";
import type { Fault } from "./fault.ts";

const HOUR_MS = 3_600_000;
/** An equal share of the votes, and a fifth more: what one venue may have at most. */
const CAP = 1.2;
const REFERENCES = ["coingecko", "coinpaprika", "coinlore"];

/** What share of the say is held by upstreams that lie; 0 where nobody does, 1 where nobody else speaks. */
export interface LyingShares {
  /** Of the venues that trade the coin. */
  venues: number;
  /** Of the venues that say what a dollar is. */
  dollar: number;
  /** Of the lists of coins. */
  references: number;
}

/**
 * Who has a say in a price, told by the simulated market alone: of a venue that answers, its trust times the square root of what
 * the coin trades there, at most 1.2 equal shares; of a list one vote. Whoever answers garbage has none.
 */
export function findLyingShares(world: SampleWorld, faults: ReadonlyMap<string, Fault>, coinId: string): LyingShares {
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
      return volumeUsd > 0 ? [{ lies: fault !== undefined, vote: venue.trust * Math.sqrt(volumeUsd) }] : [];
    });
  return {
    venues: share(votesOf(() => true, false)),
    dollar: share(votesOf((quote) => quote === "USD", true)),
    references: share(
      REFERENCES.flatMap((id) => {
        const fault = faults.get(id);
        return fault === undefined || fault.lies ? [{ lies: fault !== undefined, vote: 1 }] : [];
      }),
    ),
  };
}

function share(votes: readonly { lies: boolean; vote: number }[]): number {
  const sum = votes.reduce((total, { vote }) => total + vote, 0);
  const capped = votes.map(({ lies, vote }) => ({ lies, vote: Math.min(vote, (CAP * sum) / votes.length) }));
  const total = capped.reduce((all, { vote }) => all + vote, 0);
  if (total === 0) return 1;
  return capped.reduce((all, { lies, vote }) => all + (lies ? vote : 0), 0) / total;
}
