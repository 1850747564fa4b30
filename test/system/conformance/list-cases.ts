import { createRandom } from "../../fixtures/random.ts";
import type { Site } from "../../fixtures/site.ts";
import type { Case } from "./case.ts";
import { listCompatCases } from "./compat-cases.ts";
import { listErrorCases } from "./error-cases.ts";
import { listFileCases } from "./file-cases.ts";
import { listFreeCases } from "./free-cases.ts";
import { makeGround } from "./ground.ts";
import { listPrecomputedCases } from "./precomputed-cases.ts";
import { listSpellingCases } from "./spelling-cases.ts";

const SEED = 20_261_120;

/** Every case of one site, each URL once; deterministic. */
export function listCases(site: Site): Case[] {
  const ground = makeGround(site, createRandom(SEED));
  const cases = [
    ...listFileCases(ground),
    ...listPrecomputedCases(ground),
    ...listFreeCases(ground),
    ...listSpellingCases(ground),
    ...listErrorCases(ground),
    ...listCompatCases(ground),
  ];
  return [...new Map(cases.map((one) => [one.url, one])).values()];
}
