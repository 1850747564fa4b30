import type { BuiltMarket } from "./build-market.ts";

/** More are counted and not named. */
const NAMED = 5;

/**
 * What a build doubted and did without, one sentence per subject, the same subjects in every build: stablecoins whose rate is flagged or
 * suspended, venues that stand still or whose prices or volumes are wrong throughout, references against which venues agree, fiat rates and totals that were claimed and not believed.
 */
export function buildRemarks(built: BuiltMarket): { id: string; message: string }[] {
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
    render("doubted-volumes", "Venues whose volumes are in other units than theirs", [...priced.unbelieved].sort()),
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

function render(id: string, what: string, doubted: readonly string[]): { id: string; message: string } {
  if (doubted.length === 0) return { id, message: `${what}: none.` };
  const rest = doubted.length > NAMED ? `; and ${doubted.length - NAMED} more` : "";
  return { id, message: `${what}: ${doubted.length} (${doubted.slice(0, NAMED).join("; ")}${rest}).` };
}
