import { renderDay, renderTime } from "../../lib/time.ts";
import type { Cell, Column } from "./column.ts";
import { renderDecimal } from "./render-decimal.ts";

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;
/** Leading apostrophes count as transparent, so that removing one apostrophe always gives the original back. */
const FORMULA = /^'*[=+\-@\t\r\n]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/** The text of a cell, before CSV quoting; empty where nothing is known. A cell of the wrong type is a defect. */
export function renderCell(type: Column["type"], cell: Cell): string {
  if (cell === null) return "";
  if (type === "string" && typeof cell === "string") return disarmFormula(cell);
  if (type === "boolean" && typeof cell === "boolean") return String(cell);
  if (typeof cell === "number") {
    if (type === "datetime") return renderTime(cell);
    if (type === "date") return renderDay(cell);
    if (type === "number" || (type === "integer" && Number.isInteger(cell))) return renderDecimal(cell);
  }
  throw new TypeError(`A column of type ${type} cannot hold ${JSON.stringify(cell)}`);
}

/**
 * The text without control characters, with an apostrophe in front where a spreadsheet would otherwise run it: names of
 * coins and pools are written by strangers.
 */
function disarmFormula(text: string): string {
  const clean = text.toWellFormed().replace(CONTROL, "");
  return FORMULA.test(clean) && !NUMBER.test(clean) ? `'${clean}` : clean;
}
