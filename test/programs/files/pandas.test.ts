import { execFile } from "node:child_process";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { createDebianEnvironment } from "../kit/debian-environment.ts";
import { type DemoSite, serveDemoSite } from "../kit/demo-site.ts";
import { provideProgram } from "../kit/provide-program.ts";
import { expectSame, listTables, type PublishedTable, summariseTable, type TableSummary } from "./table-summary.ts";

/* pandas reads the archives of each host from their URLs. */

const debian = await provideProgram({ name: "pandas-debian", debian: ["python3-pandas"] });
/** With the reader of Parquet, which Debian lacks. */
const pip = await provideProgram({ name: "pandas", pip: ["pandas>=2,<4", "pyarrow"] });

type Format = "csv" | "parquet";
const PYTHONS = [
  {
    name: "pandas of Debian",
    missing: debian.missing,
    python: "/usr/bin/python3",
    env: () => createDebianEnvironment(debian.folder),
    formats: ["csv"] as Format[],
  },
  {
    name: "pandas of pip",
    missing: pip.missing,
    python: join(pip.folder, "bin/python"),
    env: () => process.env,
    formats: ["csv", "parquet"] as Format[],
  },
];

/** Without a schema pandas guesses from the texts: whole numbers are integers, also in names. */
const CSV_TYPES: Readonly<Record<PublishedTable["columns"][number]["type"], RegExp>> = {
  string: /./,
  number: /^(?:float64|int64)$/,
  integer: /^int64$/,
  boolean: /^bool$/,
  date: /^datetime64\[\w+\]$/,
  datetime: /^datetime64\[\w+, UTC\]$/,
};
const PARQUET_TYPES: typeof CSV_TYPES = {
  ...CSV_TYPES,
  string: /^(?:object|str)$/,
  number: /^float64$/,
  // Values of `datetime.date`.
  date: /^object$/,
};

function checkTypes(read: TableSummary, { columns }: PublishedTable, format: Format): void {
  const expected = format === "csv" ? CSV_TYPES : PARQUET_TYPES;
  for (const { name, type } of columns) {
    const { type: found, known } = read.columns[name]!;
    if (known === read.rows) expect([name, found]).toEqual([name, expect.stringMatching(expected[type])]);
    else if (known > 0 && type === "integer") expect([name, found]).toEqual([name, "float64"]);
  }
}

describe.each(PYTHONS)("$name", ({ missing, python, env, formats }) => {
  let site: DemoSite;

  const summarise = (tables: readonly object[]) =>
    new Promise<TableSummary[]>((done, fail) => {
      const script = new URL("summarise.py", import.meta.url).pathname;
      const options = { env: env(), maxBuffer: 16 * 1024 * 1024 };
      const child = execFile(python, [script], options, (error, stdout) =>
        error === null ? done(JSON.parse(stdout)) : fail(error),
      );
      child.stdin!.end(JSON.stringify(tables));
    });

  describe.skipIf(missing !== undefined)(missing ?? "from URLs", () => {
    beforeAll(async () => {
      site = await serveDemoSite();
    });

    it.each([
      ["the Node server", "node"],
      ["GitHub Pages", "pages"],
    ] as const)(`reads the rows, types and sums of %s (${formats.join(", ")})`, async (_, host) => {
      const tables = await listTables(site[host]);
      expect(tables.length).toBeGreaterThan(8);
      for (const format of formats) {
        const read = await summarise(tables.map((table) => ({ ...table, url: table[format], format })));
        for (const [at, table] of tables.entries()) {
          expectSame(read[at]!, await summariseTable(table));
          checkTypes(read[at]!, table, format);
        }
      }
    });
  });
});
