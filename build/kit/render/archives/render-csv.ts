import { disarmFormula } from "../../../../public/js/disarm-formula.js";
import { renderNumber } from "../../../lib/json/significant-digits.ts";
import { renderDay, renderTime } from "../../../lib/time.ts";
import type { Cell, Column } from "../../api/row.ts";

/** Rows one by one make gzip fourteen times slower than chunks of this size. */
const CHUNK_LENGTH = 64 * 1024;
/** RFC 4180 asks for quotes around all of these but the bar, which some readers split cells at. */
const NEEDS_QUOTES = /["|,\r\n]/;

/**
 * RFC 4180 in UTF-8 with a header row, in chunks, so that memory does not grow with the table.
 * Written by hand: the stream of a library takes twice the CPU time.
 */
export function* renderCsv<Row>(columns: readonly Column<Row>[], rows: Iterable<Row>): Generator<Buffer> {
  const renderers = columns.map(({ type, value }) => ({ value, renderCell: createCellRenderer(type) }));
  let text = renderLine(columns.map(({ name }) => name));
  for (const row of rows) {
    text += renderLine(renderers.map(({ value, renderCell }) => renderCell(value(row))));
    if (text.length < CHUNK_LENGTH) continue;
    yield Buffer.from(text);
    text = "";
  }
  if (text !== "") yield Buffer.from(text);
}

function renderLine(cells: readonly string[]): string {
  return `${cells.map(quote).join(",")}\r\n`;
}

function quote(text: string): string {
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * `null` is empty. Throws a TypeError if a cell has the wrong type. Keeps the texts of times: they
 * repeat in many rows.
 */
export function createCellRenderer(type: Column["type"]): (cell: Cell) => string {
  const times = new Map<number, string>();
  const renderStamp = (timeMs: number): string => {
    let text = times.get(timeMs);
    if (text === undefined) {
      text = type === "date" ? renderDay(timeMs) : renderTime(timeMs);
      times.set(timeMs, text);
    }
    return text;
  };
  return (cell) => {
    if (cell === null) return "";
    if (type === "string" && typeof cell === "string") return disarmFormula(cell);
    if (type === "boolean" && typeof cell === "boolean") return String(cell);
    if (typeof cell === "number") {
      if (type === "datetime" || type === "date") return renderStamp(cell);
      if (type === "number") return renderReal(cell);
      if (type === "integer" && Number.isInteger(cell)) return renderDecimal(cell);
    }
    throw new TypeError(`A column of type ${type} cannot hold ${JSON.stringify(cell)}`);
  };
}

/**
 * Always with a decimal point: readers infer a type from the first rows, and polars stops at the
 * first decimal point of a column that began with integers.
 */
function renderReal(value: number): string {
  const text = renderDecimal(value);
  return text.includes(".") ? text : `${text}.0`;
}

/** 12 significant digits. Never an exponent: decimal columns of databases refuse one. */
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
