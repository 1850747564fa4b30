import type { QuoteKind } from "../../../build/crypto/api/quote/currencies.ts";
import { findQuote, listReferences, type Quotable } from "../../../build/crypto/api/quote/quote.ts";
import { quoteAnswer } from "../../../build/crypto/api/quote/quote-answer.ts";
import type { Endpoint, World } from "../../../build/crypto/api/world.ts";
import type { MarketCoin } from "../../../build/crypto/market/model/market.ts";
import { computeEnvelope } from "../../../build/kit/api/envelope.ts";
import { PointList } from "../../../build/lib/json/point-list.ts";
import { renderJson } from "../../../build/lib/json/render-json.ts";
import { renderTime } from "../../../build/lib/time.ts";
import type { Site } from "../../fixtures/site.ts";
import type { ApiRequest, Expected } from "./case.ts";
import { type ListShape, nameFile, nameQuery, paginateNaively, type Row, searchNaively } from "./naive-list.ts";
import { readNaively, splitNaively } from "./naive-query.ts";
import { getEndpoint, isNaiveKey, ownsName } from "./spell-url.ts";

/** Computes responses from the market in memory, without files, handler or rules. */
export interface Reference {
  answer(request: ApiRequest): Expected;
  /** The file of the response below `/api`, if there is one. */
  findFile(request: ApiRequest): string | undefined;
}

const NOT_FOUND: Expected = { status: 404, code: "not_found" };
const INVALID: Expected = { status: 400, code: "invalid_parameter" };
type Values = ReadonlyMap<string, string>;

export function createReference({ world, tree }: Site): Reference {
  const known = new Map<string, Expected>();
  const hasFile = (file: string) => tree.has(`api/${file}`);
  return {
    answer(request) {
      const id = JSON.stringify(request);
      const found = known.get(id) ?? answer(world, hasFile, request);
      known.set(id, found);
      return found;
    },
    findFile(request) {
      const isConverted = getEndpoint(request.endpoint).derived !== undefined;
      const expected = answer(world, hasFile, request);
      if ("file" in expected) return expected.file.replace(/^api\//, "");
      const self = "body" in expected ? (expected.body as { meta: { self: string } }).meta.self : "?";
      if (isConverted && !hasFile(self)) return undefined;
      return self.includes("?") || !self.endsWith(".json") ? undefined : self;
    },
  };
}

function answer(world: World, hasFile: (file: string) => boolean, { endpoint: id, name, query }: ApiRequest): Expected {
  const endpoint = getEndpoint(id);
  if (endpoint.derived?.base !== undefined) {
    const inUsd = answer(world, hasFile, {
      endpoint: endpoint.derived.base,
      query,
      ...(name !== undefined && { name }),
    });
    return "body" in inUsd ? convert(endpoint, world, inUsd.body as Quotable, query) : inUsd;
  }
  const asked = readNaively(endpoint.parameters, query);
  if (asked === "invalid") return INVALID;
  if (endpoint.body.form === "download") {
    return world.archives.some(({ filename }) => filename === name) ? { file: `api/data/download/${name}` } : NOT_FOUND;
  }
  if ("limit" in endpoint.parameters) return answerList(endpoint, world, hasFile, asked.values);
  if ("symbols" in endpoint.parameters && name === undefined) return answerPick(endpoint, world, asked.values);
  if (name === undefined) return write(endpoint, world, {}, { self: `${endpoint.path.slice(1)}.json` });
  if (!("symbol" in endpoint.parameters)) {
    const params = [...endpoint.variants(world)].find((each) => Object.values(each)[0] === name);
    const file = `${endpoint.path.slice(1).replace(/\{\w+\}/, () => name)}.json`;
    return params === undefined ? NOT_FOUND : write(endpoint, world, params as Record<string, string>, { self: file });
  }
  const coin = findNaively(world, name);
  if (coin === undefined) return NOT_FOUND;
  const own = Object.fromEntries(
    [...asked.values].filter(([key, value]) => value !== endpoint.parameters[key]?.default),
  );
  const file = [endpoint.path.slice(1).replace(/\{\w+\}/, () => coin.key), ...Object.values(own)].join("/");
  return write(endpoint, world, { symbol: coin.key, ...own }, { self: `${file}.json` });
}

/** With the program's own conversion, which unit tests compare with plain arithmetic. */
function convert(endpoint: Endpoint, world: World, inUsd: Quotable, query: ApiRequest["query"]): Expected {
  const { kind, currency } = endpoint.derived as { kind: QuoteKind; currency: string };
  const period = new Map(query).get("period")?.toLowerCase();
  const values = period === undefined || period === "7d" ? {} : { period };
  const references = listReferences(kind, currency, values).map(
    (need) => computeEnvelope(getEndpoint(need.endpoint), world, need.values) as Quotable,
  );
  const body = quoteAnswer(kind, inUsd, findQuote(kind, currency, references)!, PointList.ofColumns);
  return { body, text: renderJson(body).toString() };
}

/**
 * The coin with this key, else id; for a text that is no key, the only coin with this symbol.
 */
function findNaively({ market }: World, name: string): MarketCoin | undefined {
  const wanted = name.toLowerCase();
  const called = market.coins.filter((coin) => coin.symbol.toLowerCase() === wanted && !isNaiveKey(wanted));
  return (
    market.coins.find((coin) => coin.key === wanted) ??
    market.coins.find((coin) => coin.id.toLowerCase() === wanted) ??
    (called.length === 1 ? called[0] : undefined)
  );
}

function answerList(endpoint: Endpoint, world: World, hasFile: (file: string) => boolean, values: Values): Expected {
  const { path, parameters } = endpoint;
  const shape: ListShape = {
    path: path.slice(1),
    limits: (parameters["limit"]?.files ?? []).filter((limit) => typeof limit === "number"),
    defaultLimit: Number(parameters["limit"]?.default),
    paged: parameters["offset"] !== undefined,
  };
  const search = values.get("search");
  const page = { search, limit: Number(values.get("limit")), offset: Number(values.get("offset") ?? 0) };
  const whole = computeEnvelope(endpoint, world, { limit: "all" });
  const rows = whole.data as Row[];
  const found = search === undefined ? rows : searchNaively(rows, search);
  const file = nameFile(shape, page);
  const shown = found.filter((_, at) => at >= page.offset && at < page.offset + page.limit);
  return write(
    endpoint,
    world,
    { limit: "all" },
    {
      ...ageNaively(shown, whole.meta),
      self: hasFile(file) ? file : nameQuery(shape, page),
      pagination: paginateNaively(shape, page, found.length),
      ...("search" in parameters ? { search: search ?? null } : {}),
    },
    shown,
  );
}

/**
 * A page has the time of its newest price, and is valid as long as the list; without prices it has
 * the list's time.
 */
function ageNaively(rows: readonly { last_updated?: string | null }[], whole: Readonly<Record<string, unknown>>) {
  const times = rows.flatMap(({ last_updated: time }) => (time == null ? [] : [Date.parse(time)]));
  const [updatedMs, expiresMs] = [whole["updated_at"], whole["expires_at"]].map((time) => Date.parse(String(time)));
  const shift = times.length === 0 ? 0 : Math.max(...times) - updatedMs!;
  return { updated_at: renderTime(updatedMs! + shift), expires_at: renderTime(expiresMs! + shift) };
}

function answerPick(endpoint: Endpoint, world: World, values: Values): Expected {
  const base = endpoint.path.slice(1);
  const everything = computeEnvelope(endpoint, world, {}).data as Record<string, unknown>;
  const members = splitNaively(values.get("symbols")!);
  const data: Record<string, unknown> = {};
  const missing: string[] = [];
  const keys: string[] = [];
  for (const member of members) {
    const coin = findNaively(world, member);
    if (coin === undefined) {
      missing.push(member);
      continue;
    }
    const entry = ownsName(coin) ? coin.symbol : coin.key;
    data[entry] = everything[entry];
    keys.push(coin.key);
  }
  const named = Object.keys(data);
  // Only a key is the name of a file.
  const single = members.length === 1 && keys[0] === members[0]!.toLowerCase();
  const list = members.map((member) => encodeURIComponent(member.toLowerCase())).join(",");
  const self = single ? `${base}/${keys[0]}.json` : `${base}?symbols=${list}`;
  return write(endpoint, world, single ? { symbols: keys[0]! } : {}, { self, symbols: named, missing }, data);
}

/** The envelope of the endpoint with other `meta`, and with `data` if given. */
function write(
  endpoint: Endpoint,
  world: World,
  params: Record<string, string>,
  meta: Record<string, unknown>,
  data?: unknown,
): Expected {
  const envelope = computeEnvelope(endpoint, world, params);
  const text = renderJson({ data: data ?? envelope.data, meta: { ...envelope.meta, ...meta } }).toString();
  return { body: JSON.parse(text), text };
}
