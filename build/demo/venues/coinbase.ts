import { SECOND_MS } from "../../lib/time.ts";
import { renderDecimal } from "../decimal.ts";
import type { SampleBook, SampleWorld } from "../demo-world.ts";
import type { SimulatedAnswer, Simulator } from "../simulator.ts";
import { isActive } from "../venue-book.ts";
import { buildVenueCandles } from "../venue-candles.ts";

const name = (book: SampleBook) => `${book.base}-${book.quote}`;

/** Neither bid and ask nor a time nor the quote volume; a product that never traded has no row. */
function renderStats(book: SampleBook) {
  const active = isActive(book);
  return {
    stats_30day: { volume: renderDecimal(book.baseVolume * 29, 14), rfq_volume: renderDecimal(book.baseVolume, 8) },
    stats_24hour: {
      open: renderDecimal(book.open24h),
      high: renderDecimal(book.high24h),
      low: renderDecimal(book.low24h),
      last: renderDecimal(book.last),
      volume: active ? renderDecimal(book.baseVolume, 14) : "0",
      rfq_volume: renderDecimal(book.baseVolume * 0.01, 8),
    },
  };
}

function renderProduct(book: SampleBook) {
  const minimum = book.quote === "BTC" ? "0.000016" : "1";
  return {
    id: name(book),
    base_currency: book.base,
    quote_currency: book.quote,
    quote_increment: "0.00000001",
    base_increment: "0.00000001",
    display_name: name(book),
    min_market_funds: minimum,
    margin_enabled: false,
    post_only: false,
    limit_only: false,
    cancel_only: false,
    status: book.trading ? "online" : "delisted",
    status_message: "",
    trading_disabled: !book.trading,
    fx_stablecoin: false,
    max_slippage_percentage: "0.03000000",
    auction_mode: false,
    high_bid_limit_percentage: "",
  };
}

/** The longest answer; more is refused, not cut. */
const MAX_CANDLES = 300;

/** Numbers, newest first, in an order of its own: time, low, high, open, close, volume. Both ends are included. */
function answerCandles(book: SampleBook | undefined, query: URLSearchParams, world: SampleWorld): SimulatedAnswer {
  if (book === undefined) return { status: 404, body: { message: "NotFound" } };
  const intervalMs = Number(query.get("granularity")) * SECOND_MS;
  const [fromMs, endMs] = [Date.parse(query.get("start") ?? ""), Date.parse(query.get("end") ?? "")];
  if (!(intervalMs > 0)) return { status: 400, body: { message: "Unsupported granularity" } };
  if ((endMs - fromMs) / intervalMs + 1 > MAX_CANDLES) {
    return { status: 400, body: { message: "granularity too small for the requested time range" } };
  }
  const candles = buildVenueCandles(world, book, intervalMs, fromMs, endMs + 1);
  const rows = candles.map(({ timeMs, low, high, open, close, baseVolume }) => [
    timeMs / SECOND_MS,
    ...[low, high, open, close, baseVolume].map(Number),
  ]);
  return { body: rows.reverse() };
}

export const coinbaseSimulator: Simulator = {
  source: "coinbase",
  hosts: ["api.exchange.coinbase.com"],
  answer({ url }, world) {
    const books = world.books("coinbase");
    if (url.pathname === "/products") return { body: books.map(renderProduct) };
    const product = /^\/products\/([^/]+)\/candles$/.exec(url.pathname)?.[1];
    if (product !== undefined) {
      const book = books.find((candidate) => name(candidate) === decodeURIComponent(product));
      return answerCandles(book, url.searchParams, world);
    }
    if (url.pathname !== "/products/stats") return undefined;
    const rows = books.filter((book) => book.last > 0).map((book) => [name(book), renderStats(book)]);
    return { body: Object.fromEntries(rows) };
  },
};
