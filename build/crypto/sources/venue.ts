import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../lib/time.ts";
import type { Listing, Ticker } from "../normalise/record.ts";

export interface Venue {
  /** Weight of its vote on a price: 1, 0.7 or 0.4. An editable judgement. */
  trust: number;
  /** Its USD books may anchor the dollar. */
  usdFiat: boolean;
  /** Its id in CoinGecko's list of exchanges: name, country, year and logo come from there. */
  geckoId: string;
  /** Its row in the demo market's list of exchanges. `listedAs`: its name there, if another. */
  country?: string;
  since?: number;
  listedAs?: string;
  /** What it trades in the demo market. Absent: a venue of medium size that quotes in USDT. */
  demo?: VenueProfile;
}

/** What a venue lists and its share of all trade; invented, but in the order of the real venues. */
export interface VenueProfile {
  /** Share of a large coin's volume. */
  share: number;
  /** The chance that it lists a large coin. */
  density: number;
  /** The rank around which that chance has fallen to half of it. */
  depth: number;
  /**
   * `quote:chance:share`, main quote first: a coin has this quote with a chance, and a share of its
   * volume. `:depth` where smaller coins lack the quote.
   */
  quotes: string;
  /** Books of one fiat currency in another, or in a stablecoin. */
  crosses?: readonly string[];
  /** Pairs that it does not offer although the plan would allow them. */
  without?: readonly string[];
  /** Small coins' books may stand open by a tenth and more. */
  junkSpreads?: boolean;
  /** The finest price step: books whose price would have too few of them are not offered. */
  priceStep?: number;
}

/**
 * The fields of a venue's listing and tickers, by the upstream's names. The venue's two feeds and
 * its simulator in the demo market both follow from this declaration.
 */
export interface FlatVenue {
  /** The name of a market: `{BASE}-{QUOTE}`, `{base}{quote}` (lower-case). */
  form: string;
  /** The two calls may spell the name in different cases. */
  ignoreCase?: true;
  /** How prices and volumes are sent. */
  numbers: "text" | "number";
  /** The field that tells an error, its value when all is well, and the fields of the message. */
  status?: { field: string; ok: string | number; words: readonly string[] };
  /** Quotes in which a price is not comparable; volumes count. */
  unpricedQuotes?: readonly string[];
  listing: FlatListing;
  tickers: FlatTickers;
}

/** The last part of a path to an object with a row for each market, and the name as its field. */
export const BY_MARKET = "{market}";

/** The part of a path that stands for every row of a list. */
export const EACH_ROW = "{row}";

/**
 * Where a venue states when it made its answer. `data.time`: a field of the body. `data.{row}.ts`:
 * a field of each row, of which the newest counts, because rows of quiet markets stay old.
 */
export interface AnswerTime {
  path: string;
  unitMs: number;
}

export interface FlatListing {
  url: string;
  maxBytes?: number;
  /**
   * The path of the rows in the body (`result.list`). Absent: the body itself. `data.{market}`: the
   * fields of `data` are the rows, and the name of each is its field `{market}`.
   */
  rows?: string;
  market: string;
  /** Absent: the code is part of the market's name. */
  base?: string;
  quote?: string;
  baseName?: string;
  /** A market trades where each of these fields has one of the values. */
  trading: Readonly<Record<string, readonly unknown[]>>;
  /** Absent: every market is a spot market. `bases`: all base codes of the listing, upper-case. */
  findType?(market: FlatMarket, bases: ReadonlySet<string>): Listing["type"];
}

/** A row of a listing; the codes as the venue spells them. */
export interface FlatMarket {
  market: string;
  base: string;
  quote: string;
  baseName: string | null;
  /** All fields of the row, unchecked. */
  fields: Readonly<Record<string, unknown>>;
}

export interface FlatTickers {
  url: string;
  maxBytes?: number;
  /** As in the listing. */
  rows?: string;
  /** Values that have to stand beside the rows. */
  beside?: Readonly<Record<string, string>>;
  /** Where a row is a list, the fields are named by their places in it: `"0"`. */
  fields: { market: string; last: string } & Partial<
    Record<Exclude<keyof Ticker, "market" | "last" | "base" | "quote" | "priced">, string>
  >;
  /** The change in 24 hours, where a row lacks its open; in percent, as a ratio or as a price. */
  change?: { field: string; unit: "percent" | "ratio" | "price" };
  /** Like `trading` of the listing, for tickers that state it too: they are newer. */
  trading?: FlatListing["trading"];
  /** An answer that is too old by it is refused. Not the time of a trade: see `tradeTimeMs`. */
  madeAt?: AnswerTime;
  /** Markets that never traded have no last price; that is not a fault. */
  mayLackLast?: true;
}

/** The lengths of candles, in the order of `VenueCandles.intervals`. */
export const CANDLE_LENGTHS_MS: readonly number[] = [5 * MINUTE_MS, HOUR_MS, DAY_MS];

/**
 * A venue's candles. Requests, reader and simulator follow from this declaration.
 */
export interface VenueCandles {
  /** Order of preference, 1 first: depth of history and order books. */
  rank: number;
  /** The quote of the markets that are used. */
  quote: "USD" | "USDT";
  /**
   * The address with `{market}`, `{interval}` and bounds in `Ms`, `Seconds` or `Iso`: `from`, `to`
   * (not included), `before` and `end` (one unit earlier than these), `last` (the last start).
   */
  url: string;
  /** How the address writes five minutes, an hour and a day. */
  intervals: readonly [minutes: string, hour: string, day: string];
  /** The market's name in the address, where it is not the listing's. */
  nameOf?(market: string): string;
  maxPerCall: number;
  reach?: number;
  /** The path of the rows in the body. */
  rows?: string;
  /** What stands where in a row; `time`, the four prices and `baseVolume` have to be among it. */
  columns: readonly string[] | Readonly<Record<string, string>>;
  timeUnitMs: number;
}
