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
  expect(found.map(({ line, change }) => `${line}: ${change}`)).toEqual([
    "5: if ([x <= 0.5 && x !== 3 → false]) return 1;",
    "5: if (x <= 0.5[&& → ||]x !== 3) return 1;",
    "5: if (x[<= → <]0.5 && x !== 3) return 1;",
    "5: if (x <= [0.5 → 1] && x !== 3) return 1;",
    "5: if (x <= 0.5 && x[!== → ===]3) return 1;",
    "5: if (x <= 0.5 && x !== [3 → 6]) return 1;",
    "5: if (x <= 0.5 && x !== 3) return [1 → (undefined as never)];",
    "5: if (x <= 0.5 && x !== 3) return [1 → 2];",
    "6: return [[x].map((y) => y * 2)[0] as Level → (undefined as never)];",
    "6: return [x].map((y) => [y * 2 → (undefined as never)])[0] as Level;",
    "6: return [x].map((y) => y * [2 → 4])[0] as Level;",
    "6: return [x].map((y) => y * 2)[[0 → 1]] as Level;",
  ]);
  const last = found.at(-1);
  expect(SOURCE.slice(last?.start, last?.end)).toBe("0");
});
