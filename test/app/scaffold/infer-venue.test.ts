import { describe, expect, it } from "vitest";
import { inferVenue } from "../../../build/app/scaffold/infer-venue.ts";
import { addRegistryEntry } from "../../../build/app/scaffold/registry-entry.ts";
import { renderVenue } from "../../../build/app/scaffold/render-venue.ts";
import { renderVenueTest } from "../../../build/app/scaffold/render-venue-test.ts";
import { createDemoMarket } from "../../../build/crypto/demo/create-demo-market.ts";
import { simulators } from "../../../build/crypto/demo/simulators.ts";
import { sources } from "../../../build/crypto/sources/registry.ts";
import type { FlatVenue } from "../../../build/crypto/sources/venue.ts";

const demo = createDemoMarket({ seed: 1, coins: 60, now: Date.UTC(2026, 10, 20, 10, 15) });

const listingRow = { market: "BTC-EUR", status: "trading", base: "BTC", quote: "EUR" };
const tickerRow = {
  market: "BTC-EUR",
  startTimestamp: 1_790_000_000_000,
  closeTimestamp: 1_790_086_399_000,
  open: "72000",
  high: "74000",
  low: "71000",
  last: "73300",
  bid: "73299",
  ask: "73301",
  volume: "2",
  volumeQuote: "146000",
};
const listing = [listingRow, { ...listingRow, market: "ETH-EUR", base: "ETH", status: "halted" }];
const tickers = [tickerRow, { ...tickerRow, market: "ETH-EUR", closeTimestamp: 1_790_086_398_000 }];
const infer = (listed: unknown, priced: unknown) =>
  inferVenue({
    listing: { url: "https://a.example/m", body: listed },
    tickers: { url: "https://a.example/t", body: priced },
  });

/** The simulated responses of a venue. */
function simulateBodies(id: string, { listing, tickers }: FlatVenue) {
  const simulator = simulators.find(({ source }) => source === id);
  const get = (url: string) => ({ url, body: simulator?.answer({ url: new URL(url), headers: {} }, demo)?.body });
  return { listing: get(listing.url), tickers: get(tickers.url) };
}

const flatVenues = sources.flatMap(({ id, flat }) => (flat === undefined || id === "bybit" ? [] : [{ id, flat }]));
const hasNames = ({ flat }: { flat: FlatVenue }) => !/^\d+$/.test(flat.tickers.fields.market);

describe("the declaration of a venue", () => {
  it("follows from one response of its listing and one of its tickers", () => {
    const { flat, questions } = infer(listing, tickers);
    expect(flat).toEqual({
      form: "{BASE}-{QUOTE}",
      numbers: "text",
      listing: {
        url: "https://a.example/m",
        market: "market",
        base: "base",
        quote: "quote",
        trading: { status: ["trading"] },
      },
      tickers: {
        url: "https://a.example/t",
        fields: {
          market: "market",
          last: "last",
          bid: "bid",
          ask: "ask",
          baseVolume: "volume",
          quoteVolume: "volumeQuote",
          open24h: "open",
          tradeTimeMs: "closeTimestamp",
        },
      },
    });
    expect([...questions.keys()]).toEqual(["open24h", "tradeTimeMs"]);
  });

  it.each(flatVenues.filter(hasNames))("of $id is found again in its simulated responses", ({ id, flat }) => {
    const found = inferVenue(simulateBodies(id, flat));
    const { form, numbers } = flat;
    const { market, base, quote, rows } = flat.listing;
    expect(found.flat).toMatchObject({
      form,
      numbers,
      listing: JSON.parse(JSON.stringify({ market, base, quote, rows })),
    });
    const { bid, ask } = flat.tickers.fields;
    expect(found.flat.tickers.fields).toMatchObject(JSON.parse(JSON.stringify({ bid, ask })));
    expect(found.flat.tickers.rows).toBe(flat.tickers.rows);
  });

  it.each(flatVenues.filter((venue) => !hasNames(venue)))(
    "of $id is left to a person: its rows are lists",
    ({ id, flat }) => {
      expect(() => inferVenue(simulateBodies(id, flat))).toThrow(
        "The rows of the tickers are lists, whose elements have no names",
      );
    },
  );

  it("reads markets and tickers that are objects by market", () => {
    const markets = ["BTC-EUR", "ETH-EUR", "SOL-EUR"];
    const byMarket = (row: object) => Object.fromEntries(markets.map((market) => [market, row]));
    const { market: _, ...ticker } = tickerRow;
    const { flat, example } = infer(
      { code: 0, data: markets.map((market) => ({ ...listingRow, market, base: market.slice(0, 3) })) },
      { code: 0, data: { ticker: byMarket(ticker), time: 1 } },
    );
    expect(flat.tickers).toMatchObject({ rows: "data.ticker.{market}", fields: { market: "{market}", last: "last" } });
    expect(example.tickers).toEqual({ code: 0, data: { ticker: { "BTC-EUR": ticker }, time: 1 } });
  });

  it("takes the longest list, not the sections of a body that have the same fields", () => {
    const section = (rows: object[]) => ({ list: rows, total: rows.length });
    const sections = { margin: section([]), spot: section([...tickers, ...tickers]), futures: section([]) };
    expect(infer(listing, { data: sections }).flat.tickers.rows).toBe("data.spot.list");
  });

  it("says which body has no rows", () => {
    expect(() => infer(listing, { data: {} })).toThrow("The body of the tickers has no list of rows");
    expect(() => infer({}, tickers)).toThrow("The body of the listing has no list of rows");
  });

  it("asks whether the only volume is in base or quote units", () => {
    const { questions } = infer(
      listing,
      tickers.map(({ volumeQuote: _, ...row }) => row),
    );
    expect(questions.get("baseVolume")).toBe("Is volume in units of the base, and of the last 24 hours?");
  });

  it("asks whether an open is that of the calendar day, unless its name says 24 hours", () => {
    expect(infer(listing, tickers).questions.get("open24h")).toMatch(/^Is open the price 24 hours ago\?/);
    const rows = tickers.map(({ open, ...row }) => ({ ...row, open24h: open }));
    const { flat, questions } = infer(listing, rows);
    expect(flat.tickers.fields.open24h).toBe("open24h");
    expect(questions.has("open24h")).toBe(false);
  });

  it("asks for the unit of a change", () => {
    const rows = tickers.map(({ open: _, ...row }) => ({ ...row, change: "0.018" }));
    const { flat, questions } = infer(listing, rows);
    expect(flat.tickers.change).toEqual({ field: "change", unit: "percent" });
    expect(questions.get("change")).toBe("Is change a change in percent, as a ratio, or in units of the price?");
  });

  it("takes as the last price what lies between the low and the high", () => {
    const rows = tickers.map((row) => ({ ...row, last: "1", close: row.last }));
    expect(infer(listing, rows).flat.tickers.fields.last).toBe("close");
  });

  it("refuses venues whose names do not tell base from quote", () => {
    expect(() => infer([{ symbol: "BTCEUR" }], [{ symbol: "BTCEUR", last: 1 }])).toThrow(/defineVenue/);
    expect(() => infer({ BTC: { a: 1 } }, tickers)).toThrow(/no list of rows/);
  });

  it("becomes a file with its open questions, and a test with one real row", () => {
    const venue = infer(listing, tickers);
    expect(renderVenue("a-b", venue)).toContain("// CHECK: Is closeTimestamp the time of the last trade?");
    expect(renderVenueTest("a-b", venue)).toContain("last: 73300,bid: 73299");
    expect(renderVenueTest("a-b", venue)).not.toContain("ETH-EUR");
  });
});

describe("an entry of a registry", () => {
  const registry =
    'import { b } from "./exchanges/b.ts";\nimport { c } from "./fiat/c.ts";\n\nexport const all = [\n  b,\n  c,\n];\n';

  it("follows the last one of its folder", () => {
    expect(addRegistryEntry(registry, "exchanges", "a-x", "aX")).toBe(
      'import { b } from "./exchanges/b.ts";\nimport { aX } from "./exchanges/a-x.ts";\nimport { c } from "./fiat/c.ts";\n\nexport const all = [\n  b,\n  aX,\n  c,\n];\n',
    );
  });

  it("has a note where the others have one", () => {
    const noted = 'import { b } from "./endpoints/b.ts";\n\nconst all = [\n  b, // /b\n];\n';
    expect(addRegistryEntry(noted, "endpoints", "a-x", "aX", "/a-x")).toContain("  b, // /b\n  aX, // /a-x\n");
  });

  it("is refused where the registry has none of the folder", () => {
    expect(() => addRegistryEntry(registry, "news", "a", "a")).toThrow(/no entry from .\/news\//);
  });
});
