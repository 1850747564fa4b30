import type { World } from "../../api/endpoint.ts";
import { RULES, type Rules } from "./methodology-rules.ts";
import { findWorkedExample, type PageVenue, type WorkedExample } from "./worked-example.ts";

export interface MethodologyPage {
  rules: Rules;
  /** Those with the most trust first. */
  venues: readonly PageVenue[];
  example: WorkedExample | null;
}

export function computeMethodologyPage({ market }: World, venues: readonly PageVenue[]): MethodologyPage {
  return {
    rules: RULES,
    venues: venues.toSorted((a, b) => b.trust - a.trust || (a.name < b.name ? -1 : 1)),
    example: findWorkedExample(market, venues),
  };
}
