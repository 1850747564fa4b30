import { describe, expect, it } from "vitest";
import { whitebit } from "../../../../build/crypto/sources/exchanges/whitebit.ts";
import { readFeed } from "../read-feed.ts";
import { closed, describeVenue, ofType, spot } from "./describe-venue.ts";

describeVenue({
  source: whitebit,
  tickersBody: (rows) => Object.fromEntries(rows.map((row) => ["ABC_UAH", row])),
  listing: {
    name: "ABC_UAH",
    stock: "ABC",
    money: "UAH",
    stockPrec: "3",
    moneyPrec: "2",
    makerFee: "0.2",
    takerFee: "0.3",
    minAmount: "0.01",
    minTotal: "20",
    tradesEnabled: true,
    isCollateral: false,
    type: "spot",
  },
  lists: spot("ABC_UAH", "ABC", "UAH"),
  listed: [
    [{ tradesEnabled: false }, closed],
    [
      { name: "ABC_PERP", money: "PERP", type: "futures" },
      { market: "ABC_PERP", quote: "PERP", ...ofType("derivative") },
    ],
    [
      { name: "CAT_USDT", stock: "CAT", money: "USDT", type: "tradfiFutures" },
      { market: "CAT_USDT", base: "CAT", quote: "USDT", ...ofType("derivative") },
    ],
    [
      { name: "XYZ_PERP", stock: "XYZ", money: "PERP", type: undefined },
      { market: "XYZ_PERP", base: "XYZ", quote: "PERP", ...ofType("derivative") },
    ],
  ],
  ticker: {
    base_id: 7,
    quote_id: 0,
    last_price: "2.50",
    quote_volume: "2200.75",
    base_volume: "1000.5",
    isFrozen: false,
    change: "25.00",
  },
  // The change is in percent.
  reads: { last: 2.5, baseVolume: 1000.5, quoteVolume: 2200.75, open24h: 2 },
  changed: [
    [{ change: "0" }, { open24h: 2.5 }],
    [{ change: "-50" }, { open24h: 5 }],
  ],
  errors: [
    [{ success: false, message: "Try later", params: [] }, "Try later"],
    [{ success: false, message: null, params: [] }, "error"],
    [{ code: 31, message: "Too many" }, "31 Too many"],
  ],
});

describe("WhiteBIT", () => {
  it("is off by default, with the reason, and claims nothing of its terms", () => {
    expect(whitebit.offByDefault).toContain("Its terms were not read");
    expect(whitebit.terms).toMatchObject({ class: "unclear", ground: null });
  });

  it("ignores the ticker of a market that was frozen after the last listing", () => {
    const listing = [spot("ABC_UAH", "ABC", "UAH"), spot("XYZ_UAH", "XYZ", "UAH")];
    const row = { last_price: "2.50", quote_volume: "2500", base_volume: "1000", change: "0" };
    const body = { ABC_UAH: { ...row, isFrozen: true }, XYZ_UAH: { ...row, isFrozen: false } };
    const { records, dropped } = readFeed<"ticker">(whitebit, "tickers", body, { records: { listing } });
    expect(records.map(({ market }) => market)).toEqual(["XYZ_UAH"]);
    expect(dropped).toMatchObject([{ fault: false, reason: "not trading" }]);
  });

  it("finds the words of an error that names its fields", () => {
    const body = { code: 0, message: "Validation failed", errors: { market: ["Unknown."] } };
    expect(whitebit.findError?.(body)).toBe("0 Validation failed");
  });
});
