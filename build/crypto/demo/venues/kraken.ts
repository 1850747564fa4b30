import type { DemoBook } from "../demo-market.ts";
import type { Simulator } from "../simulator.ts";
import { isActive, renderDecimal, renderFixed } from "../venue-book.ts";
import { answerCandles } from "./candles.ts";

/** The old codes stay in `wsname`; `assetVersion=1` gives the usual ones elsewhere. */
const PUBLIC: Readonly<Record<string, string>> = { XBT: "BTC", XDG: "DOGE" };
const WEBSOCKET: Readonly<Record<string, string>> = { BTC: "XBT", DOGE: "XDG" };

const publicCode = (code: string) => PUBLIC[code] ?? code;
const websocketCode = (code: string) => WEBSOCKET[code] ?? code;

function publicName(book: DemoBook): string {
  const pair = `${publicCode(book.base)}/${publicCode(book.quote)}`;
  return book.type === "duplicate" ? `${pair}:BTNL` : pair;
}

/** Volume, average and trades are `[today, last 24 hours]`; the source reads the second. */
function renderTicker(book: DemoBook) {
  const idle = !isActive(book);
  const text = (value: number) => (idle ? "0.00000000" : renderDecimal(value));
  const volume = (value: number) => renderFixed(idle ? 0 : value, 8);
  const side = (price: number | null) => [price === null ? "0.00000" : renderDecimal(price)];
  return {
    a: side(book.ask),
    b: side(book.bid),
    c: [text(book.last)],
    v: [null, volume(book.baseVolume)],
    p: [null, text(book.vwap)],
    t: [null, book.trades],
  };
}

function renderPair(book: DemoBook) {
  return {
    wsname: `${websocketCode(book.base)}/${websocketCode(book.quote)}`,
    aclass_base: "currency",
    base: publicCode(book.base),
    quote: publicCode(book.quote),
    status: book.trading ? "online" : "cancel_only",
  };
}

export const krakenSimulator: Simulator = {
  source: "kraken",
  hosts: ["api.kraken.com"],
  answer({ url }, demo) {
    const answer = (render: (book: DemoBook) => unknown) => {
      const rows = demo.books("kraken").map((book) => [publicName(book), render(book)]);
      return { body: { error: [], result: Object.fromEntries(rows) } };
    };
    switch (url.pathname) {
      case "/0/public/Ticker":
        return answer(renderTicker);
      case "/0/public/AssetPairs":
        return answer(renderPair);
      default:
        return answerCandles("kraken", url, demo, publicName);
    }
  },
};
