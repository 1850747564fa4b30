import type { Endpoint, World } from "../../api/endpoint.ts";
import type { Article } from "../../api/endpoints/news.ts";
import { computeDataPage, type DataPage } from "./data-page.ts";

export interface NewsPage extends DataPage<readonly Article[]> {
  /** Those with most headlines first. */
  publishers: readonly { id: string; name: string; url: string; articles: number }[];
  /** Coins that headlines name and that have a page, by id; those named most first. */
  coins: Readonly<Record<string, NamedCoin>>;
}

/** `path` as in a coin's answer. */
export interface NamedCoin {
  name: string;
  symbol: string;
  path: string;
}

export function computeNewsPage(endpoints: readonly Endpoint[], world: World): NewsPage | null {
  const page = computeDataPage<Article[]>(endpoints, world, { id: "news", datasets: ["news"] });
  if (page === null) return null;
  const publishers = new Map(page.data.map(({ source }) => [source.id, { ...source, articles: 0 }]));
  const named = new Map<string, number>();
  for (const { source, coins } of page.data) {
    publishers.get(source.id)!.articles += 1;
    for (const id of coins) named.set(id, (named.get(id) ?? 0) + 1);
  }
  const known = world.market.coins.filter(({ id }) => named.has(id));
  known.sort((a, b) => named.get(b.id)! - named.get(a.id)!);
  return {
    ...page,
    publishers: [...publishers.values()].sort((a, b) => b.articles - a.articles || (a.name < b.name ? -1 : 1)),
    coins: Object.fromEntries(
      known.map(({ id, name, symbol, key }) => [id, { name, symbol, path: `coins/${key}.json` }]),
    ),
  };
}
