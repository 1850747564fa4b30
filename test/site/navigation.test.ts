import { expect, it } from "vitest";
import { splitEntries } from "../../templates/components/navigation.js";

const NAME = "Open Crypto Data";
const entries = (count: number) => Array.from({ length: count }, (_, at) => [`p${at}/`, `Entry ${at}`]);

it.each([0, 3, 6, 11, 40])("the header keeps %i entries, those that do not fit under More", (count) => {
  const [line, others] = splitEntries(entries(count), NAME);
  expect([...line!, ...others!]).toEqual(entries(count));
  expect(others!.length > 0).toBe(count > 6);
  expect(line!.length).toBe(count > 6 ? 6 : count);
});

it("a longer name leaves less room for the entries", () => {
  const long = splitEntries(entries(40), `${NAME} of a fork with a long name`)[0]!;
  expect(long.length).toBeLessThan(splitEntries(entries(40), NAME)[0]!.length);
  expect(splitEntries(entries(2), "x".repeat(200))[0]).toEqual([]);
});
