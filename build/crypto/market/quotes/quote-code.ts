export type QuoteKind = "fiat" | "stablecoin" | "coin";

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

/** Throws a RangeError if no venue quotes in it. */
export function getQuoteCode(code: string): QuoteCode {
  const found = QUOTE_CODES.get(code);
  if (found === undefined) throw new RangeError(`${code} is no quote`);
  return found;
}

/** Whether the code is a national currency. */
export function isFiat(code: string): boolean {
  return QUOTE_CODES.get(code)?.kind === "fiat";
}
