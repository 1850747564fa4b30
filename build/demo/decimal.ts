/** Enough digits for any price to come back within a millionth. */
const SIGNIFICANT = 8;
const MAX_DECIMALS = 40;

/** A number as venues write it in text: plain decimals, never an exponent, no trailing zeros. */
export function renderDecimal(value: number, significant = SIGNIFICANT): string {
  if (value === 0) return "0";
  const exponent = Math.floor(Math.log10(Math.abs(value)));
  const decimals = Math.min(Math.max(significant - 1 - exponent, 0), MAX_DECIMALS);
  const text = Math.abs(value) < 1e21 ? value.toFixed(decimals) : BigInt(value).toString();
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

/** The same with a fixed number of decimals, trailing zeros kept. */
export function renderFixed(value: number, decimals: number): string {
  return Math.abs(value) < 1e21 ? value.toFixed(decimals) : BigInt(value).toString();
}

/** A number with only so many significant digits, as venues that send numbers send them. */
export function trimNumber(value: number, significant = SIGNIFICANT): number {
  return Number(value.toPrecision(significant));
}
