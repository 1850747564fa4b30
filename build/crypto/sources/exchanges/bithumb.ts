import { z } from "zod";
import { rejected } from "../../normalise/record.ts";
import { describeErrorBody, findField } from "../kit/error-body.ts";
import { amount, keyedRows, maybeAmount, maybeNumeric, maybeText, rows } from "../kit/schema.ts";
import { defineTerms, NOT_READ } from "../kit/terms.ts";
import { defineListingFeed, defineTickerFeed, defineVenue, flattenKeyed } from "../kit/venue-feeds.ts";

const API = "https://api.bithumb.com";

/**
 * The quote of the only ticker call. It is the older form: the newer one takes at most 200 names,
 * and its times are reported to be nine hours ahead. Of 493 markets reported in September 2026, 480
 * were in won; the others, in BTC, would take a second call.
 */
const QUOTE = "KRW";
const OK = "0000";

/** `{"status": "5600", "message"}`, and of the newer calls `{"error": {"name", "message"}}`. */
function findError(body: unknown): string | undefined {
  const status = findField(body, "status");
  if (typeof status === "string" && status !== OK) return describeErrorBody(status, findField(body, "message"));
  const error = findField(body, "error");
  if (error === undefined) return undefined;
  return describeErrorBody(findField(error, "name"), findField(error, "message")) || describeErrorBody(error);
}

const Market = z.object({ market: z.string().min(1), english_name: maybeText });

/**
 * `opening_price`, `units_traded` and `acc_trade_value` count from midnight in Korea. Those of the
 * last 24 hours end in `_24H`; `fluctate_24H` is the change of the price.
 */
const TickerRow = z.object({
  closing_price: amount,
  units_traded_24H: maybeAmount,
  acc_trade_value_24H: maybeAmount,
  fluctate_24H: maybeNumeric,
});

/** The rows by the code of the base; `date` stands among them. */
const TickerRows = z.preprocess(omitDate, keyedRows(TickerRow));

function omitDate(byCode: unknown): unknown {
  if (typeof byCode !== "object" || byCode === null || Array.isArray(byCode)) return byCode;
  return Object.fromEntries(Object.entries(byCode).filter(([code]) => code !== "date"));
}

export const bithumb = defineVenue({
  id: "bithumb",
  name: "Bithumb",
  homepage: "https://www.bithumb.com",
  license: "Bithumb API service terms",
  terms: defineTerms({
    url: "https://en.m.bithumb.com/member_operation/info_api",
    says: "Its terms were not read, and nothing about republishing its public data was found.",
  }),
  offByDefault:
    `${NOT_READ} Its markets are in won, with a local premium of up to several percent: they add volume, ` +
    "not a price.",
  pacing: { concurrency: 1, intervalMs: 200, reason: "150 requests a second and address for each kind of data" },
  venue: {
    trust: 0.4,
    usdFiat: false,
    geckoId: "bithumb",
    country: "South Korea",
    since: 2014,
    demo: { share: 0.04, density: 0.75, depth: 350, quotes: "KRW:1:1" },
  },
  findError,
  feeds: [
    defineListingFeed({
      url: `${API}/v1/market/all?isDetails=true`,
      schema: rows(Market),
      rows: (found) => found,
      // There is no state: `market_warning` asks for caution, and such a market is open.
      read: ({ market, english_name: baseName }) => {
        const [quote = "", base = "", ...more] = market.split("-");
        if (quote === "" || base === "" || more.length > 0)
          return rejected("a name that is not of the form QUOTE-BASE");
        return { market, base: base.toUpperCase(), quote: quote.toUpperCase(), trading: true, type: "spot", baseName };
      },
    }),
    defineTickerFeed({
      url: `${API}/public/ticker/ALL_${QUOTE}`,
      madeAt: { path: "data.date", unitMs: 1 },
      schema: z.object({ status: z.literal(OK), data: TickerRows }),
      rows: ({ data }) => flattenKeyed(data),
      marketOf: ([code]) => `${QUOTE}-${code}`,
      read: ([, { closing_price: last, units_traded_24H, acc_trade_value_24H, fluctate_24H: change }]) => ({
        last,
        baseVolume: units_traded_24H,
        quoteVolume: acc_trade_value_24H,
        open24h: change === null || last <= change ? null : last - change,
        // Capital controls keep prices in won some percent away from the rest of the world.
        priced: false,
      }),
    }),
  ],
});
