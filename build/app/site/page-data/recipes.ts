import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { z } from "zod";
import { TREES, type TreeName } from "../../../crypto/api/trees.ts";
import type { World } from "../../../crypto/api/world.ts";

/**
 * What a program finds at one place of an answer: the current price of bitcoin in USD, a number,
 * the times of the days of a history (ISO 8601 or unix milliseconds, ascending), or a price for
 * each.
 */
const Found = z.enum(["price", "number", "days", "closes"]);
export type Found = z.infer<typeof Found>;

const text = z.string().min(1);
const columns = z.array(text);

/**
 * A request of a snippet, and how its program evaluates the answer. `url` and `at` are dotted paths
 * in the YAML or JSON of the snippet, so that nothing is written twice.
 *
 * - `jsonpath`: the snippet has a JSONPath at `at`.
 * - `nested`: nested keys of an object at `at`, as Homepage writes them.
 * - `jinja`: a template at `at` with one value, as in Home Assistant.
 * - `go-template`: a template at `at` with a list and fields of its rows, as in Glance.
 * - `rows`: the list at the dotted path `at`, with the fields that `columns` holds as `selector`.
 * - `csv`: the table at the only URL of the text, which names these `columns`.
 * - `parquet`: the same for a Parquet file.
 * - `lines`: every line of the file at the only URL is a price directive of the format.
 * - `client`: `path` below the base address, which is the only URL; the price is at `at`. Some
 *   clients follow no redirect to the folder of a path.
 */
const Read = z.discriminatedUnion("how", [
  z.strictObject({ how: z.enum(["jsonpath", "nested", "jinja"]), url: text, at: text, finds: Found }),
  z.strictObject({ how: z.literal("go-template"), url: text, at: text }),
  z.strictObject({ how: z.literal("rows"), url: text, at: text, columns: text }),
  z.strictObject({ how: z.enum(["csv", "parquet"]), columns }),
  z.strictObject({ how: z.literal("lines"), format: z.enum(["ledger", "beancount"]) }),
  z.strictObject({ how: z.literal("client"), path: text, at: text, redirects: z.enum(["followed", "refused"]) }),
]);
export type Read = z.infer<typeof Read>;

/** `settings`: fields of a form, as YAML. `text`: nothing that a test can parse. */
const Language = z.enum([
  "settings",
  "yaml",
  "json",
  "sheet",
  "m",
  "shell",
  "text",
  "python",
  "r",
  "sql",
  "javascript",
]);

const Snippet = z.strictObject({
  /** Unique in the recipe; a part of the id of the code block. */
  id: text,
  title: text,
  language: Language,
  text,
  reads: z.array(Read),
  /** The optional files that it reads. Absent: every site has its files. */
  tree: z.enum(TREES).optional(),
});
export type Snippet = z.infer<typeof Snippet>;

/** How a program reads this site. Texts have code between backticks. */
const Recipe = z.strictObject({
  id: text,
  /** The heading under which the index lists it. */
  group: text,
  /** The program's name. */
  name: text,
  homepage: text,
  /** What the program gets, as a noun phrase. */
  gives: text,
  /** Where its user pastes the lines. */
  where: text,
  snippets: z.array(Snippet),
  notes: z.array(text),
  /** Its values change once a day, and not with each build. */
  daily: z.boolean().default(false),
});

const FILE = new URL("../../../../templates/docs/use/recipes.yaml", import.meta.url);

/** Every recipe, in the order of the index. */
export const recipes: readonly z.infer<typeof Recipe>[] = z.array(Recipe).parse(parse(readFileSync(FILE, "utf8")));

/** The pages of the recipes. `missing`: this site lacks files that the snippet reads. */
export function computeRecipePages({ leftOut = [] }: World) {
  const lacks = (tree: TreeName | undefined) => leftOut.some((one) => one.tree === tree && one.covered === 0);
  return recipes.map(({ snippets, ...recipe }) => ({
    ...recipe,
    snippets: snippets.map(({ id, title, text, language, tree }) => ({
      id,
      title,
      text,
      language,
      missing: lacks(tree),
    })),
  }));
}
