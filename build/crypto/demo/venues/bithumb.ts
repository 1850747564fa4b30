import type { DemoBook, DemoMarket } from "../demo-market.ts";
import type { Simulator } from "../simulator.ts";
import { isActive, renderDecimal } from "../venue-book.ts";

/** Without bid and ask; the newer listing and the older tickers name a market in two ways. */
function renderTicker(book: DemoBook) {
  const idle = !isActive(book);
  return {
    closing_price: renderDecimal(book.last),
    units_traded_24H: renderDecimal(idle ? 0 : book.baseVolume, 16),
    acc_trade_value_24H: renderDecimal(idle ? 0 : book.quoteVolume, 16),
    fluctate_24H: renderDecimal(idle ? 0 : book.last - book.open24h),
  };
}

function renderMarket({ base, quote, coinId }: DemoBook, { coins }: DemoMarket) {
  return { market: `${quote}-${base}`, english_name: coins.find(({ id }) => id === coinId)?.name ?? base };
}

export const bithumbSimulator: Simulator = {
  source: "bithumb",
  hosts: ["api.bithumb.com"],
  answer({ url }, demo) {
    const books = demo.books("bithumb").filter(({ trading }) => trading);
    if (url.pathname === "/v1/market/all") return { body: books.map((book) => renderMarket(book, demo)) };
    const quote = /^\/public\/ticker\/ALL_(\w+)$/.exec(url.pathname)?.[1];
    if (quote === undefined) return undefined;
    const rows = books.filter((book) => book.quote === quote).map((book) => [book.base, renderTicker(book)]);
    return { body: { status: "0000", data: { ...Object.fromEntries(rows), date: String(demo.now) } } };
  },
};
