import { DAY_MS } from "../../../lib/time.ts";
import { isActive } from "../venue-book.ts";
import type { FlatHabits } from "./flat-venue.ts";

const BLOCKED = `<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">
<HTML><HEAD><TITLE>ERROR: The request could not be satisfied</TITLE></HEAD>
<BODY><H1>403 ERROR</H1><H2>The request could not be satisfied.</H2>
The Amazon CloudFront distribution is configured to block access from your country.
</BODY></HTML>
`;

/** The habits of the venues, by id, as recorded answers show them. */
export const FLAT_HABITS: Readonly<Record<string, FlatHabits>> = {
  // Rows of ended markets stay and keep the time of their last window.
  binance: {
    decimals: 8,
    idle: "zeros",
    listsAll: true,
    listing: ({ type }) => ({
      permissions: [type === "leveraged" ? "LEVERAGED" : "SPOT"],
      ...(type === "spot" ? {} : { status: "BREAK" }),
      isSpotTradingAllowed: true,
    }),
    ticker: (book, { now }) => {
      const ended = !isActive(book) || book.type !== "spot" || !book.trading;
      return { closeTime: ended ? book.lastTradeMs || now - 400 * DAY_MS : Math.min(book.lastTradeMs, now) };
    },
  },
  okx: {
    empty: "",
    listing: ({ type, trading }) => ({
      instType: "SPOT",
      instCategory: type === "tokenised" ? "3" : "1",
      state: type === "test" ? "test" : trading ? "live" : "suspend",
    }),
  },
  kucoin: { empty: null, idle: "no sides", keepsOldNames: true },
  gate: {
    empty: "",
    listsAll: true,
    listing: ({ type, base }) => (type === "leveraged" ? { base_name: nameFund(base) } : {}),
  },
  "crypto-com": {
    empty: null,
    volumeDigits: 12,
    listsAll: true,
    nameOf: ({ type, base, quote }) => (type === "derivative" ? `${base}${quote}-PERP` : undefined),
    listing: ({ type }) => ({ inst_type: type === "derivative" ? "PERPETUAL_SWAP" : "CCY_PAIR" }),
  },
  bitget: { volumeDigits: 15, listing: ({ type }) => ({ areaSymbol: type === "tokenised" ? "yes" : "no" }) },
  // Refuses every request, as it does from the United States.
  bybit: {
    outage: {
      reason: "refuses, as it does many data centres",
      answer: { status: 403, headers: { "content-type": "text/html" }, body: BLOCKED },
    },
  },
  // Binance's names, but trades are not counted.
  mexc: {
    volumeDigits: 15,
    ticker: (book, { now }) => ({
      closeTime: now,
      count: null,
      ...(isActive(book) ? {} : { volume: null, quoteVolume: null }),
    }),
  },
  htx: { listing: ({ type, base }) => ({ elr: type === "leveraged" ? base.at(-2) : null }) },
  // The time of the last trade, however old.
  upbit: { ticker: ({ lastTradeMs }, { now }) => ({ trade_timestamp: Math.trunc(lastTradeMs || now - 90 * DAY_MS) }) },
};

/** `BTC3L` is `BTC3xLong`. */
function nameFund(code: string): string {
  return code.replace(/L$/, "xLong").replace(/S$/, "xShort");
}
