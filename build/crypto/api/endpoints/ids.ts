import { z } from "zod";
import { envelope } from "../../../kit/api/endpoint.ts";
import { type Column, defineRow, field, maybeText, type RowOf, text } from "../../../kit/api/row.ts";
import * as schema from "../../../kit/api/schema.ts";
import { renderDay } from "../../../lib/time.ts";
import { type CoinLink, countUnits } from "../../market/identity/coin-links.ts";
import type { Market, MarketCoin } from "../../market/model/market.ts";
import { defineSingle, findRows } from "../define-endpoint.ts";
import { computeListFreshness } from "../freshness.ts";

/** A coin with its links. */
export interface LinkedCoin {
  coin: MarketCoin;
  links: readonly CoinLink[];
}

const ByPlace = z.record(z.string(), schema.text("The name there"));
const DayByPlace = z.record(z.string(), schema.day("The first day"));

function list(place: string, title: string) {
  return maybeText(`Id of the coin at ${title}; null where it is not known`, findListed(place));
}

function findListed(place: string) {
  return ({ links }: LinkedCoin) => links.find((link) => link.kind === "list" && link.place === place)?.name ?? null;
}

export const IdRow = defineRow<LinkedCoin>()("The names of a coin in other systems", {
  id: text("Unique id of the coin", ({ coin }) => coin.id),
  symbol: text("Ticker symbol, upper-case; several coins may share one", ({ coin }) => coin.symbol),
  name: text("Name of the coin", ({ coin }) => coin.name),
  key: text("Name of its files: /coins/{key}", ({ coin }) => coin.key),
  coingecko: list("coingecko", "CoinGecko"),
  coinpaprika: list("coinpaprika", "CoinPaprika"),
  coinlore: maybeText(
    "Name of the coin in CoinLore's addresses, its `nameid`; null where it is not known",
    findListed("coinlore"),
  ),
  venues: field(
    ByPlace.describe("The exchange's code of the coin by id of the exchange; the code equal to the symbol, if any"),
    ({ coin, links }) => mapPlaces(listPrimary(links, "venue", coin), ({ name }) => name),
  ),
  other_codes: field(
    z
      .record(z.string(), z.array(schema.text("A code")).describe("The codes on that exchange"))
      .describe("Further codes of the same coin by id of the exchange, such as XBT beside BTC or 1000SATS beside SATS"),
    ({ coin, links }) => listOthers(coin, links),
  ),
  code_units: field(
    z
      .record(z.string(), z.record(z.string(), schema.count("Units of the coin in one unit")).describe("By code"))
      .describe(
        "By id of the exchange, the codes of which one unit is not one unit of the coin, with the units of the coin " +
          "in it: 1000 for 1000SATS. A price of such a code is divided by them, a balance multiplied",
      ),
    ({ links }) => listUnits(links),
  ),
  contracts: field(
    ByPlace.describe("Contract address by chain; of EVM chains in lower case, as the chain writes it elsewhere"),
    ({ coin, links }) => mapPlaces(listPrimary(links, "contract", coin), ({ name }) => name),
  ),
  since: field(
    schema.object("The UTC day on which a build first used each link", {
      lists: DayByPlace.describe("By list"),
      venues: DayByPlace.describe("By exchange, of the code in venues"),
      contracts: DayByPlace.describe("By chain"),
    }),
    ({ coin, links }) => ({
      lists: mapPlaces(listPrimary(links, "list", coin), renderSince),
      venues: mapPlaces(listPrimary(links, "venue", coin), renderSince),
      contracts: mapPlaces(listPrimary(links, "contract", coin), renderSince),
    }),
  ),
});

export type IdRow = RowOf<typeof IdRow>;

/** One link of each place: the one with the coin's symbol, or else the oldest. */
function listPrimary(links: readonly CoinLink[], kind: CoinLink["kind"], { symbol }: MarketCoin): CoinLink[] {
  const primary = new Map<string, CoinLink>();
  for (const link of links) {
    if (link.kind === kind && (!primary.has(link.place) || link.name === symbol)) primary.set(link.place, link);
  }
  return [...primary.values()];
}

function listOthers(coin: MarketCoin, links: readonly CoinLink[]): Record<string, string[]> {
  const primary = new Set(listPrimary(links, "venue", coin));
  const others: Record<string, string[]> = {};
  for (const link of links) {
    if (link.kind !== "venue" || primary.has(link)) continue;
    others[link.place] = [...(others[link.place] ?? []), link.name];
  }
  return others;
}

function listUnits(links: readonly CoinLink[]): Record<string, Record<string, number>> {
  const units: Record<string, Record<string, number>> = {};
  for (const link of links) {
    const count = countUnits(link);
    if (count !== 1) units[link.place] = { ...units[link.place], [link.name]: count };
  }
  return units;
}

function mapPlaces(links: readonly CoinLink[], read: (link: CoinLink) => string): Record<string, string> {
  return Object.fromEntries(links.map((link) => [link.place, read(link)]));
}

function renderSince({ sinceMs }: CoinLink): string {
  return renderDay(sinceMs);
}

export const ids = defineSingle({
  id: "ids",
  path: "/ids",
  docs: {
    tag: "ids",
    title: "Ids and codes",
    description:
      "The ids of every coin elsewhere: its id at CoinGecko, CoinPaprika and CoinLore, its code on each " +
      "exchange, and its contract on each chain. Prices use the same links. A code is that of an exchange's pairs in " +
      "this build, or the last known one while the exchange does not respond. `ids.csv` has one row per link.",
  },
  tree: "ids",
  kinds: ["coin"],
  body: envelope(z.array(IdRow.schema).describe("Coins by market cap rank")),
  from: ({ market }) => findRows(linkCoins(market)),
  compute(rows) {
    const stated = rows.flatMap(({ links }) => links.flatMap(({ kind, place }) => (kind === "contract" ? [] : place)));
    return {
      data: rows.map(IdRow.compute),
      ...computeListFreshness(rows.map(({ coin }) => coin)),
      sources: [...new Set(stated)].sort(),
    };
  },
});

/** All coins by market cap rank, those without links too. */
function linkCoins({ coins, links }: Pick<Market, "coins" | "links">): LinkedCoin[] {
  return coins.map((coin) => ({ coin, links: links.get(coin.id) ?? [] }));
}

/** A row of `ids.csv`. */
export interface CoinLinkRow {
  coin: MarketCoin;
  link: CoinLink;
}

export const linkColumns: readonly Column<CoinLinkRow>[] = [
  { name: "id", type: "string", description: "Unique id of the coin.", value: ({ coin }) => coin.id },
  { name: "symbol", type: "string", description: "Ticker symbol, upper-case.", value: ({ coin }) => coin.symbol },
  { name: "name", type: "string", description: "Name of the coin.", value: ({ coin }) => coin.name },
  { name: "key", type: "string", description: "Name of its files.", value: ({ coin }) => coin.key },
  { name: "kind", type: "string", description: "list, venue or contract.", value: ({ link }) => link.kind },
  {
    name: "place",
    type: "string",
    description: "Id of the list or exchange, or the chain.",
    value: ({ link }) => link.place,
  },
  { name: "code", type: "string", description: "What the coin is called there.", value: ({ link }) => link.name },
  {
    name: "units",
    type: "integer",
    description: "Units of the coin in one unit of the code: 1000 for 1000SATS, else 1.",
    value: ({ link }) => countUnits(link),
  },
  { name: "since", type: "date", description: "UTC day of the first use.", value: ({ link }) => link.sinceMs },
];

/** One row for each link, by the rank of its coin. */
export function listLinkRows(market: Market): CoinLinkRow[] {
  return linkCoins(market).flatMap(({ coin, links }) => links.map((link) => ({ coin, link })));
}
