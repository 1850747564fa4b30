import { PointList } from "../../lib/json/point-list.ts";
import type { Endpoint, Params, World } from "../endpoint.ts";
import { computeEnvelope } from "../envelope.ts";
import type { Parameter } from "../parameter.ts";
import { createQuote, listReferences, type Quotable, type Quote } from "./quote.ts";
import { quoteAnswer } from "./quote-answer.ts";

/** Coins with files of their own in other currencies. */
export const QUOTED_COINS = 100;

interface Shared {
  base: unknown;
  /** By currency and parameters of the answer. */
  findQuote(currency: string, params: Params): Quote | undefined;
}

/**
 * The endpoints that answer in other currencies, below `/in/{currency}`: each answer is that of the
 * endpoint in USD, converted. No files of searches and offsets, and details of the largest coins
 * only; the handler computes the others.
 */
export function defineQuoted(endpoints: readonly Endpoint[], currencies: readonly string[]): Endpoint[] {
  const find = (id: string) => endpoints.find((one) => one.id === id);
  return endpoints.flatMap((base) => (base.quote === undefined ? [] : [defineOne(base, base.quote, currencies, find)]));
}

function defineOne(
  base: Endpoint,
  kind: NonNullable<Endpoint["quote"]>,
  currencies: readonly string[],
  find: (id: string) => Endpoint | undefined,
): Endpoint {
  const currency: Parameter = {
    in: "path",
    type: "string",
    description: "Currency of the answer: one of those that this site is built for.",
    example: currencies[0] ?? "eur",
    required: true,
    enum: currencies,
  };
  const { dynamic: _, aliases: __, quote: ___, inputs, ...declaration } = base;
  return {
    ...declaration,
    id: `in-${base.id}`,
    path: `/in/{currency}${base.path}`,
    title: `${base.title} in a currency`,
    description: `${base.description} Amounts of money are in the currency of the path.`,
    parameters: { currency, ...base.parameters },
    tree: "currencies",
    quoted: { kind, base: base.path },
    prepare: (world) => prepare(base, kind, world, find),
    *variants(world) {
      const { findQuote } = prepare(base, kind, world, find);
      for (const code of currencies) {
        if (findQuote(code, {}) === undefined) continue;
        for (const params of listQuoted(base, world)) yield { currency: code, ...params };
      }
    },
    ...(inputs && {
      inputs(world: World, { currency: code, ...params }: Params, shared: unknown) {
        const own = inputs(world, params, (shared as Shared).base);
        return (
          own &&
          JSON.stringify([
            own,
            code,
            world.fixings.days.at(-1),
            (shared as Shared).findQuote(String(code), params)?.stale,
          ])
        );
      },
    }),
    compute(world, { currency: code, ...params }, shared) {
      const { base: baseShared, findQuote } = shared as Shared;
      const quote = findQuote(String(code), params);
      if (quote === undefined) throw new RangeError(`${String(code)} has no rate`);
      const answer = computeEnvelope(base, world, params, baseShared) as Quotable;
      const { data, meta } = quoteAnswer(kind, answer, quote, PointList.ofColumns);
      const { self: _self, ...rest } = meta;
      return { data, meta: rest };
    },
  };
}

function prepare(
  base: Endpoint,
  kind: NonNullable<Endpoint["quote"]>,
  world: World,
  find: (id: string) => Endpoint | undefined,
): Shared {
  const shared = new Map<string, unknown>();
  const quotes = new Map<string, Quote | undefined>();
  const answer = (id: string, values: Params): Quotable | undefined => {
    const endpoint = find(id);
    if (endpoint === undefined || !hasVariant(endpoint, world, values)) return undefined;
    if (!shared.has(id)) shared.set(id, endpoint.prepare?.(world));
    return computeEnvelope(endpoint, world, values, shared.get(id)) as Quotable;
  };
  return {
    base: base.prepare?.(world),
    findQuote(currency, params) {
      const references = listReferences(kind, currency, params);
      const name = JSON.stringify([currency, references]);
      if (!quotes.has(name)) {
        quotes.set(
          name,
          createQuote(
            kind,
            currency,
            references.map(({ endpoint, values }) => answer(endpoint, values)),
          ),
        );
      }
      return quotes.get(name);
    },
  };
}

/** Without searches and further pages, and of the largest coins. */
function* listQuoted(base: Endpoint, world: World): Iterable<Params> {
  const covered = new Set(world.market.coins.slice(0, QUOTED_COINS).map(({ key }) => key));
  for (const params of base.variants(world)) {
    if (params["search"] !== undefined || params["offset"] !== undefined) continue;
    const key = params["symbol"] ?? params["symbols"];
    if (key === undefined || covered.has(String(key))) yield params;
  }
}

/** The references are among the first variants: those of the largest coins. */
function hasVariant(endpoint: Endpoint, world: World, values: Params): boolean {
  const wanted = JSON.stringify(values);
  for (const params of endpoint.variants(world)) if (JSON.stringify(params) === wanted) return true;
  return false;
}
