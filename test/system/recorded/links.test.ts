import { describe, expect, it } from "vitest";
import { compareNames } from "../../../build/crypto/normalise/asset-name.ts";
import { translateCoinpaprikaId } from "../../../build/crypto/sources/reference/coin-ids.ts";
import { coingecko } from "../../../build/crypto/sources/reference/coingecko.ts";
import { readFeed } from "../../crypto/sources/read-feed.ts";
import { createRandom } from "../../fixtures/random.ts";
import { buildFromKraken, dataset, PAGE_MS } from "./kraken-market.ts";
import { type NamedCoin, readAllCoins, readLargestCoins, readNames } from "./names.ts";
import { samples } from "./samples.ts";

const DRAWN = 300;
const LARGEST = 1000;

interface PaprikaCoin {
  id: string;
  name: string;
  symbol: string;
  rank: number;
  is_active: boolean;
}

interface Link {
  coin: PaprikaCoin;
  linked: NamedCoin;
}

/** The coins of CoinPaprika's recorded list by rank. */
function listPaprika(): PaprikaCoin[] {
  const rows = samples.readJson("metadata/coinpaprika/v1_coins.2022-06-23.json") as PaprikaCoin[];
  return rows.filter(({ is_active, rank }) => is_active && rank > 0).sort((a, b) => a.rank - b.rank);
}

/** Those whose id the program links to a coin of CoinGecko's recorded lists. */
function listLinks(coins: readonly PaprikaCoin[]): Link[] {
  const gecko = new Map([...readAllCoins(), ...readLargestCoins()].map((coin) => [coin.id, coin]));
  return coins.flatMap((coin) => {
    const linked = gecko.get(translateCoinpaprikaId(coin.id, coin.symbol).id);
    return linked === undefined ? [] : { coin, linked };
  });
}

const judge = ({ coin, linked }: Link) =>
  compareNames(coin.name, [coin.symbol, linked.symbol], [linked.name, linked.id]);

describe.skipIf(!samples.available)("links of coins (skipped without the recorded bodies)", () => {
  it(`of ${DRAWN} coins drawn by chance name the same coin in both lists`, () => {
    const random = createRandom(20_261_118);
    const all = listLinks(listPaprika());
    const drawn = all
      .map((link) => ({ link, order: random.next() }))
      .sort((a, b) => a.order - b.order)
      .slice(0, DRAWN);
    expect(drawn).toHaveLength(DRAWN);
    expect(
      drawn.flatMap(({ link }) => (judge(link) === "contradicts" ? `${link.coin.id} ${link.linked.id}` : [])),
    ).toEqual([]);
    const confirmed = drawn.filter(({ link }) => judge(link) === "matches" || link.coin.symbol === link.linked.symbol);
    console.log(
      `${confirmed.length} of ${DRAWN} drawn links are confirmed by name or ticker, and none is contradicted.`,
    );
    expect(confirmed.length).toBeGreaterThan(0.95 * DRAWN);
  });

  it("give a coin a contract that its recorded detail states", () => {
    const body = samples.readJson("metadata/coingecko/coins_aave.full.2022-06-20.json") as {
      platforms: Record<string, string>;
    };
    const { records } = readFeed<"coin-detail">(coingecko, "details", body, { request: { url: "" } });
    const { market } = buildFromKraken(PAGE_MS, [dataset("coin-detail", "coingecko", "details", [...records])]);
    const contracts = (market.links.get("aave") ?? []).filter(({ kind }) => kind === "contract");
    expect(contracts.length).toBeGreaterThan(3);
    for (const { place, name } of contracts) expect(name).toBe(body.platforms[place]?.toLowerCase());
  });

  it("have every code that takes part in a price", () => {
    const { market, priced } = buildFromKraken(PAGE_MS);
    let codes = 0;
    for (const [coinId, { evidence }] of priced.prices) {
      const known = new Set((market.links.get(coinId) ?? []).map(({ place, name }) => `${place}:${name}`));
      for (const { exchange, pair, included } of evidence.tickers.filter((ticker) => ticker.included)) {
        expect(known, `${coinId} ${included}`).toContain(`${exchange}:${pair.split("/")[0]}`);
        codes += 1;
      }
    }
    expect(codes).toBeGreaterThan(90);
  });

  it(`give a quarter of the ${LARGEST} largest coins three names: of two lists and of an exchange`, () => {
    const names = Object.values(readNames()).flat();
    const links = listLinks(listPaprika().slice(0, LARGEST));
    const three = links.filter(({ coin, linked }) =>
      names.some(
        ({ code, name }) =>
          code === coin.symbol && compareNames(name, [code], [linked.name, linked.id, coin.name]) === "matches",
      ),
    );
    const share = (found: number) => `${((100 * found) / LARGEST).toFixed(1)} %`;
    console.log(
      `Of the ${LARGEST} largest coins of CoinPaprika's list, ${share(links.length)} are linked to CoinGecko, and ${share(three.length)} to a code of six recorded exchanges as well.`,
    );
    expect(links.length).toBeGreaterThan(0.85 * LARGEST);
    expect(three.length).toBeGreaterThan(0.25 * LARGEST);
  });
});
