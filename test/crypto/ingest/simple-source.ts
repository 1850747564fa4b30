import { z } from "zod";
import { rejected } from "../../../build/crypto/normalise/record.ts";
import { mapRows, maybeNumeric, numeric, rows } from "../../../build/crypto/sources/kit/schema.ts";
import { defineTerms } from "../../../build/crypto/sources/kit/terms.ts";
import { UNKNOWN_COIN } from "../../../build/crypto/sources/reference/coin-ids.ts";
import { defineFeed, defineSource, type Feed, type Source } from "../../../build/crypto/sources/source.ts";

const Row = z.object({ date: numeric, tvl: numeric });

/**
 * `[{"date": unix ms, "tvl": USD}]` at the addresses given: the smallest records that time and
 * number rules apply to.
 */
export function createFeed(change: Partial<Feed> = {}, urls: readonly string[] = ["https://a.example/tvl"]): Feed {
  const feed = defineFeed({
    id: "tvl",
    kind: "tvl",
    maxBytes: 10_000,
    requests: () => urls.map((url) => ({ url })),
    schema: rows(Row),
    normalise: (body) =>
      mapRows(body, (row) => (row.tvl === 13 ? rejected("unlucky") : { timeMs: row.date, tvlUsd: row.tvl })),
  });
  return { ...feed, ...change };
}

/** The value of one address, as a fiat rate feed gives it. */
export function createRateFeed(change: Partial<Feed> = {}, url = "https://a.example/rate"): Feed {
  const feed = defineFeed({
    id: "rate",
    kind: "rate",
    maxBytes: 10_000,
    requests: () => [{ url }],
    schema: z.object({ eur: maybeNumeric }),
    normalise: ({ eur }) => (eur === null ? [] : [{ base: "USD", quote: "EUR", rate: eur, date: "2026-11-20" }]),
  });
  return { ...feed, ...change };
}

/** The coins of one address: `[{"id": "a", "price": USD}]`. A negative price is a row at fault. */
export function createCoinFeed(change: Partial<Feed> = {}, url = "https://a.example/coins"): Feed {
  const feed = defineFeed({
    id: "coins",
    kind: "coin",
    maxBytes: 10_000,
    requests: () => [{ url }],
    schema: rows(z.object({ id: z.string(), price: numeric })),
    normalise: (body) =>
      mapRows(body, ({ id, price }) =>
        price < 0 ? rejected("unlucky") : { id, symbol: id, name: id, ...UNKNOWN_COIN, priceUsd: price },
      ),
  });
  return { ...feed, ...change };
}

export function createSource(feeds: readonly Feed[], change: Partial<Source> = {}): Source {
  return defineSource({
    id: "a",
    name: "A",
    homepage: "https://a.example",
    license: "none",
    terms: defineTerms({ url: "https://a.example/terms", says: "Invented." }),
    attribution: null,
    pacing: { concurrency: 1, intervalMs: 0, reason: "a test" },
    cadenceMs: 60 * 60_000,
    findError: (body) =>
      typeof body === "object" && body !== null && "error" in body ? String(body.error) : undefined,
    feeds,
    ...change,
  });
}
