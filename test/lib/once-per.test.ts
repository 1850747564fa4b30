import { expect, it } from "vitest";
import { oncePer } from "../../build/lib/once-per.ts";

it("calls the function once for each object, also if it returns undefined", () => {
  const seen: object[] = [];
  const read = oncePer((key: object) => void seen.push(key));
  const one = {};
  const other = {};
  for (const key of [one, other, one, other]) read(key);
  expect(seen).toEqual([one, other]);
});
