import { expect, it } from "vitest";
import { splitEntries } from "../../../templates/components/navigation.js";

const NAME = "Open Crypto Data";
const entries = (count: number) => Array.from({ length: count }, (_, at) => [`p${at}/`, `Entry ${at}`]);

it("a longer name leaves less room for the entries", () => {
  const long = splitEntries(entries(40), `${NAME} of a fork with a long name`)[0]!;
  expect(long.length).toBeLessThan(splitEntries(entries(40), NAME)[0]!.length);
  expect(splitEntries(entries(2), "x".repeat(200))[0]).toEqual([]);
});
