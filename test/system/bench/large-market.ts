import type { MarketInput } from "../../../build/crypto/market/build-market.ts";
import type { Ticker } from "../../../build/crypto/normalise/record.ts";
import { book, COINS, coin, createInput, DATASETS, dataset, VENUES } from "../../crypto/market/small-market.ts";
import { createRandom } from "../../fixtures/random.ts";

const SEED = 7;
const COINS_PER_VENUE_QUOTE = ["USD", "USDT"] as const;

/**
 * So many coins, each with so many books spread over the venues, beside the anchors that give the
 * quotes their value.
 */
export function makeLargeInput(coins: number, booksPerCoin: number): MarketInput {
  const random = createRandom(SEED);
  const anchors = COINS.slice(0, 3);
  const own = Array.from({ length: coins - anchors.length }, (_, at) =>
    coin(`coin-${at}`, `C${at}`, random.logUniform(1e-6, 1e4)),
  );
  const books = new Map(VENUES.map(({ id }) => [id, [] as Ticker[]]));
  for (const { symbol, priceUsd } of own) {
    for (let at = 0; at < booksPerCoin; at += 1) {
      const quote = COINS_PER_VENUE_QUOTE[Math.floor(at / VENUES.length) % COINS_PER_VENUE_QUOTE.length] ?? "USD";
      const last = (priceUsd ?? 1) * (1 + (random.next() - 0.5) / 200);
      books.get(VENUES[at % VENUES.length]?.id ?? "")?.push(book(`${symbol}/${quote}`, last));
    }
  }
  const datasets = DATASETS.map((one) => {
    if (one.kind === "coin") return dataset("coin", one.source, [...anchors, ...own]);
    if (one.kind === "ticker") return { ...one, records: [...one.records, ...(books.get(one.source) ?? [])] };
    return one;
  });
  return createInput({ datasets: datasets as MarketInput["datasets"], limit: coins });
}
