import { describe, expect, it } from "vitest";
import type { Dropped, Listing, Ticker } from "../../../build/crypto/normalise/record.ts";
import type { Source } from "../../../build/crypto/sources/source.ts";
import { type ReadResult, readFeed } from "../../crypto/sources/read-feed.ts";
import { samples } from "./samples.ts";

/** One body, and what the source has to read from it. */
export interface Case {
  title: string;
  source: Source;
  feed: string;
  /** A recorded body, below the folder of samples. */
  file: string;
  /** The recorded body as the upstream sends it. */
  wrap?(recorded: unknown): unknown;
  /** The listing that tickers are joined with. */
  listing?(body: unknown): readonly Listing[];
  /** When the body was recorded, where it matters: old answers of venues are refused. */
  now?: number;
  records: number;
  /** Rows left out, by reason. */
  dropped?: Readonly<Record<string, number>>;
  /** Matches the records, or the first of them. */
  match?: object | readonly object[];
  /** Price times volume is the quote volume within this share, and the open is as near. */
  tolerance?: number;
  // Records of any kind: each case is about the fields of its own.
  // biome-ignore lint/suspicious/noExplicitAny: the kind differs from case to case
  check?(records: any[], body: any, dropped: Dropped[]): void;
}

/** A body of another endpoint, or an error. */
export interface Refusal {
  source: Source;
  feeds: readonly string[];
  file: string;
  wrap?(recorded: unknown): unknown;
  now?: number;
  /** The number of faults where every row is refused; else the message of the error, or any. */
  refused: number | string | "all rows" | "the body";
}

/** Reads each body and compares the records; the tests are skipped where the folder is absent. */
export function testBodies(title: string, cases: readonly Case[], refusals: readonly Refusal[]): void {
  const name = ({ source, feed, title }: Case) => `${source.id} ${feed}: ${title}`;
  const nameRefusal = ({ source, file, refused }: Refusal) => `${source.id}: ${refused} of ${file}`;
  describe.skipIf(!samples.available)(`${title} (skipped where the folder is absent)`, () => {
    it.each(cases.map((each) => [name(each), each] as const))("%s", (_, each) => checkCase(each));

    it.each(refusals.map((each) => [nameRefusal(each), each] as const))("refuse %s", (_, each) => checkRefusal(each));
  });
}

export const load = (file: string): unknown => (/\.json$/.test(file) ? samples.readJson(file) : samples.readText(file));

/** A listing for tickers whose own was not recorded: every name is a trading spot market. */
export function listMarkets(
  markets: Iterable<string>,
  base: (market: string) => string = (market) => market,
): Listing[] {
  return [...markets].map((market) => ({
    market,
    base: base(market),
    quote: "QUOTE",
    trading: true,
    type: "spot",
    baseName: null,
  }));
}

/** Such a listing from a field of the ticker rows. */
export const listBy =
  (field: string, rows: (body: never) => readonly object[] = (body) => body) =>
  (body: unknown): Listing[] =>
    listMarkets(rows(body as never).map((row) => String((row as Record<string, unknown>)[field])));

export const readListing = (source: Source, file: string): Listing[] =>
  readFeed<"listing">(source, "listing", load(file)).records;

function checkCase({ source, feed, file, wrap, listing, now, ...expected }: Case): void {
  const sent = wrap === undefined ? load(file) : wrap(load(file));
  const { records, dropped }: ReadResult<never> = readFeed(source, feed, sent, {
    ...(now === undefined ? {} : { now }),
    ...(listing === undefined ? {} : { records: { listing: listing(sent) } }),
    ...(feed === "details" ? { request: { url: "" } } : {}),
  });
  const reasons = new Map<string, number>();
  for (const { reason } of dropped) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  expect(records).toHaveLength(expected.records);
  expect(Object.fromEntries(reasons)).toEqual(expected.dropped ?? {});
  const { match, tolerance, check } = expected;
  if (match !== undefined) expect(Array.isArray(match) ? records : records[0]).toMatchObject(match);
  if (tolerance !== undefined) for (const ticker of records) checkTicker(ticker, tolerance);
  check?.(records, sent, dropped);
}

function checkTicker({ last, baseVolume, quoteVolume, open24h, bid, ask }: Ticker, tolerance: number): void {
  if (quoteVolume !== null && baseVolume !== null) {
    expect(Math.abs(quoteVolume / baseVolume / last - 1)).toBeLessThan(tolerance);
  }
  if (open24h !== null) expect(Math.abs(open24h / last - 1)).toBeLessThan(tolerance);
  if (bid !== null && ask !== null) expect(ask).toBeGreaterThan(bid);
}

function checkRefusal({ source, feeds, file, wrap, now, refused }: Refusal): void {
  for (const feed of feeds) {
    const body = wrap === undefined ? load(file) : wrap(load(file));
    const options = { ...(now !== undefined && { now }), ...(feed === "details" && { request: { url: "" } }) };
    const read = () => readFeed(source, feed, body, options);
    if (refused === "the body") expect(read).toThrow();
    else if (typeof refused === "string" && refused !== "all rows") expect(read).toThrow(refused);
    else {
      const { records, dropped } = read();
      expect(records).toEqual([]);
      expect(dropped.length > 0 && dropped.every(({ fault }) => fault)).toBe(true);
      if (typeof refused === "number") expect(dropped).toHaveLength(refused);
    }
  }
}

/** Bitfinex: each list was recorded alone. One call for all sends them in one list. */
export const joinBitfinex = (pairs: unknown): unknown[] =>
  [pairs, ...["sym", "label"].map((map) => load(`exchanges/bitfinex/conf_pub_map_currency_${map}.json`))].map(
    (list) => (list as unknown[])[0],
  );

/**
 * Kraken: the listing of that day was not recorded. The keys of the tickers are pairs of public
 * codes, so a listing in the real shape follows from them.
 */
export function wrapKrakenListing(tickers: unknown): { error: []; result: object } {
  const pairs = Object.keys((tickers as { result: object }).result).map((key) => {
    const [base, quote] = key.replace(/:.*/, "").split("/");
    return [key, { wsname: key, aclass_base: "currency", base, quote, status: "online" }];
  });
  return { error: [], result: Object.fromEntries(pairs) };
}

/** Alternative.me: the history was recorded without its envelope. */
export const wrapIndex = (data: unknown) => ({ name: "Fear and Greed Index", data, metadata: { error: null } });

/** DefiLlama: the series was recorded at an older address, with another name of the value. */
export const renameTvl = (body: unknown) =>
  (body as { date: string; totalLiquidityUSD: number }[]).map(({ date, totalLiquidityUSD: tvl }) => ({ date, tvl }));

/** The bank's data service as its history file: `D,AUD,2026-02-17,1.6776` becomes a cube. */
export function wrapFixings(csv: unknown): string {
  const rows = String(csv).trim().split("\n").slice(1);
  const days = new Map<string, string>();
  for (const row of rows) {
    const [, code, day = "", rate] = row.trim().split(",");
    days.set(day, `${days.get(day) ?? ""}<Cube currency="${code}" rate="${rate}"/>`);
  }
  const cubes = [...days].sort(([a], [b]) => (a > b ? -1 : 1)).map(([day, own]) => `<Cube time="${day}">${own}</Cube>`);
  return `<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01"><Cube>${cubes.join("")}</Cube></gesmes:Envelope>`;
}
