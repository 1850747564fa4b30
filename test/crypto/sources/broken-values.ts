/** What must never be read as a number, wherever a row has it. */
export const brokenNumbers: readonly (readonly [name: string, value: unknown])[] = [
  ["NaN as text", "NaN"],
  ["a hexadecimal text", "0x10"],
  ["a text that overflows", "1e999"],
  ["a negative number", -1],
  ["a negative text", "-0.5"],
  ["a boolean", true],
  ["an object", {}],
];

/** `row` without one of its fields. */
export function omit<Row extends object>(row: Row, field: keyof Row): Partial<Row> {
  const copy: Partial<Row> = { ...row };
  delete copy[field];
  return copy;
}
