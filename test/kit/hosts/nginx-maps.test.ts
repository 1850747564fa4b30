import fc from "fast-check";
import { expect, it } from "vitest";
import { TRIMMED_VALUE } from "../../../build/kit/hosts/kit/nginx-maps.ts";

it("the pattern of a value finds what lies between the blanks around it", () => {
  // JavaScript has no possessive quantifiers. They save time, and change no match.
  const pattern = new RegExp(`^${TRIMMED_VALUE.replaceAll("*+", "*")}$`);
  const blanks = /^(?:%20|%09|\+)+|(?:%20|%09|\+)+$/g;
  const parts = fc.constantFrom("%20", "%09", "+", "%", "%2", "0", "9", "a", "B", "=", "?");
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 12 }), (some) => {
      const value = some.join("");
      expect({ ...pattern.exec(value)?.groups }).toEqual({ ocd_match: value.replace(blanks, "") });
    }),
    { numRuns: 1000 },
  );
});
