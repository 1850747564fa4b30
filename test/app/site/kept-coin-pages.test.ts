import { expect, it } from "vitest";
import { findCoinAnswer } from "../../../build/app/site/page-data/coin-page.ts";
import { computePageData, type PageInput } from "../../../build/app/site/page-data/page-data.ts";
import { renderCoinPages } from "../../../build/app/site/render-coin-pages.ts";
import type { Artifact } from "../../../build/kit/platform/artifact.ts";
import type { PreviousAnswers } from "../../../build/kit/render/responses.ts";
import { MINUTE_MS } from "../../../build/lib/time.ts";
import { AS_OF_MS, makeCoin, makeWorld } from "../../fixtures/market.ts";
import { INPUT } from "../../fixtures/pages.ts";
import { listPages } from "../../fixtures/templates.ts";

const bitcoin = makeCoin("bitcoin", "BTC", { rank: 1, price: 60_000 });
const ether = makeCoin("ethereum", "ETH", { rank: 2, price: 3_000 });
const world = makeWorld({ coins: [bitcoin, ether] });
const archives = world.archives.map((entry) => ({ ...entry, dataset: "daily" }));
const built = { ...INPUT, world: { ...world, archives } };
/** The responses of the hour. */
const coinAnswers = Object.fromEntries([bitcoin, ether].map((coin) => [coin.id, findCoinAnswer(built, coin)!]));
const USUAL: PageInput = { ...built, coinAnswers };
const PAGES = await listPages({ data: computePageData(USUAL) });

function renderAll(input: PageInput, previous?: PreviousAnswers, pages = PAGES): Artifact[] {
  return [...renderCoinPages({ ...input, previous }, computePageData(input), pages)];
}

/** What a build left, with other bodies: a page with such a body was not rendered again. */
function keep(files: readonly Artifact[]): PreviousAnswers {
  const known = new Map(files.map(({ path, inputsDigest }) => [path, inputsDigest]));
  return {
    program: "a program",
    find: (path, digest) => (known.get(path) === digest ? { body: Buffer.from("kept"), sha256: "" } : undefined),
  };
}

const NOTHING: PreviousAnswers = { program: "a program", find: () => undefined };
const listKept = (files: readonly Artifact[]) => files.map(({ body }) => String(body) === "kept");

it("a coin page is kept while the coin, the site and its pages are the same", () => {
  const first = renderAll(USUAL, NOTHING);
  expect(listKept(first)).toEqual([false, false]);
  const kept = keep(first);
  // The next build of the hour: other prices, and archives that grew.
  const next = makeWorld({ asOfMs: AS_OF_MS + 20 * MINUTE_MS, coins: [{ ...bitcoin, price: 61_000 }, ether] });
  const archives = next.archives.map((entry) => ({ ...entry, dataset: "daily", rows: entry.rows + 2 }));
  expect(listKept(renderAll({ ...USUAL, world: { ...next, archives } }, kept))).toEqual([true, true]);
  const named = findCoinAnswer({ ...INPUT, world: makeWorld({ coins: [{ ...ether, name: "Ether" }] }) }, ether)!;
  expect(listKept(renderAll({ ...USUAL, coinAnswers: { ...coinAnswers, ethereum: named } }, kept))).toEqual([
    true,
    false,
  ]);
  const moved = { ...USUAL, options: { ...USUAL.options, repository: "https://example.org/fork" } };
  expect(listKept(renderAll(moved, kept))).toEqual([false, false]);
  expect(listKept(renderAll(USUAL, kept, [...PAGES, { url: "/new/", data: { title: "New" } }]))).toEqual([
    false,
    false,
  ]);
});

it("a build that keeps nothing names no inputs", () => {
  expect(renderAll(USUAL).every((file) => !("inputsDigest" in file))).toBe(true);
});
