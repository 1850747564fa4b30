import type { Parameter } from "../../../build/api/parameter.ts";
import { endpoints } from "../../../build/api/registry.ts";
import type { Case, Pair, Question } from "./case.ts";
import { NOISE } from "./file-cases.ts";
import { type Ground, sample, shuffle } from "./ground.ts";
import { ownsName } from "./names.ts";
import { spellPath, spellQuery } from "./spell-url.ts";

/** L2: combinations of parameters that have files, in every order, with defaults spelled out and parameters that mean nothing. */
export function listPrecomputedCases(ground: Ground): Case[] {
  const { random, reference } = ground;
  return listQuestions(ground).flatMap((question) => {
    const endpoint = endpoints.find(({ id }) => id === question.endpoint)!;
    const path = spellPath(endpoint, question.name);
    const expected = reference.answer(question);
    const withoutQuery = ground.answerPath(question);
    const orders = new Map([question.query, [...question.query].reverse()].map((query) => [spellQuery(query), query]));
    const spelt = spellDefaults(endpoint.parameters, question.query);
    if (spelt.length > question.query.length) orders.set("defaults", shuffle(random, spelt));
    return [...orders.values()].map((query): Case => {
      const noise = random.next() < 0.2 ? random.pick(NOISE) : undefined;
      const url = path + addNoise(spellQuery(query), noise, random.next() < 0.5);
      return { url, level: "L2", about: "a precomputed combination", expected, withoutQuery };
    });
  });
}

function listQuestions({ site, random, reference }: Ground): Question[] {
  const { coins } = site.world.market;
  const questions: Question[] = [];
  for (const { id, parameters } of endpoints) {
    const limits = (parameters["limit"]?.files ?? []).filter((limit) => typeof limit === "number");
    for (const limit of limits) {
      questions.push({ endpoint: id, query: [["limit", String(limit)]] });
      if (parameters["offset"] === undefined) continue;
      for (let offset = limit; offset < coins.length; offset += limit) {
        questions.push({
          endpoint: id,
          query: [
            ["limit", String(limit)],
            ["offset", String(offset)],
          ],
        });
      }
    }
  }
  for (const offset of [0, 100, 200]) questions.push({ endpoint: "coins", query: [["offset", String(offset)]] });
  const owners = coins.filter(ownsName);
  for (const coin of [...owners.slice(0, 24), ...sample(random, owners.slice(24), 40)]) {
    for (const symbol of new Set([coin.symbol, coin.symbol.toLowerCase()])) {
      if (!symbol.includes(",")) questions.push({ endpoint: "sparklines", query: [["symbols", symbol]] });
      for (const period of ["1h", "24h", "7d", "30d", "1y", "all"]) {
        const question: Question = { endpoint: "coin-history", name: symbol, query: [["period", period]] };
        if (random.next() < 0.5) questions.push(question);
      }
    }
  }
  const searches = [...site.tree.keys()].flatMap(
    (path) => path.match(/^api\/coins\/search\/([^/]+)\.json$/)?.[1] ?? [],
  );
  for (const word of sample(random, searches, 160)) {
    questions.push({ endpoint: "coins", query: [["search", word]] });
  }
  return questions.filter((question) => reference.findFile(question) !== undefined);
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
