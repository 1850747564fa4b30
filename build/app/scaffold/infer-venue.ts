import { isLeveragedCode } from "../../crypto/sources/kit/venue-feeds.ts";
import type { FlatVenue } from "../../crypto/sources/venue.ts";
import { inferNames, inferStatus, inferTrading, type Names, splitRow } from "./infer-listing.ts";
import { inferTickerFields } from "./infer-tickers.ts";
import { findField, findRows, NAMES, type Row, type Rows, replaceRows } from "./venue-body.ts";

/** The two bodies of a venue, and where they come from. */
export interface VenueBodies {
  listing: { url: string; body: unknown };
  tickers: { url: string; body: unknown };
}

export interface InferredVenue {
  flat: FlatVenue;
  /** What the bodies do not tell, by the field of the declaration: a question to a person. */
  questions: ReadonlyMap<string, string>;
  /** The two bodies with one row each, of the same market: for a test. */
  example: { listing: unknown; tickers: unknown };
}

/**
 * The declaration of a flat venue, derived from one body of its listing and one of its tickers.
 * Fields are found by their names, and numbers confirm them: the last price lies between the low
 * and the high; the quote volume is the base volume times the price. What is left is a question.
 * Throws where base and quote cannot be told apart: such a venue needs `defineVenue`.
 */
export function inferVenue({ listing, tickers }: VenueBodies): InferredVenue {
  const questions = new Map<string, string>();
  const listed = findRows(listing.body, "the listing");
  const priced = findRows(tickers.body, "the tickers");
  const names = inferNames(listed.rows, priced.rows);
  const fields = inferTickerFields(priced.rows, names.ticker, questions);
  const trading = inferTrading(listed.rows, questions);
  const status = inferStatus(listing.body, listed.path, questions);
  const bases = listed.rows.map((row) => splitRow(row, names).base);
  const leveraged = bases.find((base) => isLeveragedCode(base));
  if (leveraged !== undefined) {
    questions.set("findType", `${leveraged} looks like a leveraged token: which field or code tells the type?`);
  }
  const baseName = findField(listed.rows, NAMES.baseName);
  const ignoreCase = !priced.rows.some((row) => names.markets.has(String(row[names.ticker])));
  return {
    questions,
    example: cutBodies({ listing, tickers }, names, listed, priced),
    flat: {
      form: names.form,
      ...(ignoreCase ? { ignoreCase: true } : {}),
      numbers: priced.rows.some((row) => typeof row[fields.fields.last] === "number") ? "number" : "text",
      ...(status === undefined ? {} : { status }),
      listing: {
        url: listing.url,
        ...(listed.path === "" ? {} : { rows: listed.path }),
        market: names.market,
        ...(names.base === undefined ? {} : { base: names.base }),
        ...(names.quote === undefined ? {} : { quote: names.quote }),
        ...(baseName === undefined ? {} : { baseName }),
        trading,
      },
      tickers: { url: tickers.url, ...(priced.path === "" ? {} : { rows: priced.path }), ...fields },
    },
  };
}

/** BTC in its first quote, else the first market that both bodies have. */
function cutBodies(
  { listing, tickers }: VenueBodies,
  names: Names,
  listed: Rows,
  priced: Rows,
): InferredVenue["example"] {
  const name = (row: Row, field: string) => String(row[field]).toLowerCase();
  const pairs = listed.rows.flatMap((market) => {
    const ticker = priced.rows.find((row) => name(row, names.ticker) === name(market, names.market));
    return ticker === undefined ? [] : [{ market, ticker }];
  });
  const pair = pairs.find(({ market }) => splitRow(market, names).base.toUpperCase() === "BTC") ?? pairs[0];
  return {
    listing: replaceRows(listing.body, listed.path, [pair?.market]),
    tickers: replaceRows(tickers.body, priced.path, [pair?.ticker]),
  };
}
