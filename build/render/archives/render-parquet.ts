import type { SchemaElement } from "hyparquet";
import { type ColumnSource, parquetWriteBuffer } from "hyparquet-writer";
import type { ArchiveEntry } from "../../api/archive-entry.ts";

type ColumnType = ArchiveEntry["columns"][number]["type"];
type Value = string | number | bigint | boolean | Date | null;

/** Times are UTC. Both annotations: older readers know only `converted_type`. */
const PHYSICAL: Readonly<Record<ColumnType, Omit<SchemaElement, "name">>> = {
  string: { type: "BYTE_ARRAY", converted_type: "UTF8", logical_type: { type: "STRING" } },
  number: { type: "DOUBLE" },
  integer: { type: "INT64" },
  boolean: { type: "BOOLEAN" },
  date: { type: "INT32", converted_type: "DATE", logical_type: { type: "DATE" } },
  datetime: {
    type: "INT64",
    converted_type: "TIMESTAMP_MILLIS",
    logical_type: { type: "TIMESTAMP", isAdjustedToUTC: true, unit: "MILLIS" },
  },
};

/** Numbers byte by byte: Snappy makes them a quarter smaller than whole ones. */
const ENCODING: Partial<Record<ColumnType, Pick<ColumnSource, "encoding">>> = {
  number: { encoding: "BYTE_STREAM_SPLIT" },
};

/** Readers skip whole groups by their statistics; larger groups compress better. */
const GROUP_ROWS = 100_000;

/**
 * The rows of a CSV archive as Parquet, compressed with Snappy. An empty cell is null. The metadata
 * key `columns` holds the units and descriptions as JSON. The same CSV makes the same bytes.
 */
export function renderParquet(csv: string, columns: ArchiveEntry["columns"]): Uint8Array {
  const parsers = columns.map(({ type }) => createCellParser(type));
  const values: Value[][] = columns.map(() => []);
  let isHeader = true;
  for (const cells of parseCsv(csv)) {
    if (cells.length !== columns.length)
      throw new SyntaxError(`A row has ${cells.length} cells instead of ${columns.length}`);
    if (!isHeader) for (let at = 0; at < cells.length; at += 1) values[at]!.push(parsers[at]!(cells[at]!));
    isHeader = false;
  }
  const schema: SchemaElement[] = [
    { name: "root", num_children: columns.length },
    ...columns.map(({ name, type }) => ({ name, repetition_type: "OPTIONAL" as const, ...PHYSICAL[type] })),
  ];
  const buffer = parquetWriteBuffer({
    schema,
    columnData: columns.map(({ name, type }, at) => ({ name, data: values[at]!, ...ENCODING[type] })),
    rowGroupSize: GROUP_ROWS,
    createdBy: "open-crypto-data",
    kvMetadata: [{ key: "columns", value: JSON.stringify(columns) }],
  });
  return new Uint8Array(buffer);
}

/** Keeps one value per distinct text: times and ids repeat in many rows. */
function createCellParser(type: ColumnType): (text: string) => Value {
  if (type === "number") return (text) => (text === "" ? null : parseNumber(text));
  const known = new Map<string, Value>([["", null]]);
  return (text) => {
    let value = known.get(text);
    if (value === undefined) {
      value = parseCell(type, text);
      known.set(text, value);
    }
    return value;
  };
}

function parseCell(type: Exclude<ColumnType, "number">, text: string): Value {
  if (type === "string") return text;
  if (type === "boolean") return text === "true";
  if (type === "integer") return BigInt(text);
  const timeMs = Date.parse(text);
  if (Number.isNaN(timeMs)) throw new SyntaxError(`${JSON.stringify(text)} is not a time`);
  return type === "date" ? new Date(timeMs) : BigInt(timeMs);
}

function parseNumber(text: string): number {
  const value = Number(text);
  if (!Number.isFinite(value)) throw new SyntaxError(`${JSON.stringify(text)} is not a number`);
  return value;
}

/** The records of an RFC 4180 text, header included. */
export function* parseCsv(csv: string): Generator<string[]> {
  let cells: string[] = [];
  let at = 0;
  while (at < csv.length) {
    let cell: string;
    if (csv[at] === '"') {
      const start = at + 1;
      at = csv.indexOf('"', start);
      while (at >= 0 && csv[at + 1] === '"') at = csv.indexOf('"', at + 2);
      if (at < 0) throw new SyntaxError("a quoted cell has no end");
      cell = csv.slice(start, at).replaceAll('""', '"');
      at += 1;
    } else {
      const start = at;
      while (at < csv.length && csv[at] !== "," && csv[at] !== "\r") at += 1;
      cell = csv.slice(start, at);
    }
    cells.push(cell);
    if (csv[at] === ",") at += 1;
    else {
      if (csv[at] !== "\r" || csv[at + 1] !== "\n") throw new SyntaxError("a record does not end with CR LF");
      at += 2;
      yield cells;
      cells = [];
    }
  }
}
