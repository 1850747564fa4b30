import { groupBy } from "../../../lib/collections.ts";
import type { Dataset } from "../../normalise/record.ts";
import { computeQuotePrice, computeVolumeUsd, keepPositive, type PricedTicker } from "../aggregate/ticker-price.ts";

type QuoteKind = "fiat" | "stablecoin" | "coin";

export interface QuoteCode {
  code: string;
  kind: QuoteKind;
  /** The fiat currency of a stablecoin's peg; `null` for other quotes. */
  peg: string | null;
}

/**
 * Fiat currencies that venues quote in. Not all of ISO 4217: MNT, TOP or ALL are coins where venues
 * write them.
 */
const FIAT =
  "USD EUR GBP JPY CHF AUD CAD NZD SGD HKD KRW TRY BRL MXN ARS COP PLN CZK RON HUF UAH ZAR NGN AED INR IDR THB VND PHP RUB KZT SEK NOK DKK ILS TWD";

/**
 * Peg → stablecoins that venues quote in, in the codes they are traded under after the venues'
 * own renames.
 */
const STABLECOINS: Readonly<Record<string, string>> = {
  USD: "USDT USDC DAI FDUSD TUSD USDP PYUSD USDD USDE BUSD GUSD RLUSD USD1 USDS USDG USDQ USDR FRAX LUSD",
  EUR: "EURC EURT EURI AEUR EURQ EURR EURS",
  IDR: "IDRT BIDR",
  BRL: "BRZ",
};

/** Priced by dollar pairs first; all others through them. */
export const ANCHORS: readonly string[] = ["BTC", "ETH"];
/** The coins that every other price is converted through: code of the quote → id of the coin. */
export const PIVOT_COINS: ReadonlyMap<string, string> = new Map([
  ["BTC", "bitcoin"],
  ["ETH", "ethereum"],
  ["USDT", "tether"],
]);

const COINS = "BNB KCS TRX SOL HT DOGE XRP DOT OKB GT MX BGB CRO";

/** All codes that may be a quote. Other quotes have no USD rate. */
export const QUOTE_CODES: ReadonlyMap<string, QuoteCode> = new Map(
  [
    ...list(FIAT, "fiat", null),
    ...Object.entries(STABLECOINS).flatMap(([peg, codes]) => list(codes, "stablecoin", peg)),
    ...list(ANCHORS.join(" "), "coin", null),
    ...list(COINS, "coin", null),
  ].map((entry) => [entry.code, entry]),
);

function list(codes: string, kind: QuoteKind, peg: string | null): QuoteCode[] {
  return codes.split(" ").map((code) => ({ code, kind, peg }));
}

function getQuoteCode(code: string): QuoteCode {
  const found = QUOTE_CODES.get(code);
  if (found === undefined) throw new RangeError(`${code} is no quote`);
  return found;
}

/** Whether the code is a national currency. */
export function isFiat(code: string): boolean {
  return QUOTE_CODES.get(code)?.kind === "fiat";
}

/** The value of one unit of a quote, and its certainty. */
export interface QuoteRate {
  code: string;
  kind: QuoteKind;
  /** USD per unit; `null` where it is suspended: nothing quoted in it is priced in this build. */
  usd: number | null;
  /** The same 24 hours ago by rolling opens; `null` where unknown. */
  usd24hAgo: number | null;
  /** `flagged`: used, but its sources differ more than they should or are few. */
  status: "accepted" | "suspended" | "flagged";
  /** Venues in the rate. */
  venues: number;
  /** The measurement, as a sentence. */
  message: string;
}

export type QuoteRates = ReadonlyMap<string, QuoteRate>;

/** A rate of a code; without `usd` it is suspended, so no ticker may be converted with it. */
export function createRate(
  code: string,
  venues: number,
  message: string,
  usd: number | null = null,
  usd24hAgo: number | null = null,
  status: QuoteRate["status"] = usd === null ? "suspended" : "accepted",
): QuoteRate {
  const { kind } = getQuoteCode(code);
  return { code, kind, usd, usd24hAgo, status, venues, message };
}

/** `1.0003` for a message: five significant digits. */
export function renderRate(usd: number): string {
  return String(Number(usd.toPrecision(5)));
}

/** `3 venues` for a message. */
export function countVenues(venues: number): string {
  return `${venues} venue${venues === 1 ? "" : "s"}`;
}

/** `140,929` for a message. */
export function renderVolume(usd: number): string {
  return Math.round(usd).toLocaleString("en-US");
}

/** `0.42 %` for a message. */
export function renderPercent(share: number): string {
  return `${(Math.abs(share) * 100).toFixed(2)} %`;
}

/** A live ticker between two quotes. */
export interface QuoteEdge
  extends Pick<PricedTicker, "venue" | "trust" | "ticker" | "price" | "quality" | "freshness"> {
  /** Its venue holds dollars, so its USD pairs may set rates. */
  usdFiat: boolean;
}

/** Code → the live tickers between it and another quote. */
export type QuoteEdges = ReadonlyMap<string, readonly QuoteEdge[]>;

/** The edges by the tickers of venues that responded in this run. */
export function collectQuoteEdges(
  tickers: readonly Dataset<"ticker">[],
  venues: readonly { id: string; trust: number; usdFiat: boolean }[],
  now: number,
): QuoteEdges {
  const answered = tickers.filter(({ stale }) => !stale);
  const edges = venues.flatMap(({ id: venue, trust, usdFiat }) => {
    const records = answered.find(({ source }) => source === venue)?.records ?? [];
    return records.flatMap((ticker): QuoteEdge | [] => {
      const { base, quote, priced } = ticker;
      // Few bases are quotes: testing them first keeps this loop over all tickers cheap.
      if (!QUOTE_CODES.has(base) || !QUOTE_CODES.has(quote) || base === quote || !priced) return [];
      const found = computeQuotePrice(ticker, now);
      return typeof found === "string" ? [] : { venue, trust, usdFiat, ticker, ...found };
    });
  });
  const ends = edges.flatMap((edge) => [edge.ticker.base, edge.ticker.quote].map((code) => ({ code, edge })));
  const byCode = groupBy(ends, ({ code }) => code);
  return new Map([...byCode].map(([code, group]) => [code, group.map(({ edge }) => edge)]));
}

/** The code at the other end. */
export function getOtherEnd({ ticker }: QuoteEdge, code: string): string {
  return ticker.base === code ? ticker.quote : ticker.base;
}

/** The value of `code` by a ticker whose other end has a rate; `null` if it has none. */
export function orientEdge(edge: QuoteEdge, code: string, rates: QuoteRates): PricedTicker | null {
  const { usd = null, usd24hAgo = null } = rates.get(getOtherEnd(edge, code)) ?? {};
  if (usd === null) return null;
  const { venue, trust, ticker, price, quality, freshness } = edge;
  const { base, open24h } = ticker;
  const convert = (inQuote: number, other: number) => keepPositive(base === code ? inQuote * other : other / inQuote);
  const priceUsd = convert(price, usd);
  if (priceUsd === null) return null;
  return {
    venue,
    trust,
    ticker,
    price,
    priceUsd,
    quality,
    freshness,
    reason: null,
    priceUsd24hAgo: open24h === null || usd24hAgo === null ? null : convert(open24h, usd24hAgo),
    // Reversed, the solved end is the base, and one unit of the quote is worth what this edge says.
    volumeUsd: computeVolumeUsd(ticker, price, base === code ? usd : priceUsd),
  };
}
