import { describe, expect, it } from "vitest";
import { chooseBooks } from "../../../build/app/site/page-data/exchange-pages.ts";

/** Books by their place, of which every third is not used. */
const makeBooks = (count: number) =>
  Array.from({ length: count }, (_, place) => ({ place, included: place % 3 !== 0 }));

describe("the order books on the page of an exchange", () => {
  it.each([0, 1, 100])("are all of %i", (count) => {
    expect(chooseBooks(makeBooks(count))).toEqual(makeBooks(count));
  });

  it("are the hundred largest and the unused ones after them, in their order", () => {
    const places = chooseBooks(makeBooks(110)).map(({ place }) => place);
    expect(places).toEqual([...makeBooks(100).map(({ place }) => place), 102, 105, 108]);
  });

  it("are at most fifty unused ones after the hundred largest: the largest of them", () => {
    const places = chooseBooks(makeBooks(1_000)).map(({ place }) => place);
    expect(places).toHaveLength(150);
    expect(places.slice(100)).toEqual(Array.from({ length: 50 }, (_, at) => 102 + 3 * at));
  });

  it("are only the hundred largest where all are used", () => {
    const used = makeBooks(300).map((book) => ({ ...book, included: true }));
    expect(chooseBooks(used)).toEqual(used.slice(0, 100));
  });
});
