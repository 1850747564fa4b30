import { parseString } from "fast-csv";
import { describe, expect, it } from "vitest";
import { countCsvRows } from "../../../build/lib/count-csv-rows.ts";
import type { Column } from "../../../build/render/archives/archive.ts";
import { renderCsv } from "../../../build/render/archives/render-csv.ts";

interface Row {
  name: string;
  value: number | null;
}

const columns: readonly Column<Row>[] = [
  { name: "name", type: "string", description: "A name.", value: (row) => row.name },
  { name: "value", type: "number", description: "A value.", value: (row) => row.value },
];

async function render(rows: Iterable<Row>): Promise<{ text: string; chunks: number[] }> {
  const chunks: Buffer[] = [];
  for await (const chunk of renderCsv(columns, rows)) chunks.push(chunk);
  return { text: Buffer.concat(chunks).toString(), chunks: chunks.map((chunk) => chunk.length) };
}

function read(text: string): Promise<string[][]> {
  return new Promise((resolve, reject) => {
    const rows: string[][] = [];
    parseString<string[], string[]>(text)
      .on("error", reject)
      .on("data", (row) => rows.push(row))
      .on("end", () => resolve(rows));
  });
}

const hostile = [
  "plain",
  'a "quoted" name',
  "comma, semicolon; pipe|",
  "line\r\nbreak",
  "lone\nfeed and lone\rreturn",
  "]]> <script>alert(1)</script>",
  " spaces ",
  "漢字 🚀",
  "",
];

describe("renderCsv", () => {
  it("writes a header and CRLF line ends, and quotes by RFC 4180", async () => {
    const { text } = await render([
      { name: 'a,"b"', value: 1.5 },
      { name: "c", value: null },
    ]);
    expect(text).toBe('name,value\r\n"a,""b""",1.5\r\nc,\r\n');
  });

  it("writes the header of an empty table", async () => {
    const { text } = await render([]);
    expect(text).toBe("name,value\r\n");
    expect(countCsvRows(Buffer.from(text))).toBe(0);
  });

  it("gives the same rows back when another reader parses it", async () => {
    const rows = hostile.map((name, at) => ({ name, value: at / 3 }));
    const { text } = await render(rows);
    const [header, ...found] = await read(text);
    expect(header).toEqual(["name", "value"]);
    expect(found.map(([name]) => name)).toEqual(hostile);
    expect(found.map(([, value]) => Number(value))).toEqual(rows.map((row) => Number(row.value.toPrecision(12))));
    expect(countCsvRows(Buffer.from(text))).toBe(hostile.length);
  });

  it("hands a long table over in chunks of about 64 KB", async () => {
    function* many(): Generator<Row> {
      for (let at = 0; at < 20_000; at += 1) yield { name: `row number ${at}`, value: at };
    }
    const { chunks, text } = await render(many());
    expect(countCsvRows(Buffer.from(text))).toBe(20_000);
    expect(chunks.length).toBeGreaterThan(3);
    for (const size of chunks.slice(0, -1)) {
      expect(size).toBeGreaterThanOrEqual(64 * 1024);
      expect(size).toBeLessThan(128 * 1024);
    }
  });

  it("fails when a row cannot be made, also in the middle", async () => {
    function* failing(): Generator<Row> {
      for (let at = 0; at < 1_000; at += 1) yield { name: "x", value: at };
      throw new Error("the market is inconsistent");
    }
    await expect(render(failing())).rejects.toThrow("the market is inconsistent");
  });
});

describe("countCsvRows", () => {
  it("refuses a table that ends in a quoted cell or in the middle of a line", () => {
    expect(() => countCsvRows(Buffer.from('a\r\n"b\r\n'))).toThrow("in the middle of a record");
    expect(() => countCsvRows(Buffer.from("a\r\nb"))).toThrow("in the middle of a record");
    expect(() => countCsvRows(new Uint8Array())).toThrow("in the middle of a record");
  });
});
