import { expect, it } from "vitest";
import { listMutants } from "./list-mutants.ts";

const SOURCE = `import { a } from "b";
type Level = 1 | 2;
/** 3 < 4 */
export function judge(x: number): Level | undefined {
  if (x <= 0.5 && x !== 3) return 1;
  return [x].map((y) => y * 2)[0] as Level;
}
`;

it("lists swapped operators, other numbers, conditions that never hold and missing results, without types and comments", () => {
  const found = listMutants(SOURCE);
  expect(found.map(({ line, change }) => `${line}: ${change}`).sort()).toEqual([
    "5: 0.5 → 1",
    "5: 1 → 2",
    "5: 3 → 6",
    "5: return 1; → return (undefined as never);",
    "5: x !== 3 → x === 3",
    "5: x <= 0.5 && x !== 3 → false",
    "5: x <= 0.5 && x !== 3 → x <= 0.5 || x !== 3",
    "5: x <= 0.5 → x < 0.5",
    "6: (y) => y * 2 → (y) => (undefined as never)",
    "6: 0 → 1",
    "6: 2 → 4",
    "6: return [x].map((y) => y * 2)[0] as Level; → return (undefined as never);",
  ]);
  const [first] = found;
  expect(SOURCE.slice(first?.start, first?.end)).toContain("<=");
});
