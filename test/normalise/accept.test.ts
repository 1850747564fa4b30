import { describe, expect, it } from "vitest";
import { acceptRecord } from "../../build/normalise/accept.ts";
import { Dropped, type RecordKind, type RecordKinds } from "../../build/normalise/record.ts";
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
  it.each(KINDS)("of the kind %s is kept as it is", (kind) => {
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
  const UNUSED = new Set(["trades", "chainId", "yearEstablished", "activeCoins", "markets"]);

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

describe("a price", () => {
  it.each([-1, 5e-324, 1e19])("of %d is refused", (price) => {
    expect(reasonOf("ticker", { last: price })).toBe("implausible price");
    expect(reasonOf("coin", { priceUsd: price })).toBe("implausible price");
  });

  it("may be as small as 1e-12 or smaller", () => {
    expect(judge("ticker", { last: 1e-12, bid: 9e-13, ask: 1.1e-12 })).toMatchObject({ last: 1e-12, bid: 9e-13 });
    expect(judge("coin", { priceUsd: 1e-18 })).toMatchObject({ priceUsd: 1e-18 });
  });

  it("of zero is a listing without trades, and unknown for a coin", () => {
    expect(judge("ticker", { last: 0 })).toMatchObject({ last: 0 });
    expect(judge("coin", { priceUsd: 0 })).toMatchObject({ priceUsd: null });
  });
});

describe("a time", () => {
  it("in the future is refused, unless clocks may differ by it", () => {
    expect(reasonOf("ticker", { tradeTimeMs: NOW + 5 * 60_000 })).toBeUndefined();
    expect(reasonOf("ticker", { tradeTimeMs: NOW + DAY_MS })).toBe("implausible time");
    expect(reasonOf("coin", { updatedAtMs: NOW + DAY_MS })).toBe("implausible time");
    expect(reasonOf("tvl", { timeMs: NOW + DAY_MS })).toBe("implausible time");
    expect(reasonOf("index", { timeMs: NOW + DAY_MS })).toBe("implausible time");
    expect(judge("coin", { athTimeMs: NOW + DAY_MS })).toMatchObject({ athUsd: 126_000, athTimeMs: null });
    expect(judge("global", { updatedAtMs: NOW + DAY_MS })).toMatchObject({ updatedAtMs: null });
  });

  it("of an article may be a time zone ahead, but not more", () => {
    expect(reasonOf("article", { publishedAtMs: NOW + 14 * 3_600_000 })).toBeUndefined();
    expect(reasonOf("article", { publishedAtMs: NOW + 2 * DAY_MS })).toBe("implausible time");
  });

  it("before there were times is refused", () => {
    expect(reasonOf("ticker", { tradeTimeMs: 0 })).toBe("implausible time");
    expect(reasonOf("tvl", { timeMs: -1 })).toBe("implausible time");
  });
});

describe("a code", () => {
  it.each(["../../x", "CON", "$ANRX", "🚀", "100%", "__PROTO__", "CONSTRUCTOR", "ƵÉ", "a b"])(
    "like %s is a real ticker",
    (code) => {
      expect(reasonOf("ticker", { base: code })).toBeUndefined();
      expect(reasonOf("coin", { symbol: code })).toBeUndefined();
    },
  );

  it.each([
    "",
    " ",
    " BTC",
    "BTC\n",
    "B\u0000C",
    "BTC\u200b",
    "BTC\u200d",
    "\u202eBTC",
    "BTC\u2028",
    "B\u00adTC",
    "\ud83d",
    "X".repeat(65),
  ])("like %j is refused", (code) => {
    expect(reasonOf("listing", { base: code })).toBe("implausible code");
    expect(reasonOf("ticker", { quote: code })).toBe("implausible code");
    expect(reasonOf("coin", { symbol: code })).toBe("implausible code");
  });

  it("becomes upper-case on a coin", () => {
    expect(judge("coin", { symbol: "sats" })).toMatchObject({ symbol: "SATS" });
  });
});

describe("an id", () => {
  it.each(["__proto__", "constructor", "toString", "hasOwnProperty"])("like %s is refused", (id) => {
    expect(reasonOf("coin", { id })).toBe("implausible code");
    expect(reasonOf("coin-detail", { id })).toBe("implausible code");
    expect(reasonOf("exchange", { id })).toBe("implausible name");
  });

  it("may be long, as bridged coins have them", () => {
    expect(reasonOf("coin", { id: "x".repeat(128) })).toBeUndefined();
    expect(reasonOf("coin", { id: "x".repeat(129) })).toBe("implausible code");
  });
});

describe("a name", () => {
  it("may be written with joined emoji, but not turn the direction or hide", () => {
    expect(reasonOf("coin", { name: "Dev 👩‍💻 Coin" })).toBeUndefined();
    expect(reasonOf("coin", { name: "Bit\u202ecoin" })).toBe("implausible name");
    expect(reasonOf("coin", { name: " " })).toBe("implausible name");
    expect(reasonOf("protocol", { name: "a\u0007b" })).toBe("implausible name");
    expect(reasonOf("protocol", { id: "\u202Egnp.exe" })).toBe("implausible name");
    expect(reasonOf("chain", { name: "x".repeat(201) })).toBe("implausible name");
  });
});

describe("an implausible extra", () => {
  it("costs only itself", () => {
    const judged = judge("coin", {
      marketCapUsd: 1e16,
      fullyDilutedValuationUsd: 0,
      volumeUsd: -1,
      high24hUsd: -5,
      change24hUsd: Number.NaN,
      changePercentage24h: -101,
      changePercentage7d: 3_511_824,
      rank: 0.5,
      athUsd: 0,
      maxSupply: 0,
    });
    expect(judged).toEqual({
      ...RECORDS.coin,
      marketCapUsd: null,
      fullyDilutedValuationUsd: null,
      volumeUsd: null,
      high24hUsd: null,
      change24hUsd: null,
      changePercentage24h: null,
      changePercentage7d: null,
      rank: null,
      athUsd: null,
      maxSupply: null,
    });
  });

  it("does not include a volume of zero, which is real", () => {
    expect(judge("coin", { volumeUsd: 0 })).toMatchObject({ volumeUsd: 0 });
    expect(judge("exchange", { volume24hBtc: 0 })).toMatchObject({ volume24hBtc: 0 });
  });

  it("removes the whole sparkline", () => {
    expect(judge("coin", { sparklineUsd: [1, 0, 1] })).toMatchObject({ sparklineUsd: [] });
    expect(judge("coin", { sparklineUsd: [1, Number.NaN] })).toMatchObject({ sparklineUsd: [] });
    expect(judge("coin", { sparklineUsd: new Array(5_000).fill(1) })).toMatchObject({ sparklineUsd: [] });
    expect(judge("coin", { sparklineUsd: new Array(169).fill(1) })).toMatchObject({ sparklineUsd: { length: 169 } });
  });

  it("leaves the rest of a ticker", () => {
    expect(judge("ticker", { bid: -1, ask: 0, open24h: Number.NaN, vwap: 1e19 })).toEqual({
      ...RECORDS.ticker,
      bid: null,
      ask: null,
      open24h: null,
      vwap: null,
    });
  });

  it("is unknown if it is a text with hidden characters, or too long", () => {
    for (const text of ["\u202Egnp.exe", "a\u0007b", "zero\u200Bwidth", "line\nbreak", "A".repeat(1_000_000)]) {
      expect(judge("exchange", { country: text })).toMatchObject({ country: null });
      expect(judge("protocol", { symbol: text, category: text, chains: ["Ethereum", text] })).toMatchObject({
        ...{ symbol: null, category: null, chains: ["Ethereum"] },
      });
      expect(judge("protocol", { chainTvlsUsd: { [text]: 1 } })).toMatchObject({ chainTvlsUsd: {} });
      expect(judge("chain", { tokenSymbol: text })).toMatchObject({ tokenSymbol: null });
      expect(judge("coin-detail", { categories: [text], platforms: { ethereum: text, [text]: "0x" } })).toMatchObject({
        ...{ categories: [], platforms: {} },
      });
    }
  });

  it("is left out of a protocol's chains", () => {
    expect(judge("protocol", { chainTvlsUsd: { Ethereum: 1, Broken: -1, Absurd: 1e20 } })).toMatchObject({
      chainTvlsUsd: { Ethereum: 1 },
    });
  });
});

describe("a volume", () => {
  it("that is negative or absurdly large is a fault of the row", () => {
    expect(reasonOf("ticker", { baseVolume: -1 })).toBe("implausible volume");
    expect(reasonOf("ticker", { usdVolume: 1e40 })).toBe("implausible volume");
    expect(judge("exchange", { volume24hBtc: 1e9 })).toMatchObject({ volume24hBtc: null });
    expect(reasonOf("dex-volume", { total24hUsd: -1 })).toBe("implausible volume");
  });
});

describe("totals", () => {
  it("are refused if zero, negative or above all money on earth", () => {
    for (const totalMarketCapUsd of [0, -1, 2e15]) {
      expect(reasonOf("global", { totalMarketCapUsd })).toBe("implausible total");
    }
    expect(reasonOf("tvl", { tvlUsd: 3.4e17 })).toBe("implausible TVL");
    expect(reasonOf("chain", { tvlUsd: -1 })).toBe("implausible TVL");
  });
});

describe("an index value", () => {
  it("lies between 0 and 100", () => {
    for (const value of [-1, 101]) expect(reasonOf("index", { value })).toBe("value outside 0 to 100");
    for (const value of [0, 100]) expect(reasonOf("index", { value })).toBeUndefined();
  });
});

describe("a rate", () => {
  it("needs two currency codes, a plausible number and a day that has begun somewhere", () => {
    expect(reasonOf("rate", { quote: "eur" })).toBe("implausible rate");
    expect(reasonOf("rate", { quote: "USDT" })).toBe("implausible rate");
    for (const rate of [0, -1, 1e-12, 1e12]) expect(reasonOf("rate", { rate })).toBe("implausible rate");
    for (const date of ["2026-11-31T00", "yesterday", "2026-13-01", "2026-11-23"]) {
      expect(reasonOf("rate", { date })).toBe("implausible date");
    }
    expect(reasonOf("rate", { date: "2026-11-21" })).toBe("implausible date");
    expect(
      acceptRecord("rate", { ...RECORDS.rate, date: "2026-11-21" }, { now: Date.UTC(2026, 10, 20, 12) }),
    ).toMatchObject({ date: "2026-11-21" });
  });
});

describe("an article", () => {
  it("needs a headline and a web address", () => {
    expect(reasonOf("article", { title: "" })).toBe("no title or link");
    expect(reasonOf("article", { title: "x".repeat(1_001) })).toBe("no title or link");
    expect(reasonOf("article", { url: "javascript:alert(1)" })).toBe("no title or link");
  });
});
