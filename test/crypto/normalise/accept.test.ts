import { describe, expect, it } from "vitest";
import { acceptRecord } from "../../../build/crypto/normalise/accept.ts";
import { Dropped, type RecordKind, type RecordKinds } from "../../../build/crypto/normalise/record.ts";
import { NOW, RECORDS } from "./records.ts";

const DAY_MS = 86_400_000;
const KINDS = Object.keys(RECORDS) as RecordKind[];

/** The judgement on the kind's example with something else in it. */
function judge<K extends RecordKind>(kind: K, change: Partial<RecordKinds[K]>): RecordKinds[K] | Dropped {
  return acceptRecord(kind, { ...RECORDS[kind], ...change }, { now: NOW });
}

function reasonOf<K extends RecordKind>(kind: K, change: Partial<RecordKinds[K]>): string | undefined {
  const judged = judge(kind, change);
  if (judged instanceof Dropped) expect(judged.fault).toBe(true);
  return judged instanceof Dropped ? judged.reason : undefined;
}

describe("a plausible record", () => {
  it.each(KINDS)("of the kind %s is unchanged", (kind) => {
    expect(acceptRecord(kind, RECORDS[kind], { now: NOW })).toEqual(RECORDS[kind]);
  });
});

describe("every number of a record", () => {
  /** The numbers of the example, each as a change that spoils it. */
  function* spoil(kind: RecordKind, value: number): Generator<[string, RecordKinds[RecordKind]]> {
    for (const [name, known] of Object.entries(RECORDS[kind])) {
      if (typeof known === "number") yield [name, { ...RECORDS[kind], [name]: value } as RecordKinds[RecordKind]];
    }
  }

  /** Not published, and only looked at for being zero or for a position. */
  const UNUSED = new Set(["trades", "chainId", "yearEstablished", "markets"]);

  it.each(KINDS)("of the kind %s is refused or left unknown when it is not finite", (kind) => {
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
      for (const [name, record] of spoil(kind, value)) {
        if (UNUSED.has(name)) continue;
        const judged = acceptRecord(kind, record, { now: NOW });
        if (!(judged instanceof Dropped)) expect((judged as unknown as Record<string, unknown>)[name], name).toBeNull();
      }
    }
  });

  it("of a coin may be absurdly large without any product of two leaving the range of numbers", () => {
    const judged = judge("coin", { priceUsd: 1e18, circulatingSupply: 1e30, maxSupply: 1e31, totalSupply: 1e308 });
    expect(judged).toMatchObject({ priceUsd: 1e18, circulatingSupply: 1e30, maxSupply: null, totalSupply: null });
  });
});

type Case = { [K in RecordKind]: [kind: K, change: Partial<RecordKinds[K]>] }[RecordKind];
/** Cases of one field of a kind. */
const each = <K extends RecordKind, F extends keyof RecordKinds[K]>(
  kind: K,
  field: F,
  ...values: RecordKinds[K][F][]
) => values.map((value) => [kind, { [field]: value }] as unknown as Case);

const BAD_CODES = ["", " ", " BTC", "BTC\n", "B\u0000C", "BTC\u200b", "BTC\u200d", "\u202eBTC", "BTC\u2028"];
BAD_CODES.push("B\u00adTC", "\ud83d", "X".repeat(65));
const BAD_IDS = ["__proto__", "constructor", "toString", "hasOwnProperty"];
const LATE = NOW + DAY_MS;

describe("a record is refused", () => {
  it.each<[string, Case[]]>([
    ["implausible price", each("ticker", "last", -1, 5e-324, 1e19)],
    ["implausible price", each("coin", "priceUsd", -1, 5e-324, 1e19)],
    ["implausible time", [...each("ticker", "tradeTimeMs", LATE, 0), ...each("coin", "updatedAtMs", LATE)]],
    ["implausible time", [...each("tvl", "timeMs", LATE, -1), ...each("index", "timeMs", LATE)]],
    ["implausible time", each("article", "publishedAtMs", NOW + 2 * DAY_MS)],
    ["implausible code", [...each("listing", "base", ...BAD_CODES), ...each("ticker", "quote", ...BAD_CODES)]],
    ["implausible code", [...each("coin", "symbol", ...BAD_CODES), ...each("coin", "id", "x".repeat(129), ...BAD_IDS)]],
    ["implausible code", each("coin-detail", "id", ...BAD_IDS)],
    ["implausible name", [...each("exchange", "id", ...BAD_IDS), ...each("coin", "name", "Bit\u202ecoin", " ")]],
    ["implausible name", [...each("protocol", "name", "a\u0007b"), ...each("protocol", "id", "\u202Egnp.exe")]],
    ["implausible name", each("chain", "name", "x".repeat(201))],
    ["implausible volume", [...each("ticker", "baseVolume", -1), ...each("ticker", "usdVolume", 1e40)]],
    ["implausible volume", each("dex-volume", "total24hUsd", -1)],
    ["implausible total", each("global", "totalMarketCapUsd", 0, -1, 2e15)],
    ["implausible number of coins", each("global", "activeCoins", 0, -1, 17_000.5, 1e308)],
    ["implausible TVL", [...each("tvl", "tvlUsd", 3.4e17), ...each("chain", "tvlUsd", -1)]],
    ["value outside 0 to 100", each("index", "value", -1, 101)],
    ["implausible rate", [...each("rate", "quote", "eur", "USDT"), ...each("rate", "rate", 0, -1, 1e-12, 1e12)]],
    ["implausible date", each("rate", "date", "2026-11-31T00", "yesterday", "2026-13-01", "2026-11-21", "2026-11-23")],
    ["no title or link", each("article", "title", "", "x".repeat(1_001))],
    ["no title or link", each("article", "url", "javascript:alert(1)")],
  ])("with %s (%#)", (reason, cases) => {
    for (const [kind, change] of cases)
      expect(reasonOf(kind, change), `${kind} ${JSON.stringify(change)}`).toBe(reason);
  });
});

describe("a record is accepted", () => {
  const CODES = ["../../x", "CON", "$ANRX", "🚀", "100%", "__PROTO__", "CONSTRUCTOR", "ƵÉ", "a b"];
  it.each<[string, Case[]]>([
    ["a real code of any characters", [...each("ticker", "base", ...CODES), ...each("coin", "symbol", ...CODES)]],
    ["a clock that is 5 minutes ahead", each("ticker", "tradeTimeMs", NOW + 5 * 60_000)],
    ["an article from a time zone ahead", each("article", "publishedAtMs", NOW + 14 * 3_600_000)],
    ["a long id of a bridged coin", each("coin", "id", "x".repeat(128))],
    ["a name with joined emoji", each("coin", "name", "Dev 👩‍💻 Coin")],
    ["the ends of the index", each("index", "value", 0, 100)],
  ])("with %s", (_, cases) => {
    for (const [kind, change] of cases) expect(reasonOf(kind, change), JSON.stringify(change)).toBeUndefined();
  });

  it("with a rate of tomorrow, once that day has begun in the east", () => {
    const tomorrow = { ...RECORDS.rate, date: "2026-11-21" };
    expect(acceptRecord("rate", tomorrow, { now: Date.UTC(2026, 10, 20, 12) })).toEqual(tomorrow);
  });
});

const HIDDEN = ["\u202Egnp.exe", "a\u0007b", "zero\u200Bwidth", "line\nbreak", "A".repeat(1_000_000)];

describe("a record is kept with", () => {
  it.each<[string, Case, Record<string, unknown>]>([
    ["a tiny price", ["ticker", { last: 1e-12, bid: 9e-13, ask: 1.1e-12 }], { last: 1e-12, bid: 9e-13 }],
    ["a tinier price of a coin", ["coin", { priceUsd: 1e-18 }], { priceUsd: 1e-18 }],
    ["a price of zero without trades", ["ticker", { last: 0 }], { last: 0 }],
    ["an unknown price instead of zero", ["coin", { priceUsd: 0 }], { priceUsd: null }],
    ["an unknown time of its high", ["coin", { athTimeMs: LATE }], { athUsd: 126_000, athTimeMs: null }],
    ["an unknown time of totals", ["global", { updatedAtMs: LATE }], { updatedAtMs: null }],
    ["an upper-case symbol", ["coin", { symbol: "sats" }], { symbol: "SATS" }],
    ["a volume of zero", ["coin", { volumeUsd: 0 }], { volumeUsd: 0 }],
    ["a volume of zero on an exchange", ["exchange", { volume24hBtc: 0 }], { volume24hBtc: 0 }],
    ["an unknown volume of an exchange", ["exchange", { volume24hBtc: 1e9 }], { volume24hBtc: null }],
    ["no sparkline with a zero", ["coin", { sparklineUsd: [1, 0, 1] }], { sparklineUsd: [] }],
    ["no sparkline that is not finite", ["coin", { sparklineUsd: [1, Number.NaN] }], { sparklineUsd: [] }],
    ["no sparkline that is too long", ["coin", { sparklineUsd: new Array(5_000).fill(1) }], { sparklineUsd: [] }],
    ["a week of prices", ["coin", { sparklineUsd: new Array(169).fill(1) }], { sparklineUsd: { length: 169 } }],
    [
      "the plausible chains of a protocol",
      ["protocol", { chainTvlsUsd: { Ethereum: 1, Broken: -1, Absurd: 1e20 } }],
      { chainTvlsUsd: { Ethereum: 1 } },
    ],
  ])("%s", (_, [kind, change], expected) => {
    expect(judge(kind, change)).toMatchObject(expected);
  });

  it("no other implausible extra", () => {
    const extras = { marketCapUsd: 1e16, volumeUsd: -1, high24hUsd: -5, athUsd: 0 };
    const others = { change24hUsd: Number.NaN, changePercentage24h: -101, changePercentage7d: 3_511_824, rank: 0.5 };
    const unknown = (change: object) => Object.fromEntries(Object.keys(change).map((name) => [name, null]));
    const coin = { ...extras, ...others, maxSupply: 0 };
    expect(judge("coin", coin)).toEqual({ ...RECORDS.coin, ...unknown(coin) });
    const ticker = { bid: -1, ask: 0, open24h: Number.NaN, vwap: 1e19 };
    expect(judge("ticker", ticker)).toEqual({ ...RECORDS.ticker, ...unknown(ticker) });
  });

  it.each(HIDDEN.map((text) => [text.slice(0, 20), text]))("no text such as %j", (_, text) => {
    expect(judge("exchange", { country: text })).toMatchObject({ country: null });
    expect(judge("protocol", { symbol: text, category: text, chains: ["Ethereum", text] })).toMatchObject({
      symbol: null,
      category: null,
      chains: ["Ethereum"],
    });
    expect(judge("protocol", { chainTvlsUsd: { [text]: 1 } })).toMatchObject({ chainTvlsUsd: {} });
    expect(judge("chain", { tokenSymbol: text })).toMatchObject({ tokenSymbol: null });
    expect(judge("coin-detail", { categories: [text], platforms: { ethereum: text, [text]: "0x" } })).toMatchObject({
      categories: [],
      platforms: {},
    });
  });
});

describe("the volumes of a ticker", () => {
  const accepts = (
    last: number,
    baseVolume: number | null,
    quoteVolume: number | null,
    open24h: number | null = null,
  ) => !(judge("ticker", { last, baseVolume, quoteVolume, open24h }) instanceof Dropped);

  it("fit its price if their quotient is near it", () => {
    expect(accepts(100, 10, 1_000)).toBe(true);
    expect(accepts(100, 10, 2_000)).toBe(true);
    expect(accepts(100, 10, 2_001)).toBe(false);
    expect(accepts(100, 10, 499)).toBe(false);
  });

  it("fit only a price near 1 where they are exchanged", () => {
    expect(accepts(100, 1_000, 10)).toBe(false);
    expect(accepts(0.01, 10, 1_000)).toBe(false);
    expect(accepts(1.2, 12, 10)).toBe(true);
  });

  it("may lie anywhere between two prices of a coin that multiplied within the day", () => {
    expect(accepts(100, 10, 100)).toBe(false);
    expect(accepts(100, 10, 100, 8)).toBe(true);
    expect(accepts(8, 10, 900, 100)).toBe(true);
  });

  it("fit any price if one of the two is missing or nothing was traded", () => {
    for (const [base, quote] of [
      [null, 5],
      [5, null],
      [0, 5],
      [5, 0],
    ] as const) {
      expect(accepts(100, base, quote)).toBe(true);
    }
  });

  it("leave the ticker out without a fault where they contradict its price", () => {
    expect(judge("ticker", { last: 100, baseVolume: 1_000, quoteVolume: 10, open24h: null })).toMatchObject({
      reason: "volumes contradict the price",
      fault: false,
    });
  });
});
