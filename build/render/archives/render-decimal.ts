import { renderNumber } from "../../lib/json/significant-digits.ts";

/**
 * A finite number as plain decimal text: 12 significant digits, the shortest form that reads back to the same number,
 * `.` as the decimal mark, never an exponent, because a decimal column of a database refuses one.
 */
export function renderDecimal(value: number): string {
  const text = renderNumber(value);
  if (!text.includes("e")) return text;
  const match = /^(-?)(\d+)(?:\.(\d+))?e([+-]\d+)$/.exec(text);
  if (match === null) return text;
  const [, sign = "", whole = "", fraction = "", exponent] = match;
  const digits = whole + fraction;
  const point = whole.length + Number(exponent);
  if (point <= 0) return `${sign}0.${"0".repeat(-point)}${digits}`;
  return `${sign}${digits.padEnd(point, "0")}`;
}
