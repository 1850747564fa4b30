import fc from "fast-check";
import { expect, it } from "vitest";
import { encodeJson } from "../../../build/lib/json/encode-json.ts";

it("gives the bytes of the whole text, whatever the depth, names and characters", () => {
  const name = fc.string({ unit: "grapheme", maxLength: 4 });
  const leaf = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constant(undefined), name);
  const members = fc.dictionary(name, fc.oneof(leaf, fc.dictionary(name, leaf), fc.array(leaf)));
  const value = fc.oneof(members, fc.dictionary(name, members), fc.jsonValue());
  fc.assert(fc.property(value, (one) => encodeJson(one).toString() === JSON.stringify(one)));
});

it("leaves out what JSON cannot hold, as JSON.stringify does", () => {
  expect(encodeJson({ a: undefined, b: { c: undefined }, d: {}, e: [] }).toString()).toBe('{"b":{},"d":{},"e":[]}');
});
