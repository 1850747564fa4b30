import type { TreeName } from "../../../api/trees.ts";

/** In the text of a snippet: the absolute URL of the site, without a slash at its end. */
export const SITE = "{site}";

/** What a program finds at one place of an answer. */
export type Found =
  /** The current price of bitcoin in USD. */
  | "price"
  | "number"
  /** Times of the days of a history: ISO 8601 or unix milliseconds, in ascending order. */
  | "days"
  /** One price for each of the days. */
  | "closes";

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
export type Read =
  | { how: "jsonpath" | "nested" | "jinja"; url: string; at: string; finds: Found }
  | { how: "go-template"; url: string; at: string }
  | { how: "rows"; url: string; at: string; columns: string }
  | { how: "csv" | "parquet"; columns: readonly string[] }
  | { how: "lines"; format: "ledger" | "beancount" }
  | { how: "client"; path: string; at: string; redirects: "followed" | "refused" };

export interface Snippet {
  /** Unique in the recipe; a part of the id of the code block. */
  id: string;
  title: string;
  /** `settings`: fields of a form, as YAML. `text`: nothing that a test can parse. */
  language: "settings" | "yaml" | "json" | "sheet" | "m" | "shell" | "text" | "python" | "r" | "sql" | "javascript";
  text: string;
  reads: readonly Read[];
  /** The optional files that it reads. Absent: every site has its files. */
  tree?: TreeName;
}

/** How a program reads this site. Texts have code between backticks. */
export interface Recipe {
  id: string;
  /** The program's name. */
  name: string;
  homepage: string;
  /** What the program gets, as a noun phrase. */
  gives: string;
  /** Where its user pastes the lines. */
  where: string;
  snippets: readonly Snippet[];
  notes: readonly string[];
}
