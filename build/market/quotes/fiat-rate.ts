import { median } from "../../lib/stats.ts";
import { QUOTE_RULES } from "../rules.ts";
import { isFiat } from "./quote-code.ts";
import { getOtherEnd, type QuoteEdge } from "./quote-edge.ts";
import { type QuoteRate, renderPercent, renderRate, suspendRate } from "./quote-rate.ts";

/** The dollar: the unit of every other rate. */
export const US_DOLLAR: QuoteRate = {
  code: "USD",
  kind: "fiat",
  usd: 1,
  usd24hAgo: 1,
  status: "accepted",
  venues: 0,
  message: "The unit of all rates.",
};

/**
 * Rule 5.3 of the methodology, step 1: the median of the live middle price against the dollar and the daily reference
 * rate (USD per unit), suspended where they contradict each other. `undefined` where nobody knows the currency.
 */
export function solveFiatRate(
  code: string,
  edges: readonly QuoteEdge[],
  dailyUsd: number | undefined,
): QuoteRate | undefined {
  const books = edges.filter((edge) => isDollarBook(edge, code));
  const venues = new Set(books.map((edge) => edge.venue)).size;
  const live = books.length === 0 ? undefined : median(books.map((edge) => computeMiddle(edge, code)));
  const growths = books.flatMap((edge) => computeGrowthOf(edge, code));
  const accept = (usd: number, status: "accepted" | "flagged", message: string): QuoteRate => ({
    code,
    kind: "fiat",
    usd,
    usd24hAgo: growths.length === 0 ? null : usd / median(growths),
    status,
    venues,
    message,
  });
  if (dailyUsd === undefined || !(dailyUsd > 0)) {
    if (live === undefined) return undefined;
    return accept(live, "flagged", `Live books say ${renderRate(live)} USD; there is no daily rate to compare with.`);
  }
  if (live === undefined)
    return accept(dailyUsd, "accepted", `The daily rate is ${renderRate(dailyUsd)} USD; no live book.`);
  const apart = live / dailyUsd - 1;
  const measured = `Live books say ${renderRate(live)} USD, the daily rate ${renderRate(dailyUsd)}`;
  if (Math.abs(apart) > QUOTE_RULES.fiatDisagreement) {
    return suspendRate(
      code,
      "fiat",
      venues,
      `${measured}: ${renderPercent(apart)} apart, at most ${QUOTE_RULES.fiatDisagreement * 100} % allowed.`,
    );
  }
  return accept(median([live, dailyUsd]), "accepted", `${measured}: ${renderPercent(apart)} apart.`);
}

/** A tight book with both sides between the currency and the dollar itself, on a venue that holds dollars. */
function isDollarBook(edge: QuoteEdge, code: string): boolean {
  const { ticker, book, usdFiat } = edge;
  const other = getOtherEnd(edge, code);
  return usdFiat && other === "USD" && isFiat(code) && book.quality === 1 && ticker.bid !== null && ticker.ask !== null;
}

function computeMiddle({ ticker }: QuoteEdge, code: string): number {
  const middle = (ticker.bid! + ticker.ask!) / 2;
  return ticker.base === code ? middle : 1 / middle;
}

function computeGrowthOf({ ticker, book }: QuoteEdge, code: string): number | [] {
  if (ticker.open24h === null || !(ticker.open24h > 0)) return [];
  return ticker.base === code ? book.price / ticker.open24h : ticker.open24h / book.price;
}
