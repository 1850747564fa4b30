import type { DemoMarket } from "../../../build/demo/demo-market.ts";
import { sources } from "../../../build/sources/registry.ts";
import type { Fault } from "./fault.ts";

const HOUR_MS = 3_600_000;
/** An equal share of the votes, and a fifth more: what one venue may have at most. */
const CAP = 1.2;
/** What venues of less than full trust have together, while a fully trusted one with so many USD in a day has something to say. */
const LESS_TRUSTED = 0.45;
const SPEAKS_USD = 250_000;
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
 * the coin trades there, at most 1.2 equal shares, and of those that are not fully trusted 45 % together; of a list one vote. Whoever answers garbage has none.
 */
export function findLyingShares(
  world: DemoMarket,
  faults: ReadonlyMap<string, Fault>,
  coinId: string,
  /** Sources that were asked at all; absent: every one. */
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
  // Of two that differ nobody knows which is right.
  if (votes.length === 2 && votes.some(({ lies }) => lies)) return Math.max(0.5, lying(() => true) / total);
  const others = add(({ trust }) => trust < 1);
  const speaks = capped.reduce((all, { trust, volumeUsd }) => all + (trust < 1 ? 0 : volumeUsd), 0) >= SPEAKS_USD;
  if (!speaks || others <= LESS_TRUSTED * total) return lying(() => true) / total;
  const trusted = lying((trust) => trust === 1) / (total - others);
  return trusted * (1 - LESS_TRUSTED) + (lying((trust) => trust < 1) / others) * LESS_TRUSTED;
}
