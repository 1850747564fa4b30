import type { Params } from "../../../kit/api/endpoint.ts";
import { oncePer } from "../../../lib/once-per.ts";
import { type ConversionId, getConversion } from "../derived/conversions.ts";
import { type DerivedFacts, deriveEndpoint, findFirst } from "../derived/derive-endpoint.ts";
import type { Reader } from "../derived/reader.ts";
import { COVERED_COINS } from "../trees.ts";
import type { Endpoint, World } from "../world.ts";
import { COIN_CURRENCIES, QUOTED, QUOTED_CONVERSIONS, type QuoteKind } from "./currencies.ts";
import { CHANGED_RATES } from "./fixing.ts";
import { findQuote, listReferences, readReferences } from "./quote.ts";

type Readers = (world: World) => Reader;

/** The forms of `QUOTED`, by the id of the endpoint. */
const FORMS: ReadonlyMap<string, QuoteKind> = new Map(
  Object.entries(QUOTED).map(([kind, id]) => [id, kind as QuoteKind]),
);

/**
 * The endpoints that answer in other currencies, below `/in/{currency}`: each answer is that of the
 * endpoint in USD, converted. No files of searches and offsets, and details of the largest coins
 * only; the handler computes the others.
 */
export function defineCurrencies(
  endpoints: readonly Endpoint[],
  currencies: readonly string[],
  readers: Readers,
): Endpoint[] {
  return currencies.flatMap((currency) =>
    endpoints.flatMap((base) => {
      const kind = FORMS.get(base.id);
      if (kind !== undefined) return [defineOne(base, kind, currency, readers)];
      const conversion: ConversionId | undefined = QUOTED_CONVERSIONS.find((id) => id === base.id);
      return conversion === undefined ? [] : [defineComputed(base, conversion, currency, readers)];
    }),
  );
}

function defineOne(base: Endpoint, kind: QuoteKind, currency: string, readers: Readers): Endpoint {
  const own = {
    ...placeInCurrency(base, kind, currency),
    variants: (world: World) => listVariants(base, world),
    ...(base.inputs && { inputs: describeInputs(base, kind, currency, readers) }),
  };
  return deriveEndpoint(own, getConversion(kind, base.id), readers);
}

function defineComputed(base: Endpoint, kind: ConversionId, currency: string, readers: Readers): Endpoint {
  const { derived, ...facts } = placeInCurrency(base, kind, currency);
  const example = base.derived?.example ?? ((world: World) => findFirst(base.variants(world)));
  const own = { ...facts, derived: { ...derived, example }, variants: () => [] };
  return deriveEndpoint(own, getConversion(kind, base.id), readers);
}

function placeInCurrency(base: Endpoint, kind: string, currency: string): Omit<DerivedFacts, "variants"> {
  const { id, path, docs, parameters, kinds, body } = base;
  const { title, description } = docs;
  return {
    id: `in-${currency}-${id}`,
    path: `/in/${currency}${path}`,
    docs: { ...docs, tag: "currencies" },
    parameters,
    kinds,
    body,
    tree: "currencies",
    derived: {
      kind,
      currency,
      base: id,
      shown: {
        id: `in-${id}`,
        path: `/in/{currency}${path}`,
        docs: {
          title: `${title} in a currency`,
          description: `${description} Amounts of money are converted to the currency of the path. ${CHANGED_RATES}`,
        },
        parameters,
        about: "Currency of the answer, one of those that the site is built for.",
      },
    },
  };
}

/** Those of the answer in USD, and what the rates come from. */
function describeInputs(
  base: Endpoint,
  kind: QuoteKind,
  currency: string,
  readers: Readers,
): NonNullable<Endpoint["inputs"]> {
  const coin = COIN_CURRENCIES[currency];
  // Rates in a coin are its closes of the same steps, which its own inputs hold. Many answers share
  // them.
  const pastRates = oncePer((world: World) => {
    const known = new Map<string, string | undefined>();
    return (params: Params) => {
      const asked = { ...params, symbol: coin?.key ?? "" };
      const name = JSON.stringify(asked);
      if (!known.has(name)) known.set(name, base.inputs?.(world, asked));
      return known.get(name);
    };
  });
  return (world, params) => {
    const own = base.inputs?.(world, params);
    const { version } = world.fixings;
    if (!own || !version) return undefined;
    const references = listReferences(kind, currency, params).map((need) => readers(world).read(need));
    const quote = findQuote(kind, currency, readReferences(references));
    const rates = quote && coin && pastRates(world)(params);
    return JSON.stringify([own, currency, version, quote?.stale, rates]);
  };
}

/** Without searches, further pages and earlier years, and of the largest coins. */
function* listVariants(base: Endpoint, world: World): Iterable<Params> {
  const covered = new Set(world.market.coins.slice(0, world.covered ?? COVERED_COINS[0]).map(({ key }) => key));
  const lastYear = world.history.hourYears?.at(-1)?.year;
  for (const params of base.variants(world)) {
    if (params["year"] !== undefined && params["year"] !== String(lastYear)) continue;
    if (params["search"] !== undefined || params["offset"] !== undefined) continue;
    const key = params["symbol"] ?? params["symbols"];
    if (key === undefined || covered.has(String(key))) yield params;
  }
}
