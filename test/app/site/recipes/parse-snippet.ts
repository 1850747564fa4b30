import { parse } from "yaml";
import type { Snippet } from "../../../../build/app/site/page-data/recipes.ts";
import { SITE } from "../../../../templates/components/snippets.js";

/** What a user of Wealthfolio has set for an asset. */
const PLACEHOLDERS = { "{SYMBOL}": "btc" };

/** The text as a user has it: with the site's URL, and the values that the program fills in. */
export function fillIn(text: string, address: string): string {
  return Object.entries(PLACEHOLDERS).reduce(
    (filled, [name, value]) => filled.replaceAll(name, value),
    text.replaceAll(SITE, address),
  );
}

/** The URLs of the site in a text. Of curl's `{btc,eth}`, that of the first word. */
export function listUrls(text: string, address: string): string[] {
  const words = text.split(/[\s"'`]+/).filter((word) => word.startsWith(address));
  return words.map((word) => word.replace(/\{(\w+),[^}]*\}/, "$1"));
}

/** The fields of settings, YAML or JSON. Fails on duplicate keys and syntax errors. */
export function parseSnippet({ language }: Snippet, text: string): unknown {
  if (language === "json") return JSON.parse(text);
  if (language === "yaml" || language === "settings") return parse(text);
  throw new Error(`${language} has no fields`);
}

/** The value at a dotted path; `undefined` if a part is missing. */
export function findAt(document: unknown, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | null | undefined)?.[key], document);
}

export function getText(document: unknown, path: string): string {
  const value = findAt(document, path);
  if (typeof value !== "string") throw new Error(`There is no text at ${path}`);
  return value;
}
