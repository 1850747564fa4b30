import type { Derived } from "../../../kit/api/derived.ts";
import type { Params } from "../../../kit/api/endpoint.ts";
import type { ParameterMap } from "../../../kit/api/query.ts";
import { keysOf } from "../../../lib/collections.ts";
import { isKey } from "../../../lib/key.ts";
import { DAY_MS, renderDay } from "../../../lib/time.ts";
import type { MarketCoin } from "../../market/model/market.ts";
import { deriveEndpoint } from "../derived/derive-endpoint.ts";
import type { Reader } from "../derived/reader.ts";
import { COVERED_COINS } from "../trees.ts";
import type { Endpoint, World } from "../world.ts";
import { requireMarket } from "./currency.ts";
import { type CoingeckoId, coingecko } from "./registry.ts";
import { COINGECKO_SCHEMAS } from "./schemas.ts";

const IDS = keysOf(coingecko);

/** The same API in CoinGecko's form, below `/compat/coingecko/{currency}/api/v3`, also in USD. */
export function defineCoingecko(currencies: readonly string[], readers: (world: World) => Reader): Endpoint[] {
  const all = ["usd", ...currencies];
  return all.flatMap((currency) => IDS.map((id) => defineOne(id, currency, all, readers)));
}

function defineOne(
  kind: CoingeckoId,
  currency: string,
  currencies: readonly string[],
  readers: (world: World) => Reader,
): Endpoint {
  const declaration = coingecko[kind];
  const { path, title, description, parameters, example } = declaration;
  return deriveEndpoint(
    {
      id: `compat-${currency}-${kind}`,
      path: path.replace("{currency}", currency),
      docs: { tag: "compat", title, description },
      parameters: bindCurrency(parameters, currency),
      kinds: [],
      body: { form: "bare", data: COINGECKO_SCHEMAS[kind] },
      tree: "compat",
      derived: {
        kind,
        currency,
        currencies,
        shown: {
          id: `compat-${kind}`,
          path,
          docs: { title, description },
          parameters,
          about: "Currency of the answer.",
        },
        ...(example && { example: (world: World) => findExample(example, world) }),
      },
      variants: (world) => listVariants(declaration, world),
    },
    requireMarket(declaration),
    readers,
  );
}

/** The default of `vs_currency` is the currency of the path. */
export function bindCurrency(parameters: ParameterMap, currency: string): ParameterMap {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, parameter]) => [
      name,
      name === "vs_currency" ? { ...parameter, default: currency } : parameter,
    ]),
  );
}

/** None where the declaration has an example of its own: only the handler answers those. */
function* listVariants({ parameters, example }: Derived, world: World): Iterable<Params> {
  if (example !== undefined) return;
  const { market } = world;
  const coins = market.coins.filter(isOpen);
  if ("id" in parameters) {
    const covered = new Set(market.coins.slice(0, world.covered ?? COVERED_COINS[0]));
    for (const coin of coins) if (covered.has(coin) && isKey(coin.id)) yield { id: coin.id };
    return;
  }
  yield {};
  if (parameters["page"] === undefined) return;
  const rowsPerPage = Number(parameters["per_page"]?.default);
  for (let page = 2; (page - 1) * rowsPerPage < coins.length; page += 1) yield { page };
}

/** The example of the largest coin, on the last closed day. */
function findExample(example: NonNullable<Derived["example"]>, { market }: World): Params | undefined {
  const coin = market.coins.find(isOpen);
  return coin && example({ id: coin.id, code: coin.symbol }, renderDay(market.asOfMs - DAY_MS));
}

/** As `openRow` says it of a published row. */
function isOpen({ price, priceSource }: MarketCoin): boolean {
  return price !== null && priceSource === "aggregated";
}
