import { gemini } from "../../../../build/crypto/sources/exchanges/gemini.ts";
import { closed, describeVenue, ofType, spot } from "./describe-venue.ts";

describeVenue({
  source: gemini,
  listing: {
    symbol: "abcdef",
    base_currency: "ab",
    quote_currency: "cdef",
    status: "open",
    product_type: "spot",
    contract_type: "vanilla",
  },
  lists: spot("ABCDEF", "AB", "CDEF"),
  listed: [
    [{ status: "limit_only" }, {}],
    [{ status: "closed" }, closed],
    [{ status: "cancel_only" }, closed],
    [{ product_type: "swap" }, ofType("derivative")],
    [{ product_type: undefined }, {}],
  ],
  ticker: { pair: "ABCDEF", price: "2.50", percentChange24h: "0.25" },
  // The unit of the change is unclear.
  reads: { last: 2.5 },
  changed: [[{ pair: "abcdef" }, {}]],
  errors: [
    [{ result: "error", reason: "Maintenance", message: "Down until noon" }, "Maintenance Down until noon"],
    [{ result: "error" }, "error"],
  ],
});
