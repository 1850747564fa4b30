import { parseString } from "fast-csv";
import { describe, expect, it } from "vitest";
import type { Cell, Column } from "../../../../build/kit/api/row.ts";
import { createCellRenderer, renderCsv, renderDecimal } from "../../../../build/kit/render/archives/render-csv.ts";
import { countCsvRows } from "../../../../build/lib/count-csv-rows.ts";
import { readSeed } from "../../../seed.ts";

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

  it("is parsed to the same rows by another reader", async () => {
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

import fc from "fast-check";

fc.configureGlobal({ seed: readSeed() });

describe("a column", () => {
  it("of decimals has a decimal point in every value, at every size", () => {
    const render = createCellRenderer("number");
    expect([9007199254740991, 1.25e22, -1e21, 3, 0.5, -0].map(render)).toEqual([
      "9007199254740000.0",
      "12500000000000000000000.0",
      "-1000000000000000000000.0",
      "3.0",
      "0.5",
      "0.0",
    ]);
    const whole = fc.maxSafeInteger().map((value) => value * 1e6);
    fc.assert(
      fc.property(fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer(), whole), (value) => {
        const text = render(value);
        expect(text).toMatch(/^-?\d+\.\d+$/);
        expect(Number(text)).toBe(Number(value.toPrecision(12)) + 0);
      }),
    );
  });

  it("of integers never has one", () => {
    const render = createCellRenderer("integer");
    expect(render(1e17)).toBe("100000000000000000");
    fc.assert(fc.property(fc.integer(), (value) => /^-?\d+$/.test(render(value))));
  });
});

describe("renderDecimal", () => {
  it.each([
    [0, "0"],
    [-0, "0"],
    [0.1 + 0.2, "0.3"],
    [1.5e-9, "0.0000000015"],
    [-1e-7, "-0.0000001"],
    [1e21, "1000000000000000000000"],
    [1.25e22, "12500000000000000000000"],
    [589_000_000_000_000, "589000000000000"],
  ])("writes %s as %s", (value, text) => expect(renderDecimal(value)).toBe(text));

  it("never writes an exponent and keeps all 12 digits", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const text = renderDecimal(value);
        expect(text).toMatch(/^-?\d+(\.\d+)?$/);
        expect(Number(text)).toBe(Number(value.toPrecision(12)) + 0);
      }),
    );
  });

  it("refuses what is not a number", () => expect(() => renderDecimal(Number.NaN)).toThrow("must be finite"));
});

const renderCell = (type: Column["type"], cell: Cell) => createCellRenderer(type)(cell);

describe("createCellRenderer", () => {
  it.each(["=1+1", "+cmd", "-cmd|x", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "=1e5", "-", "'=1"])(
    "disarms the text %j by one apostrophe",
    (text) => expect(renderCell("string", text)).toBe(`'${text}`),
  );

  it.each(["Bitcoin", "-5", "+1.5e3", "a=b", "", "'t Hooft", "0x", "漢字"])("keeps the text %j", (text) =>
    expect(renderCell("string", text)).toBe(text),
  );

  it("restores the text when one apostrophe is removed", () => {
    const text = fc.array(fc.constantFrom("'", "=", "+", "-", "@", "\t", "1", "a"), { maxLength: 6 });
    fc.assert(
      fc.property(text, (letters) => {
        const original = letters.join("");
        const cell = renderCell("string", original);
        expect(/^'+[=+\-@\t\r\n]/.test(cell) ? cell.slice(1) : cell).toBe(original);
      }),
    );
  });

  it("removes control characters and lone surrogates", () =>
    expect(renderCell("string", "a\u0000b\u001b[31mc\ud800")).toBe("ab[31mc\ufffd"));

  it("removes control characters before it looks for a formula", () =>
    expect(renderCell("string", "\u0001=1+1")).toBe("'=1+1"));

  it("renders times in ISO 8601 UTC, days, flags, and null as empty", () => {
    const time = Date.UTC(2026, 10, 20, 9, 15, 1, 999);
    expect(renderCell("datetime", time)).toBe("2026-11-20T09:15:01Z");
    expect(renderCell("date", time)).toBe("2026-11-20");
    expect(renderCell("boolean", false)).toBe("false");
    expect(renderCell("number", null)).toBe("");
  });

  it("refuses a cell that does not fit its column", () => {
    expect(() => renderCell("number", "12")).toThrow('A column of type number cannot hold "12"');
    expect(() => renderCell("integer", 1.5)).toThrow("A column of type integer cannot hold 1.5");
    expect(() => renderCell("string", 1)).toThrow("A column of type string cannot hold 1");
  });
});
