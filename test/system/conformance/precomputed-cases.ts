import type { Parameter } from "../../../build/kit/api/parameter.ts";
import type { ApiRequest, Case, Pair } from "./case.ts";
import { NOISE } from "./file-cases.ts";
import { type Ground, sample, shuffle } from "./ground.ts";
import { apiEndpoints, getEndpoint, ownsName, request, spellPath, spellQuery } from "./spell-url.ts";

/** L2: combinations with files, in every order, with explicit defaults and unknown parameters. */
export function listPrecomputedCases(ground: Ground): Case[] {
  const { random, reference } = ground;
  return listRequests(ground).flatMap((asked) => {
    const endpoint = getEndpoint(asked.endpoint);
    const path = spellPath(endpoint, asked.name);
    const expected = reference.answer(asked);
    const withoutQuery = ground.answerPath(asked);
    const orders = new Map([asked.query, [...asked.query].reverse()].map((query) => [spellQuery(query), query]));
    const spelt = spellDefaults(endpoint.parameters, asked.query);
    if (spelt.length > asked.query.length) orders.set("defaults", shuffle(random, spelt));
    return [...orders.values()].map((query): Case => {
      const noise = random.next() < 0.2 ? random.pick(NOISE) : undefined;
      const url = path + addNoise(spellQuery(query), noise, random.next() < 0.5);
      return { url, level: "L2", about: "a precomputed combination", expected, withoutQuery };
    });
  });
}

function listRequests({ site, random, reference }: Ground): ApiRequest[] {
  const { coins } = site.world.market;
  const requests: ApiRequest[] = [];
  for (const { id, parameters } of apiEndpoints) {
    const limits = (parameters["limit"]?.files ?? []).filter((limit) => typeof limit === "number");
    for (const limit of limits) {
      requests.push(request(id, `limit=${limit}`));
      if (parameters["offset"] === undefined) continue;
      for (let offset = limit; offset < coins.length; offset += limit) {
        requests.push(request(id, `limit=${limit}&offset=${offset}`));
      }
    }
  }
  for (const offset of [0, 100, 200]) requests.push(request("coins", `offset=${offset}`));
  const owners = coins.filter(ownsName);
  for (const coin of [...owners.slice(0, 24), ...sample(random, owners.slice(24), 40)]) {
    for (const symbol of new Set([coin.symbol, coin.symbol.toLowerCase()])) {
      if (!symbol.includes(",")) requests.push({ endpoint: "sparklines", query: [["symbols", symbol]] });
      for (const period of ["1h", "24h", "7d", "30d", "1y", "all"]) {
        if (random.next() < 0.5) requests.push(request("coin-history", `period=${period}`, symbol));
      }
    }
  }
  for (const { id, derived } of apiEndpoints.filter(
    ({ derived }) => derived?.kind === "history" || derived?.kind === "sparklines",
  )) {
    for (const { key } of owners.slice(0, 10)) {
      if (derived?.kind === "sparklines") requests.push({ endpoint: id, query: [["symbols", key]] });
      else for (const period of ["24h", "30d", "all"]) requests.push(request(id, `period=${period}`, key));
    }
  }
  const searches = [...site.tree.keys()].flatMap(
    (path) => path.match(/^api\/coins\/search\/([^/]+)\.json$/)?.[1] ?? [],
  );
  for (const word of sample(random, searches, 160)) {
    requests.push({ endpoint: "coins", query: [["search", word]] });
    if (random.next() < 0.5) requests.push({ endpoint: "coins", query: [["search", word.toUpperCase()]] });
  }
  return requests.filter((asked) => reference.findFile(asked) !== undefined);
}

function spellDefaults(parameters: Readonly<Record<string, Parameter>>, query: readonly Pair[]): Pair[] {
  const missing = Object.entries(parameters).filter(
    ([name, { in: where, default: value }]) =>
      where === "query" && value !== undefined && query.every(([known]) => known !== name),
  );
  return [...query, ...missing.map(([name, { default: value }]): Pair => [name, String(value)])];
}

function addNoise(query: string, noise: string | undefined, first: boolean): string {
  if (noise === undefined) return query;
  if (query === "") return `?${noise}`;
  return first ? `?${noise}&${query.slice(1)}` : `${query}&${noise}`;
}
