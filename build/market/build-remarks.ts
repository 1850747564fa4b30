import { median } from "../lib/stats.ts";
import type { BuiltMarket } from "./build-market.ts";
import { renderRate } from "./quote-rate.ts";

/** More are counted and not named. */
const NAMED = 5;
/** What every other price is converted through. */
const ANCHORS = ["BTC", "ETH"];
/** A venue this far from the middle of all is named: no market of an anchor is ever so far from the others. */
const FAR = 0.05;

interface Remark {
  id: string;
  message: string;
  /** False: the sentence says that there was nothing. */
  doubted: boolean;
}

/**
 * What a build doubted and did without, one sentence per subject, the same subjects in every build: stablecoins whose rate is flagged or
 * suspended, venues that stand still, whose BTC is not that of the others or whose prices or volumes are mostly wrong, references against which venues agree, fiat rates and totals that were claimed and not believed.
 */
export function buildRemarks(built: BuiltMarket): Remark[] {
  const { quotes, books, market, priced } = built;
  const stablecoins = [...quotes.rates.values()].filter(
    ({ kind, status }) => kind === "stablecoin" && status !== "accepted",
  );
  const answering = new Set(books.tickers.flatMap(({ source, stale }) => (stale ? [] : [source])));
  const astray = market.exchanges.filter(({ id, status }) => answering.has(id) && status === "stale");
  return [
    render(
      "stablecoin-rates",
      "Stablecoin rates in doubt",
      stablecoins.map(({ code, status, message }) => `${code} ${status}: ${message.replace(/\.$/, "")}`),
    ),
    render("frozen-venues", "Venues whose books stand still", [...books.standing].sort()),
    render(
      "astray-venues",
      "Venues most of whose prices are not those of the coins",
      astray.map(({ id }) => id),
    ),
    render("anchor-venues", "Venues whose BTC or ETH price is far from that of the others", findFarVenues(built)),
    render("doubted-volumes", "Venues most of whose volumes are implausible", findVenuesWithWrongVolumes(built)),
    render(
      "contradicted-coins",
      "Coins whose reference price several venues contradict",
      [...priced.contradicted].sort(),
    ),
    render("fiat-rates", "Fiat rates that are not believed", built.rateDoubts),
    render("global-totals", "Totals of the market that are not believed", built.globalDoubts),
    render("defi-totals", "Totals of DeFi that are not believed", built.defiDoubts),
  ];
}

/** One implausible volume is that book's error; most of them are an error of the venue's units. */
function findVenuesWithWrongVolumes({ priced }: BuiltMarket): string[] {
  const coins = new Map<string, { traded: number; doubted: number }>();
  for (const { evidence, doubtedVenues } of priced.prices.values()) {
    for (const venue of new Set(evidence.tickers.map(({ exchange }) => exchange))) {
      const count = coins.get(venue) ?? { traded: 0, doubted: 0 };
      count.traded += 1;
      if (doubtedVenues.includes(venue)) count.doubted += 1;
      coins.set(venue, count);
    }
  }
  return [...coins].flatMap(([venue, { traded, doubted }]) => (doubted > traded / 2 ? [venue] : [])).sort();
}

/** By the largest book of each in a quote that has a rate, under the code alone: here a price that is another coin's is just wrong. */
function findFarVenues({ books, quotes }: BuiltMarket): string[] {
  return ANCHORS.flatMap((code) => {
    const said = books.live.flatMap(({ source, stale, records }) => {
      if (stale) return [];
      const priced = records.flatMap(({ base, quote, last, baseVolume }) => {
        const rate = base === code && last > 0 ? quotes.usd(quote) : null;
        return rate === null ? [] : [{ source, priceUsd: last * rate, volume: baseVolume ?? 0 }];
      });
      return priced.sort((a, b) => b.volume - a.volume).slice(0, 1);
    });
    if (said.length === 0) return [];
    const middle = median(said.map(({ priceUsd }) => priceUsd));
    return said
      .filter(({ priceUsd }) => Math.max(priceUsd / middle, middle / priceUsd) > 1 + FAR)
      .map(({ source, priceUsd }) => `${source} ${code} ${renderRate(priceUsd)} USD`);
  }).sort();
}

function render(id: string, what: string, doubted: readonly string[]): Remark {
  if (doubted.length === 0) return { id, message: `${what}: none.`, doubted: false };
  const rest = doubted.length > NAMED ? `; and ${doubted.length - NAMED} more` : "";
  const message = `${what}: ${doubted.length} (${doubted.slice(0, NAMED).join("; ")}${rest}).`;
  return { id, message, doubted: true };
}
