import { expect, it } from "vitest";
import { EQUIVALENT } from "./equivalent.ts";
import { findGone, listMarketMutants } from "./list-market-mutants.ts";

const faults = listMarketMutants();

it("every fault that changes no result names code that exists", () => {
  expect(findGone(EQUIVALENT, faults)).toEqual([]);
});

it("an entry whose line or file is no longer there is found", () => {
  const { file, change } = faults[0]!;
  const changed = { file, change: `${change} ` };
  const moved = { file: file.replace(".ts", "-of-before.ts"), change };
  expect(findGone([{ file, change }, changed, moved], faults)).toEqual([changed, moved]);
});
