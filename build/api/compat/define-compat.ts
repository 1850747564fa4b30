import { isKey } from "../../lib/key.ts";
import { DAY_MS, renderDay } from "../../lib/time.ts";
import type { MarketCoin } from "../../market/market.ts";
import type { Endpoint, Params, World } from "../endpoint.ts";
import { computeAnswer } from "../envelope.ts";
import type { ParameterMap } from "../query.ts";
import { COVERED_COINS } from "../trees.ts";
import { type Compat, type CompatKind, type CompatRequest, listNeeds } from "./compat.ts";
import { COMPAT_SCHEMAS } from "./compat-schemas.ts";
import { BOUND, COMPAT_TEXTS } from "./compat-texts.ts";
import { convertCompat, ROWS_PER_PAGE } from "./convert.ts";

const ROOT = "/compat/coingecko";
/** Answered by the handler only: no list of files could hold every day or text. */
export const COMPUTED: readonly CompatKind[] = ["coins-id-history", "search"];

type FindEndpoint = (id: string) => Endpoint | undefined;
/** Reads an answer of another endpoint. */
type ReadAnswer = (endpoint: string, values: Params) => unknown;

/** The same API in CoinGecko's form, below `/compat/coingecko/{currency}/api/v3`. */
export function defineCompat(endpoints: readonly Endpoint[], currencies: readonly string[]): Endpoint[] {
  const find: FindEndpoint = (id) => endpoints.find((one) => one.id === id);
  return ["usd", ...currencies].flatMap((currency) =>
    (Object.keys(COMPAT_TEXTS) as CompatKind[]).map((kind) => defineOne({ kind, currency }, find)),
  );
}

function defineOne(compat: Compat, find: FindEndpoint): Endpoint {
  const { kind, currency } = compat;
  const { path, title, description, parameters } = COMPAT_TEXTS[kind];
  const endpoint: Endpoint<ReadAnswer> = {
    title,
    description,
    compat,
    bare: true,
    id: `compat-${currency}-${kind}`,
    path: `${ROOT}/${currency}/api/v3${path}`,
    tag: "compat",
    tree: "compat",
    parameters: bindCurrency(parameters, currency),
    kinds: [],
    data: COMPAT_SCHEMAS[kind],
    ...(COMPUTED.includes(kind) && { exampleParams: (world: World) => findExample(compat, world, find) }),
    prepare: (world) => createReader(world, find),
    variants: (world) => (isAvailable(compat, world, find) ? listVariants(kind, world) : []),
    compute(world, params, read) {
      const request = createRequest(compat, params, world);
      const answers = listNeeds(request).map(({ endpoint, values }) => read(endpoint, values));
      const data = convertCompat(answers, request);
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
      BOUND.includes(name) ? { ...parameter, ...bound } : parameter,
    ]),
  );
}

function createRequest(compat: Compat, params: Params, { market }: World): CompatRequest {
  const { id, ...values } = params;
  return id === undefined
    ? { ...compat, values }
    : { ...compat, values, id: String(id), key: market.coins.find((coin) => coin.id === id)?.key };
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
function isAvailable(compat: Compat, world: World, find: FindEndpoint): boolean {
  const needs = [compat, { ...compat, kind: "coins-list" as const }].flatMap((one) =>
    listNeeds({ ...one, values: {} }),
  );
  const hasSources = needs.every(({ endpoint }) => !isEmpty(find(endpoint)?.variants(world) ?? []));
  if (compat.kind !== "exchange-rates") return hasSources;
  return hasSources && world.market.coins.some((coin) => coin.id === "bitcoin" && isOpen(coin));
}

function isEmpty(variants: Iterable<Params>): boolean {
  for (const _ of variants) return false;
  return true;
}

function* listVariants(kind: CompatKind, { market, coveredCoins = COVERED_COINS[0] }: World): Iterable<Params> {
  if (COMPUTED.includes(kind)) return;
  const coins = market.coins.filter(isOpen);
  if ("id" in COMPAT_TEXTS[kind].parameters) {
    const covered = new Set(market.coins.slice(0, coveredCoins));
    for (const coin of coins) if (covered.has(coin) && isKey(coin.id)) yield { id: coin.id };
    return;
  }
  yield {};
  if (kind !== "coins-markets") return;
  for (let page = 2; (page - 1) * ROWS_PER_PAGE < coins.length; page += 1) yield { page };
}

/** The largest coin, on the last closed day. */
function findExample(compat: Compat, world: World, find: FindEndpoint): Params | undefined {
  const coin = isAvailable(compat, world, find) ? world.market.coins.find(isOpen) : undefined;
  if (coin === undefined) return undefined;
  if (compat.kind === "search") return { query: coin.symbol.toLowerCase() };
  return { id: coin.id, date: renderDay(world.market.asOfMs - DAY_MS) };
}

/** As `openRow` says it of a published row. */
function isOpen({ price, priceSource }: MarketCoin): boolean {
  return price !== null && priceSource === "aggregated";
}

/**
 * The endpoints as the docs show them: one for all currencies, with the currency as a parameter of
 * the path.
 */
export function describeCompat(endpoints: readonly Endpoint[]): Endpoint[] {
  const currencies = [...new Set(endpoints.flatMap(({ compat }) => compat?.currency ?? []))];
  return endpoints.flatMap((endpoint): Endpoint[] => {
    const { compat, variants, path } = endpoint;
    if (compat === undefined) return [endpoint];
    if (compat.currency !== currencies[0]) return [];
    const { kind, currency } = compat;
    return [
      {
        ...endpoint,
        id: `compat-${kind}`,
        path: path.replace(`${ROOT}/${currency}/`, `${ROOT}/{currency}/`),
        parameters: {
          currency: {
            in: "path",
            type: "string",
            description: "Currency of the answer.",
            example: currency,
            required: true,
            enum: currencies,
          },
          ...COMPAT_TEXTS[kind].parameters,
        },
        *variants(world) {
          for (const params of variants(world)) yield { currency, ...params };
        },
      },
    ];
  });
}
