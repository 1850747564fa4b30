import type { Params } from "../../../kit/api/endpoint.ts";
import { deriveEndpoint } from "../derived/derive-endpoint.ts";
import type { Reader } from "../derived/reader.ts";
import { COVERED_COINS } from "../trees.ts";
import type { Endpoint, World } from "../world.ts";
import { convertCurrency } from "./convert-currency.ts";
import type { QuoteKind } from "./currencies.ts";
import { CHANGED_RATES } from "./fixing.ts";
import { findQuote, listReferences, type Quotable } from "./quote.ts";

type Readers = (world: World) => Reader;

/** The endpoints that answer in other currencies, by id, and the form of their answers. */
const FORMS: Readonly<Record<string, QuoteKind>> = {
  coins: "rows",
  coin: "coin",
  "coin-history": "history",
  global: "global",
  trending: "trending",
  sparklines: "sparklines",
};

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
      const kind = FORMS[base.id];
      return kind === undefined ? [] : [defineOne(base, kind, currency, readers)];
    }),
  );
}

function defineOne(base: Endpoint, kind: QuoteKind, currency: string, readers: Readers): Endpoint {
  const { id, path, docs, parameters, kinds, body } = base;
  const { title, description } = docs;
  return deriveEndpoint(
    {
      id: `in-${currency}-${id}`,
      path: `/in/${currency}${path}`,
      docs,
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
      variants: (world) => listVariants(base, world),
      ...(base.inputs && { inputs: describeInputs(base, kind, currency, readers) }),
    },
    convertCurrency(kind, id),
    readers,
    [],
  );
}

/** Those of the answer in USD, and what the rates come from. */
function describeInputs(
  base: Endpoint,
  kind: QuoteKind,
  currency: string,
  readers: Readers,
): NonNullable<Endpoint["inputs"]> {
  return (world, params) => {
    const own = base.inputs?.(world, params);
    const { version } = world.fixings;
    if (!own || !version) return undefined;
    const references = listReferences(kind, currency, params).map(
      (need) => readers(world).read(need) as Quotable | undefined,
    );
    return JSON.stringify([own, currency, version, findQuote(kind, currency, references)?.stale]);
  };
}

/** Without searches and further pages, and of the largest coins. */
function* listVariants(base: Endpoint, world: World): Iterable<Params> {
  const covered = new Set(world.market.coins.slice(0, world.coveredCoins ?? COVERED_COINS[0]).map(({ key }) => key));
  for (const params of base.variants(world)) {
    if (params["search"] !== undefined || params["offset"] !== undefined) continue;
    const key = params["symbol"] ?? params["symbols"];
    if (key === undefined || covered.has(String(key))) yield params;
  }
}
