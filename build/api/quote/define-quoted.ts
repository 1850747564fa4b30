import { PointList } from "../../lib/json/point-list.ts";
import type { Endpoint, Params, World } from "../endpoint.ts";
import { computeEnvelope } from "../envelope.ts";
import type { Parameter } from "../parameter.ts";
import { COVERED_COINS } from "../trees.ts";
import { CHANGED_RATES } from "./fixing.ts";
import { type AnswerMeta, createQuote, listReferences, type Quotable, type Quote } from "./quote.ts";
import { quoteAnswer } from "./quote-answer.ts";

/** `undefined`: the currency has no rate. */
type FindQuote = (params: Params) => Quote | undefined;

interface Shared {
  base: unknown;
  findQuote: FindQuote;
}

/**
 * The endpoints that answer in other currencies, below `/in/{currency}`: each answer is that of the
 * endpoint in USD, converted. No files of searches and offsets, and details of the largest coins
 * only; the handler computes the others.
 */
export function defineQuoted(endpoints: readonly Endpoint[], currencies: readonly string[]): Endpoint[] {
  const find = (id: string) => endpoints.find((one) => one.id === id);
  const hasRate = rememberPerWorld((quoted, world) => createFindQuote(quoted, world, find)({}) !== undefined);
  return currencies.flatMap((currency) =>
    endpoints.flatMap((base) =>
      base.quote === undefined ? [] : [defineOne(base, { kind: base.quote, currency, base: base.id }, find, hasRate)],
    ),
  );
}

type Quoted = NonNullable<Endpoint["quoted"]>;
type Find = (id: string) => Endpoint | undefined;
type HasRate = (quoted: Quoted, world: World) => boolean;

/** The variants of an endpoint are listed often, and its rate is the same each time. */
function rememberPerWorld(compute: HasRate): HasRate {
  const known = new WeakMap<World, Map<string, boolean>>();
  return (quoted, world) => {
    const answers = known.get(world) ?? new Map<string, boolean>();
    known.set(world, answers);
    const name = `${quoted.kind} ${quoted.currency}`;
    const answer = answers.get(name) ?? compute(quoted, world);
    answers.set(name, answer);
    return answer;
  };
}

function defineOne(base: Endpoint, quoted: Quoted, find: Find, hasRate: HasRate): Endpoint<Shared> {
  const { id, path, tag, title, description, parameters, kinds, data, meta, inputs } = base;
  const { kind, currency } = quoted;
  return {
    tag,
    title,
    description,
    parameters,
    kinds,
    data,
    quoted,
    ...(meta && { meta }),
    id: `in-${currency}-${id}`,
    path: `/in/${currency}${path}`,
    tree: "currencies",
    prepare: (world) => ({ base: base.prepare?.(world), findQuote: createFindQuote(quoted, world, find) }),
    variants: (world) => (hasRate(quoted, world) ? listQuoted(base, world) : []),
    ...(inputs && {
      inputs(world, params, { base: shared, findQuote }) {
        const own = inputs(world, params, shared);
        const { version } = world.fixings;
        return own && version && JSON.stringify([own, currency, version, findQuote(params)?.stale]);
      },
    }),
    compute(world, params, { base: shared, findQuote }) {
      const quote = findQuote(params);
      if (quote === undefined) throw new RangeError(`${currency} has no rate`);
      const answer = computeEnvelope(base, world, params, shared) as Quotable;
      const { self: _, ...rest } = answer.meta;
      return quoteAnswer(kind, { data: answer.data, meta: rest as AnswerMeta }, quote, PointList.ofColumns);
    },
  } satisfies Endpoint<Shared> as Endpoint<Shared>;
}

function createFindQuote({ kind, currency }: Quoted, world: World, find: Find): FindQuote {
  const shared = new Map<string, unknown>();
  const quotes = new Map<string, Quote | undefined>();
  const answer = (id: string, values: Params): Quotable | undefined => {
    const endpoint = find(id);
    if (endpoint === undefined || !hasVariant(endpoint, world, values)) return undefined;
    if (!shared.has(id)) shared.set(id, endpoint.prepare?.(world));
    return computeEnvelope(endpoint, world, values, shared.get(id)) as Quotable;
  };
  return (params) => {
    const references = listReferences(kind, currency, params);
    const name = JSON.stringify(references);
    if (!quotes.has(name)) {
      const answers = references.map(({ endpoint, values }) => answer(endpoint, values));
      quotes.set(name, createQuote(kind, currency, answers));
    }
    return quotes.get(name);
  };
}

/** Without searches and further pages, and of the largest coins. */
function* listQuoted(base: Endpoint, world: World): Iterable<Params> {
  const covered = new Set(world.market.coins.slice(0, world.coveredCoins ?? COVERED_COINS[0]).map(({ key }) => key));
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

/**
 * The endpoints as the docs show them: one for all currencies, with the currency as a parameter of
 * the path.
 */
export function describeQuoted(endpoints: readonly Endpoint[]): Endpoint[] {
  const currencies = [...new Set(endpoints.flatMap(({ quoted }) => quoted?.currency ?? []))];
  return endpoints.flatMap((endpoint): Endpoint[] => {
    const { quoted } = endpoint;
    if (quoted === undefined) return [endpoint];
    if (quoted.currency !== currencies[0]) return [];
    const currency: Parameter = {
      in: "path",
      type: "string",
      description: "Currency of the answer, one of those that the site is built for.",
      example: quoted.currency,
      required: true,
      enum: currencies,
    };
    const { variants } = endpoint;
    return [
      {
        ...endpoint,
        id: `in-${quoted.base}`,
        path: endpoint.path.replace(`/in/${quoted.currency}/`, "/in/{currency}/"),
        title: `${endpoint.title} in a currency`,
        description: `${endpoint.description} Amounts of money are converted to the currency of the path. ${CHANGED_RATES}`,
        parameters: { currency, ...endpoint.parameters },
        *variants(world) {
          for (const params of variants(world)) yield { currency: quoted.currency, ...params };
        },
      },
    ];
  });
}
