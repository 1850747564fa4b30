import { type CsvFormatterStream, format } from "fast-csv";
import { disarmFormula } from "../../../../public/js/disarm-formula.js";
import { renderNumber } from "../../../lib/json/significant-digits.ts";
import { renderDay, renderTime } from "../../../lib/time.ts";
import type { Cell, Column } from "../../api/row.ts";

/** Rows one by one make gzip fourteen times slower than chunks of this size. */
const CHUNK_BYTES = 64 * 1024;

type Stream = CsvFormatterStream<string[], string[]>;

/** RFC 4180 in UTF-8 with a header row, in chunks, so that memory does not grow with the table. */
export async function* renderCsv<Row>(columns: readonly Column<Row>[], rows: Iterable<Row>): AsyncGenerator<Buffer> {
  const stream: Stream = format({
    headers: columns.map((column) => column.name),
    alwaysWriteHeaders: true,
    includeEndRowDelimiter: true,
    rowDelimiter: "\r\n",
  });
  // A failing row destroys the stream; the loop below then throws its error.
  pump(columns, rows, stream).catch((error: Error) => stream.destroy(error));
  let parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of stream as AsyncIterable<Buffer>) {
    parts.push(part);
    bytes += part.length;
    if (bytes < CHUNK_BYTES) continue;
    yield Buffer.concat(parts, bytes);
    parts = [];
    bytes = 0;
  }
  if (bytes > 0) yield Buffer.concat(parts, bytes);
}

async function pump<Row>(columns: readonly Column<Row>[], rows: Iterable<Row>, stream: Stream): Promise<void> {
  let resume = (): void => undefined;
  stream.on("drain", () => resume());
  stream.on("close", () => resume());
  const renderers = columns.map((column) => ({ column, renderCell: createCellRenderer(column.type) }));
  for (const row of rows) {
    const cells = renderers.map(({ column, renderCell }) => renderCell(column.value(row)));
    if (stream.write(cells)) continue;
    await new Promise<void>((resolve) => {
      resume = resolve;
    });
    // The reader has gone.
    if (stream.destroyed) return;
  }
  stream.end();
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
