import type { Random } from "../../market/random.ts";
import type { Site } from "../../serve/site.ts";
import type { ApiRequest, Expected } from "./case.ts";
import { createReference, type Reference } from "./reference.ts";

/** What a list of cases is made of. */
export interface Ground {
  site: Site;
  reference: Reference;
  random: Random;
  /** The answer of a host where only files can answer a list of symbols: its `meta.symbols` names every coin. */
  everyCoin: Expected;
  /** What a host says that reads no query: the answer to the path alone. */
  answerPath(request: ApiRequest): Expected;
}

export function makeGround(site: Site, random: Random): Ground {
  const reference = createReference(site);
  const text = new TextDecoder().decode(site.tree.get("api/sparklines.json"));
  const everyCoin: Expected = { body: JSON.parse(text), text };
  return {
    site,
    reference,
    random,
    everyCoin,
    answerPath: (request) =>
      request.endpoint === "sparklines" ? everyCoin : reference.answer({ ...request, query: [] }),
  };
}

/** Some of many, in their order. */
export function sample<One>(random: Random, many: readonly One[], count: number): One[] {
  const share = count / many.length;
  return many.filter(() => random.next() < share);
}

export function shuffle<One>(random: Random, many: readonly One[]): One[] {
  return many
    .map((one) => ({ one, at: random.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one);
}
