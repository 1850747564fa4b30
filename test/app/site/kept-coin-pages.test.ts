import { expect, it } from "vitest";
import { computePageData, type PageInput } from "../../../build/app/site/page-data/page-data.ts";
import { renderCoinPages } from "../../../build/app/site/render-coin-pages.ts";
import type { Artifact } from "../../../build/kit/platform/artifact.ts";
import type { PreviousAnswers } from "../../../build/kit/render/responses.ts";
import { makeCoin, makeWorld } from "../../fixtures/market.ts";
import { INPUT } from "../../fixtures/pages.ts";
import { listPages } from "../../fixtures/templates.ts";

const bitcoin = makeCoin("bitcoin", "BTC", { rank: 1, price: 60_000 });
const ether = makeCoin("ethereum", "ETH", { rank: 2, price: 3_000 });
const USUAL: PageInput = { ...INPUT, world: makeWorld({ coins: [bitcoin, ether] }) };
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
  const later = { ...USUAL, world: { ...USUAL.world, run: { ...USUAL.world.run, nextUpdateAtMs: 1 } } };
  expect(listKept(renderAll(later, kept))).toEqual([true, true]);
  const world = makeWorld({ coins: [bitcoin, { ...ether, name: "Ether" }] });
  expect(listKept(renderAll({ ...USUAL, world }, kept))).toEqual([true, false]);
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
