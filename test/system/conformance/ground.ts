import type { Random } from "../../fixtures/random.ts";
import type { Site } from "../../fixtures/site.ts";
import type { ApiRequest, Expected } from "./case.ts";
import { createReference, type Reference } from "./reference.ts";
import { getEndpoint } from "./spell-url.ts";

/** Input of all lists of cases. */
export interface Ground {
  site: Site;
  reference: Reference;
  random: Random;
  /** The file of all sparklines, for a host without the handler. */
  everyCoin: Expected;
  /** The response of a host that ignores queries. */
  answerPath(request: ApiRequest): Expected;
}

export function makeGround(site: Site, random: Random): Ground {
  const reference = createReference(site);
  const read = (path: string): Expected => {
    const text = new TextDecoder().decode(site.tree.get(path));
    return { body: JSON.parse(text), text };
  };
  const everyCoin = read("api/sparklines.json");
  return {
    site,
    reference,
    random,
    everyCoin,
    answerPath(request) {
      const { path, parameters } = getEndpoint(request.endpoint);
      return "symbols" in parameters ? read(`api${path}.json`) : reference.answer({ ...request, query: [] });
    },
  };
}

/** A random part, in the same order. */
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
