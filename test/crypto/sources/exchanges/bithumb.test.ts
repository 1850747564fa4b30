import { describe, expect, it } from "vitest";
import { bithumb } from "../../../../build/crypto/sources/exchanges/bithumb.ts";
import { brokenNumbers } from "../broken-values.ts";
import { countReasons, readFeed } from "../read-feed.ts";
import { describeVenue, type Row, spot, type VenueCase } from "./describe-venue.ts";

/** The rows by the code of the base, and the time of the answer among them. */
const wrap = (rows: readonly Row[]) => ({
  status: "0000",
  data: { ...Object.fromEntries(rows.map(({ code, ...row }) => [code, row])), date: "1795166000123" },
});

const bithumbCase: VenueCase = {
  source: bithumb,
  tickersBody: wrap,
  // The quote comes first.
  listing: { market: "KRW-ABC", korean_name: "예", english_name: "Example", market_warning: "NONE" },
  lists: spot("KRW-ABC", "ABC", "KRW", "Example"),
  listed: [
    [
      { market: "BTC-ABC", market_warning: "CAUTION" },
      { market: "BTC-ABC", quote: "BTC" },
    ],
    [
      { market: "KRW-XYZ", english_name: null },
      { market: "KRW-XYZ", base: "XYZ", baseName: null },
    ],
  ],
  ticker: {
    code: "ABC",
    opening_price: "2100",
    closing_price: "2500",
    min_price: "1900",
    max_price: "2600",
    units_traded: "40.5",
    acc_trade_value: "99000.25",
    prev_closing_price: "2050",
    units_traded_24H: "1000.5",
    acc_trade_value_24H: "2200500.75",
    fluctate_24H: "500",
    fluctate_rate_24H: "25.00",
  },
  // The other open and volumes count from midnight in Korea. Prices in won are no prices elsewhere.
  reads: { last: 2500, baseVolume: 1000.5, quoteVolume: 2_200_500.75, open24h: 2000, priced: false },
  changed: [
    [{ fluctate_24H: "-500" }, { open24h: 3000 }],
    [{ fluctate_24H: "2500" }, { open24h: null }],
    [
      { closing_price: "0", units_traded_24H: "0", acc_trade_value_24H: "0", fluctate_24H: "0" },
      { last: 0, baseVolume: 0, quoteVolume: 0, open24h: null },
    ],
    [{ closing_price: 2500, units_traded_24H: 1000.5 }, {}],
    [{ code: "XYZ" }, { market: "KRW-XYZ", base: "XYZ" }],
  ],
  errors: [
    [{ status: "5500", message: "입력값을 확인해 주세요." }, "5500 입력값을 확인해 주세요."],
    [{ status: "5600" }, "5600"],
    [{ error: { name: 404, message: "Code not found" } }, "404 Code not found"],
    [{ error: "maintenance" }, "maintenance"],
  ],
  refused: [{ status: "0000" }, { status: "0000", data: ["ABC"] }],
};
describeVenue(bithumbCase);

describe("Bithumb", () => {
  const { lists, ticker, listing } = bithumbCase;
  const read = (...rows: Row[]) =>
    readFeed<"ticker">(bithumb, "tickers", wrap(rows), { records: { listing: [lists] } });

  it("is off by default, with the reason, and claims nothing of its terms", () => {
    expect(bithumb.offByDefault).toContain("Its terms were not read");
    expect(bithumb.offByDefault).toContain("premium");
    expect(bithumb.terms).toMatchObject({ class: "unclear", ground: null });
  });

  it("counts no fault for the date among the rows", () => {
    expect(read(ticker).dropped).toEqual([]);
  });

  it("lists no name that is not two codes", () => {
    const rows = ["KRWABC", "KRW-A-B", "KRW-", "-ABC"].map((market) => ({ ...listing, market }));
    const { records, dropped } = readFeed(bithumb, "listing", [...rows, null]);
    expect(records).toEqual([]);
    expect(dropped.map(({ fault }) => fault)).toEqual(new Array(5).fill(true));
  });

  it("leaves out what is not listed, which is no fault", () => {
    const { records, dropped } = read({ ...ticker, code: "NEW" });
    expect(records).toEqual([]);
    expect(countReasons(dropped)).toEqual({ "not in the listing": 1 });
    expect(dropped[0]?.fault).toBe(false);
  });

  it.each(brokenNumbers)("rejects only the row whose price or volume is %s", (_, value) => {
    for (const field of ["closing_price", "units_traded_24H", "acc_trade_value_24H"]) {
      const { records, dropped } = read({ ...ticker, code: "BAD", [field]: value }, ticker);
      expect(records.map(({ last }) => last)).toEqual([2500]);
      expect(dropped.map(({ fault }) => fault)).toEqual([true]);
    }
  });
});
