import type { FlatVenue } from "../../crypto/sources/venue.ts";
import type { InferredVenue } from "./infer-venue.ts";

/** Marks a question to the author; `test/repository/questions.test.ts` fails while one is open. */
export const QUESTION = "CHECK:";

/** The source file of a flat venue, with a comment above each line that a person has to decide. */
export function renderVenue(id: string, { flat, questions }: InferredVenue): string {
  const ask = (key: string) => {
    const question = questions.get(key);
    return question === undefined ? [] : [`// ${QUESTION} ${question}`];
  };
  const name = capitalise(id);
  const { hostname } = new URL(flat.listing.url);
  const site = `https://${hostname.split(".").slice(-2).join(".")}`;
  return [
    'import { defineFlatVenue } from "../kit/flat-venue.ts";',
    'import { defineTerms } from "../kit/terms.ts";',
    "",
    `export const ${camelCase(id)} = defineFlatVenue(`,
    "{",
    `id: ${quote(id)},`,
    `// ${QUESTION} Name, homepage, the terms and their address. Say in one sentence what they say about`,
    "// republishing values. The class is `unclear` until you add `class` with its `ground`: the day",
    "// and whether you read the page or who reports it. `restricted` if they forbid it.",
    `name: ${quote(name)},`,
    `homepage: ${quote(site)},`,
    `license: ${quote(`${name} terms of service`)},`,
    `terms: defineTerms({ url: ${quote(`${site}/terms`)}, says: "They have not been read." }),`,
    `// ${QUESTION} The documented limit of public requests, in your own words as the reason.`,
    'pacing: { concurrency: 1, intervalMs: 1_000, reason: "" },',
    `// ${QUESTION} Trust is 1 for a regulated exchange with years of real dollar or euro books, 0.7 for`,
    "// an established one, 0.4 where volumes are in doubt. usdFiat is true only where USD means",
    "// dollars at a bank. geckoId is the id in CoinGecko's list of exchanges. Add country and since,",
    "// and demo if it quotes in more than USDT: its place in the demo market (see venue.ts).",
    `venue: { trust: 0.4, usdFiat: false, geckoId: ${quote(id)} },`,
    "},",
    "{",
    `form: ${quote(flat.form)},`,
    ...(flat.ignoreCase === true ? ["ignoreCase: true,"] : []),
    `numbers: ${quote(flat.numbers)},`,
    ...ask("status"),
    ...(flat.status === undefined ? [] : [`status: ${renderValue(flat.status)},`]),
    ...ask("trading"),
    ...ask("findType"),
    "listing: {",
    ...renderFields(flat.listing),
    "},",
    "tickers: {",
    ...renderTickers(flat.tickers, ask),
    "},",
    "},",
    ");",
    "",
  ].join("\n");
}

function renderTickers({ fields, ...rest }: FlatVenue["tickers"], ask: (key: string) => string[]): string[] {
  const { change, ...others } = rest;
  return [
    ...renderFields(others),
    "fields: {",
    ...Object.entries(fields).flatMap(([key, field]) => [...ask(key), `${key}: ${quote(field)},`]),
    "},",
    ...ask("change"),
    ...(change === undefined ? [] : [`change: ${renderValue(change)},`]),
  ];
}

function renderFields(fields: object): string[] {
  return Object.entries(fields).map(([key, value]) => `${key}: ${renderValue(value)},`);
}

/** A value as TypeScript; the formatter does the rest. */
export function renderValue(value: unknown): string {
  return JSON.stringify(value).replace(/"(\w+)":/g, "$1: ");
}

function quote(text: string): string {
  return JSON.stringify(text);
}

/** `crypto-com` → `cryptoCom`: the export of a file. */
export function camelCase(id: string): string {
  return id.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** `crypto-com` → `Crypto com`. */
export function capitalise(id: string): string {
  return id.charAt(0).toUpperCase() + id.slice(1).replaceAll("-", " ");
}
