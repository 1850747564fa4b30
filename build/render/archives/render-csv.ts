import { type CsvFormatterStream, format } from "fast-csv";
import type { Column } from "./column.ts";
import { renderCell } from "./render-cell.ts";

/** Rows one by one make gzip fourteen times slower than chunks of this size. */
const CHUNK_BYTES = 64 * 1024;

type Stream = CsvFormatterStream<string[], string[]>;

/**
 * A table as RFC 4180 CSV in UTF-8 with a header row and CRLF line ends, in chunks of about 64 KB so that a table of any
 * length passes through constant memory.
 */
export async function* renderCsv<Row>(columns: readonly Column<Row>[], rows: Iterable<Row>): AsyncGenerator<Buffer> {
  const stream: Stream = format({
    headers: columns.map((column) => column.name),
    alwaysWriteHeaders: true,
    includeEndRowDelimiter: true,
    rowDelimiter: "\r\n",
  });
  // A failing row destroys the stream, which the reading loop below then throws.
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
  for (const row of rows) {
    const cells = columns.map((column) => renderCell(column.type, column.value(row)));
    if (stream.write(cells)) continue;
    await new Promise<void>((resolve) => {
      resume = resolve;
    });
    // The reader has gone.
    if (stream.destroyed) return;
  }
  stream.end();
}
