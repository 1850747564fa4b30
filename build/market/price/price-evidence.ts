import type { CoinVenue } from "../coins/coin-venue.ts";
import type { PriceEvidence, TickerEvidence } from "../market.ts";
import { PRICE_RULES } from "../rules.ts";
import type { VenueVote } from "./aggregate-price.ts";
import type { Publication } from "./publication.ts";

export const OFF_OWN_VENUE = `more than ${PRICE_RULES.ownVenueTrim * 100} % off the venue's other books`;
export const NO_VOLUME = "no volume told";

/**
 * The evidence of a price: every ticker that has a USD price, those with the largest weight first.
 * Weights are shares in the published price, so that a price that was not found in this build has
 * none; a volume that was not believed is
 * `null`. `votes` and `believed` are per venue.
 */
export function buildEvidence(input: {
  venues: readonly CoinVenue[];
  votes: readonly (VenueVote | null)[];
  believed: readonly boolean[];
  publication: Publication;
  price: number | null;
  timeMs: number | null;
}): PriceEvidence {
  const { venues, votes, believed, publication, price, timeMs } = input;
  const tickers: TickerEvidence[] = [];
  for (let index = 0; index < venues.length; index += 1) {
    listTickers(venues[index]!, votes[index]!, believed[index]!, publication, tickers);
  }
  tickers.sort(compareEvidence);
  const published = publication.action === "publish";
  return {
    method: published ? publication.method : price === null ? "none" : "held",
    confidence: published ? publication.confidence : price === null ? "none" : "low",
    asOfMs: timeMs,
    spreadPercentage: published ? computeSpread(venues, votes, price!) : null,
    tickers,
  };
}

function listTickers(
  { venue, tickers, shares }: CoinVenue,
  vote: VenueVote | null,
  believed: boolean,
  publication: Publication,
  list: TickerEvidence[],
): void {
  for (let index = 0; index < tickers.length; index += 1) {
    const { source, priceUsd, volumeUsd, reason, volumeCounts } = tickers[index]!;
    if (priceUsd === null) continue;
    const share = shares[index]!;
    const leftOut = reason ?? (share === 0 ? explainNoShare(volumeUsd) : vote!.reason);
    const stopped = leftOut ?? (publication.action === "publish" ? null : publication.reason);
    list.push({
      exchange: venue,
      pair: `${source.ticker.base}/${source.ticker.quote}`,
      priceUsd,
      volume24hUsd: believed || !volumeCounts || vote?.kept === false ? volumeUsd : null,
      weight: stopped === null ? vote!.weight * share : 0,
      included: stopped === null,
      reason: stopped,
    });
  }
}

function explainNoShare(volumeUsd: number | null): string {
  return volumeUsd === null || volumeUsd === 0 ? NO_VOLUME : OFF_OWN_VENUE;
}

function compareEvidence(a: TickerEvidence, b: TickerEvidence): number {
  return b.weight - a.weight || (b.volume24hUsd ?? 0) - (a.volume24hUsd ?? 0);
}

/**
 * The largest distance between two venues that the price rests on, in percent of it; `null` for a
 * single one.
 */
function computeSpread(
  venues: readonly CoinVenue[],
  votes: readonly (VenueVote | null)[],
  price: number,
): number | null {
  let lowest = Number.POSITIVE_INFINITY;
  let highest = 0;
  let kept = 0;
  for (let index = 0; index < venues.length; index += 1) {
    if (!votes[index]?.kept) continue;
    const { priceUsd } = venues[index]!.price!;
    lowest = Math.min(lowest, priceUsd);
    highest = Math.max(highest, priceUsd);
    kept += 1;
  }
  return kept < 2 ? null : ((highest - lowest) / price) * 100;
}
