import { describe, expect, it } from "vitest";
import type { Terms } from "../../../../build/crypto/normalise/record.ts";
import { defineTerms, findTermsFault } from "../../../../build/crypto/sources/kit/terms.ts";
import { sources } from "../../../../build/crypto/sources/registry.ts";

const UNREAD = defineTerms({ url: "https://a.example/terms", says: "They have not been read." });
const REPORTED = { kind: "reported", on: "2026-11-23", by: "public reports" } as const;

it.each(sources.map((source) => [source.id, source] as const))("%s has a ground for its class", (_id, { terms }) => {
  expect(findTermsFault(terms)).toBeUndefined();
});

it("counts terms as unclear until somebody says otherwise", () => {
  expect(UNREAD).toMatchObject({ ground: null, derived: "silent", class: "unclear" });
  expect(findTermsFault(UNREAD)).toBeUndefined();
});

describe("a class without its ground is refused", () => {
  const cases: readonly (readonly [string, Partial<Terms>, string | undefined])[] = [
    ["restricted, without a ground", { class: "restricted" }, "restricted without a ground"],
    ["restricted, reported", { class: "restricted", ground: REPORTED }, undefined],
    ["open, without a ground", { class: "open" }, "open without a ground"],
    ["open, reported", { class: "open", ground: REPORTED }, "open needs terms that were read"],
    ["attribution, reported", { class: "attribution", ground: REPORTED }, "attribution needs terms that were read"],
    ["attribution, read", { class: "attribution", ground: { ...REPORTED, kind: "read", by: "A. Reader" } }, undefined],
    [
      "open, with a licence",
      { class: "open", ground: { ...REPORTED, licence: "CC0-1.0, in its repository" } },
      undefined,
    ],
    ["a ground without a day", { ground: { ...REPORTED, on: "November" } }, "no day or no author"],
    ["a ground without an author", { ground: { ...REPORTED, by: " " } }, "no day or no author"],
    ["an empty sentence", { says: "" }, "nothing is said"],
    ["no address", { url: "" }, "no address"],
  ];
  it.each(cases)("%s", (_name, own, fault) => {
    const found = findTermsFault({ ...UNREAD, ...own });
    if (fault === undefined) expect(found).toBeUndefined();
    else expect(found).toContain(fault);
  });
});

it("claims of no source that its terms were read", () => {
  // These grounds were collected without opening the pages. A change that reads one edits this.
  expect(sources.filter(({ terms }) => terms.ground?.kind === "read").map(({ id }) => id)).toEqual([]);
});
