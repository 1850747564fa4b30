import { defineFlatVenue } from "../../crypto/sources/kit/flat-venue.ts";
import { isDropped } from "../../crypto/sources/kit/schema.ts";
import { defineTerms } from "../../crypto/sources/kit/terms.ts";
import type { Feed } from "../../crypto/sources/source.ts";
import type { InferredVenue } from "./infer-venue.ts";
import { camelCase, capitalise, renderValue } from "./render-venue.ts";

/** The test of a new venue: one real row of each response, and the record that it must become. */
export function renderVenueTest(id: string, { flat, example }: InferredVenue): string {
  const { feeds } = defineFlatVenue({ ...FACTS, id }, flat);
  const [listing, tickers] = feeds as readonly [Feed, Feed];
  const listed = read(listing, example.listing, []);
  const priced = read(tickers, example.tickers, listed);
  const venue = camelCase(id);
  return [
    'import { describe, expect, it } from "vitest";',
    `import { ${venue} } from "../../../../build/crypto/sources/exchanges/${id}.ts";`,
    'import { readFeed } from "../read-feed.ts";',
    "",
    `/** One row of each example body. The declaration of ${capitalise(id)} names the fields. */`,
    `const listingBody = ${renderValue(example.listing)};`,
    `const tickersBody = ${renderValue(example.tickers)};`,
    `const listing = ${renderValue(listed)};`,
    `const FIELDS = ${JSON.stringify(`Compare the row with \`fields\` in build/crypto/sources/exchanges/${id}.ts`)};`,
    "",
    `describe(${JSON.stringify(capitalise(id))}, () => {`,
    '  it("reads a market of the listing", () => {',
    `    const { records, dropped } = readFeed(${venue}, "listing", listingBody);`,
    "    expect({ records, dropped }, FIELDS).toEqual({ records: listing, dropped: [] });",
    "  });",
    "",
    '  it("reads a ticker", () => {',
    `    const { records, dropped } = readFeed(${venue}, "tickers", tickersBody, { records: { listing } });`,
    `    expect({ records, dropped }, FIELDS).toEqual({ records: ${renderValue(priced)}, dropped: [] });`,
    "  });",
    "});",
    "",
  ].join("\n");
}

/** What the records do not depend on. */
const FACTS = {
  name: "",
  homepage: "",
  license: "",
  terms: defineTerms({ url: "", says: "" }),
  pacing: { concurrency: 1, intervalMs: 0, reason: "" },
  venue: { trust: 0.4, usdFiat: false, geckoId: "" },
};

function read(feed: Feed, body: unknown, listing: readonly unknown[]): readonly unknown[] {
  const records = () => listing as never[];
  const context = { now: 0, serverTimeMs: null, request: { url: "" }, records };
  return [...feed.normalise(feed.schema.parse(body), context)].filter((record) => !isDropped(record));
}
