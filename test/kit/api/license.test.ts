import { expect, it } from "vitest";
import { isComputedLicense, nameLicense } from "../../../build/kit/api/license.ts";
import { makeRunSource, makeTerms } from "../../fixtures/market.ts";

const KNOWN = [
  makeRunSource("bank", { license: "Bank licence", terms: makeTerms("open") }),
  makeRunSource("venue", { license: "Venue terms", terms: makeTerms("unclear") }),
  makeRunSource("list", { license: "List terms", terms: makeTerms("restricted") }),
];
const MIXED =
  "CC0-1.0 for what the project computes, as far as it holds rights in it, and the terms of each source for its values";
const computed = (sources: string[], own = {}) => nameLicense({ computed: true, sources, ...own }, KNOWN);

it("is CC0 alone only for values that are computed from open sources", () => {
  expect(computed(["bank"])).toBe("CC0-1.0");
  expect(computed(["bank", "venue"])).toBe(MIXED);
  expect(computed(["bank", "gone"])).toBe(MIXED);
  expect(computed([])).toBe(MIXED);
  expect(computed(["bank"], { license: MIXED })).toBe(MIXED);
});

it("names the terms of restricted sources that went in, and of those whose values are copies", () => {
  expect(computed(["list", "venue"])).toBe(`${MIXED}; List terms`);
  expect(computed(["bank"], { copied: ["bank"] })).toBe(`${MIXED}; Bank licence`);
  expect(computed(["bank"], { license: "CC0-1.0 for what the project computes; Older terms" })).toBe(
    `${MIXED}; Older terms`,
  );
});

it("is the sources' own terms for values that are only passed on, never CC0", () => {
  expect(nameLicense({ computed: false, sources: ["list", "bank", "gone"] }, KNOWN)).toBe(
    "List terms; Bank licence; terms of gone",
  );
  expect(nameLicense({ computed: false, sources: [], license: "CC0-1.0" }, KNOWN)).toBe("terms of the source");
});

it("tells licences of computed values from others", () => {
  for (const license of ["CC0-1.0", MIXED, `${MIXED}; List terms`]) expect(isComputedLicense(license)).toBe(true);
  expect(isComputedLicense("CC0-1.0; Venue terms")).toBe(false);
});
