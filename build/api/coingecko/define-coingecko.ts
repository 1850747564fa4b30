import { isKey } from "../../lib/key.ts";
import { DAY_MS, renderDay } from "../../lib/time.ts";
import type { MarketCoin } from "../../market/market.ts";
import type { Derived, DerivedRequest } from "../derived/derived.ts";
import type { Endpoint, Params, World } from "../endpoint.ts";
import { computeAnswer } from "../envelope.ts";
import type { ParameterMap } from "../query.ts";
import { COVERED_COINS } from "../trees.ts";
import { vsCurrency } from "./parameters.ts";
import { type CoingeckoId, coingecko } from "./registry.ts";
import { COINGECKO_SCHEMAS } from "./schemas.ts";

const KINDS = Object.keys(coingecko) as CoingeckoId[];

type FindEndpoint = (id: string) => Endpoint | undefined;
/** Reads an answer of another endpoint. */
type ReadAnswer = (endpoint: string, values: Params) => unknown;

/** The same API in CoinGecko's form, below `/compat/coingecko/{currency}/api/v3`. */
export function defineCoingecko(endpoints: readonly Endpoint[], currencies: readonly string[]): Endpoint[] {
  const find: FindEndpoint = (id) => endpoints.find((one) => one.id === id);
  const codes = new Set(Object.values(coingecko).flatMap(({ axis }) => axis.currency(currencies)));
  return [...codes].flatMap((currency) => KINDS.map((kind) => defineOne(kind, currency, find)));
}

function defineOne(kind: CoingeckoId, currency: string, find: FindEndpoint): Endpoint {
  const { path, title, description, parameters, needs, convert, example } = coingecko[kind];
  const endpoint: Endpoint<ReadAnswer> = {
    title,
    description,
    compat: { kind, currency },
    bare: true,
    id: `compat-${currency}-${kind}`,
    path: path.replace("{currency}", currency),
    tag: "compat",
    tree: "compat",
    parameters: bindCurrency(parameters, currency),
    kinds: [],
    data: COINGECKO_SCHEMAS[kind],
    ...(example && { exampleParams: (world: World) => findExample(kind, currency, world, find) }),
    prepare: (world) => createReader(world, find),
    variants: (world) => (isAvailable(kind, currency, world, find) ? listVariants(coingecko[kind], world) : []),
    compute(world, params, read) {
      const request = createRequest(currency, params, world);
      const answers = needs(request).map(({ endpoint, values }) => read(endpoint, values));
      const data = convert(answers, request);
      if (data === undefined) throw new RangeError(`${path} has no answer to ${JSON.stringify(params)}`);
      return { data };
    },
  };
  return endpoint as Endpoint;
}

/** The currency of the path is the default, and the only one. */
function bindCurrency(parameters: ParameterMap, currency: string): ParameterMap {
  const bound = { example: currency, default: currency, enum: [currency] };
  return Object.fromEntries(
    Object.entries(parameters).map(([name, parameter]) => [
      name,
      parameter === vsCurrency ? { ...parameter, ...bound } : parameter,
    ]),
  );
}

function createRequest(currency: string, values: Params, { market }: World): DerivedRequest {
  return { currency, values, key: market.coins.find((coin) => coin.id === values["id"])?.key };
}

/** An answer is computed once for all answers that are made from it. */
function createReader(world: World, find: FindEndpoint): ReadAnswer {
  const shared = new Map<string, unknown>();
  let [last, answer]: [string, unknown] = ["", undefined];
  const kept = new Map<string, unknown>();
  return (id, values) => {
    const endpoint = find(id);
    if (endpoint === undefined) throw new RangeError(`There is no endpoint ${id}`);
    if (!shared.has(id)) shared.set(id, endpoint.prepare?.(world));
    const compute = () => computeAnswer(endpoint, world, values, shared.get(id));
    const name = `${id} ${JSON.stringify(values)}`;
    // Those of one coin are needed once or twice in a row.
    if ("symbol" in values) {
      if (last !== name) [last, answer] = [name, compute()];
      return answer;
    }
    if (!kept.has(name)) kept.set(name, compute());
    return kept.get(name);
  };
}

/** Whether there are coins in the currency, and sources of every answer that it is made from. */
function isAvailable(kind: CoingeckoId, currency: string, world: World, find: FindEndpoint): boolean {
  const needs = [coingecko[kind], coingecko["coins-list"]].flatMap((one) => one.needs({ currency, values: {} }));
  const hasSources = needs.every(({ endpoint }) => !isEmpty(find(endpoint)?.variants(world) ?? []));
  if (kind !== "exchange-rates") return hasSources;
  return hasSources && world.market.coins.some((coin) => coin.id === "bitcoin" && isOpen(coin));
}

function isEmpty(variants: Iterable<Params>): boolean {
  for (const _ of variants) return false;
  return true;
}

/** None where the declaration has an example of its own: only the handler answers those. */
function* listVariants({ parameters, example }: Derived, world: World): Iterable<Params> {
  if (example !== undefined) return;
  const { market, coveredCoins = COVERED_COINS[0] } = world;
  const coins = market.coins.filter(isOpen);
  if ("id" in parameters) {
    const covered = new Set(market.coins.slice(0, coveredCoins));
    for (const coin of coins) if (covered.has(coin) && isKey(coin.id)) yield { id: coin.id };
    return;
  }
  yield {};
  if (parameters["page"] === undefined) return;
  const rowsPerPage = Number(parameters["per_page"]?.default);
  for (let page = 2; (page - 1) * rowsPerPage < coins.length; page += 1) yield { page };
}

/** Of the largest coin, on the last closed day. */
function findExample(kind: CoingeckoId, currency: string, world: World, find: FindEndpoint): Params | undefined {
  const coin = isAvailable(kind, currency, world, find) ? world.market.coins.find(isOpen) : undefined;
  return coin && coingecko[kind].example?.(coin, renderDay(world.market.asOfMs - DAY_MS));
}

/** As `openRow` says it of a published row. */
function isOpen({ price, priceSource }: MarketCoin): boolean {
  return price !== null && priceSource === "aggregated";
}

/**
 * The endpoints as the docs show them: one for all currencies, with the currency as a parameter of
 * the path.
 */
export function describeCoingecko(endpoints: readonly Endpoint[]): Endpoint[] {
  const currencies = [...new Set(endpoints.flatMap(({ compat }) => compat?.currency ?? []))];
  return endpoints.flatMap((endpoint): Endpoint[] => {
    const { compat, variants } = endpoint;
    if (compat === undefined) return [endpoint];
    if (compat.currency !== currencies[0]) return [];
    const { kind, currency } = compat;
    const { path, parameters } = coingecko[kind as CoingeckoId];
    return [
      {
        ...endpoint,
        id: `compat-${kind}`,
        path,
        parameters: {
          currency: {
            in: "path",
            type: "string",
            description: "Currency of the answer.",
            example: currency,
            required: true,
            enum: currencies,
          },
          ...parameters,
        },
        *variants(world) {
          for (const params of variants(world)) yield { currency, ...params };
        },
      },
    ];
  });
}
