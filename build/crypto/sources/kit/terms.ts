import type { Terms } from "../../normalise/record.ts";

/** Why an exchange is off by default whose declaration rests on its documentation alone. */
export const NOT_READ =
  "Its terms were not read and its answers were not recorded: the declaration follows its public documentation.";

/** `unclear` until a ground and a class are given: silence is no permission. */
export function defineTerms(declared: Pick<Terms, "url" | "says"> & Partial<Terms>): Terms {
  return { ground: null, derived: "silent", class: "unclear", ...declared };
}

const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Why terms may not be published as they are declared; `undefined`: they may. A claim that values
 * may be republished needs more than hearsay; a prohibition does not, because a wrong one costs
 * nothing but values.
 */
export function findTermsFault({ url, ground, says, class: claimed }: Terms): string | undefined {
  if (!URL.canParse(url)) return "its page has no address";
  if (says.trim() === "") return "nothing is said about them";
  if (ground !== null && (!ISO_DAY.test(ground.on) || ground.by.trim() === ""))
    return "its ground has no day or no author";
  if (claimed === "unclear") return undefined;
  if (ground === null) return `${claimed} without a ground`;
  if (claimed === "restricted" || ground.kind === "read" || ground.licence !== undefined) return undefined;
  return `${claimed} needs terms that were read, or a licence that the upstream publishes`;
}
