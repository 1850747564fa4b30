import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { QUOTE_CODES } from "../../../../build/crypto/market/quotes/quote-code.ts";
import { sources } from "../../../../build/crypto/sources/registry.ts";

const folder = new URL(".", import.meta.url);
const texts = readdirSync(folder)
  .filter((name) => name.endsWith(".test.ts"))
  .map((name) => readFileSync(new URL(name, folder), "utf8"));

it.each(sources.filter(({ venue }) => venue !== undefined))("$id has a test", ({ id }) => {
  const isTested = texts.some((text) => text.includes(`sources/exchanges/${id}.ts"`));
  expect(isTested, `write test/crypto/sources/exchanges/${id}.test.ts with one real row of each response`).toBe(true);
});

it.each(sources.filter(({ venue }) => venue !== undefined))(
  "$id quotes in what has a value in USD",
  ({ venue, flat }) => {
    const quotes = (venue?.demo?.quotes ?? "").split(" ").map((plan) => plan.split(":")[0] ?? "");
    const unknown = [...quotes, ...(flat?.unpricedQuotes ?? [])].filter(
      (code) => code !== "" && !QUOTE_CODES.has(code),
    );
    expect(unknown).toEqual([]);
  },
);
