import { sources } from "../sources/registry.ts";
import type { VenueProfile } from "../sources/venue.ts";

/** A venue of the demo market. */
export interface DemoVenue extends Omit<VenueProfile, "quotes"> {
  id: string;
  quotes: readonly QuotePlan[];
}

/**
 * A coin has a book in this quote with `chance`, up to rank `depth`, with `share` of its volume.
 */
export interface QuotePlan {
  quote: string;
  chance: number;
  share: number;
  depth: number;
}

const MEDIUM: VenueProfile = { share: 0.03, density: 0.6, depth: 300, quotes: "USDT:1:0.9" };

/** Every polled venue. */
export const DEMO_VENUES: readonly DemoVenue[] = sources.flatMap(({ id, venue }) => {
  if (venue === undefined) return [];
  const profile = venue.demo ?? MEDIUM;
  return [{ ...profile, id, quotes: profile.quotes.split(" ").map(parsePlan) }];
});

function parsePlan(plan: string): QuotePlan {
  const [quote = "", chance, share, depth] = plan.split(":");
  return { quote, chance: Number(chance), share: Number(share), depth: Number(depth ?? Number.POSITIVE_INFINITY) };
}
