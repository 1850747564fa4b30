import { execFile } from "node:child_process";
import { mkdirSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { DuckDBInstance } from "@duckdb/node-api";
import { beforeAll, describe, expect, it } from "vitest";
import { type Engine, engines } from "../../../build/app/site/page-data/engines.ts";
import { SITE } from "../../../templates/components/snippets.js";
import { makeTempFolder } from "../../cleanup.ts";
import { createDebianEnvironment } from "../kit/debian-environment.ts";
import { type DemoSite, download, readData, serveDemoSite } from "../kit/demo-site.ts";
import { provideProgram } from "../kit/provide-program.ts";
import { listTables } from "./table-summary.ts";

/* The commands of the page “DuckDB, polars and Spark”, compared with the published JSON. */

const run = promisify(execFile);
const pip = await provideProgram({ name: "engines", pip: ["polars>=1,<2", "pyarrow", "fsspec", "aiohttp"] });
const jq = await provideProgram({ name: "jq", debian: ["jq"] });

interface Tables {
  days: { date: string; price: number }[];
  highest: { id: string; days: number; highest: number }[];
}

let site: DemoSite;
let expected: Tables;

beforeAll(async () => {
  site = await serveDemoSite();
  const coins = await readData<{ id: string; path: string }[]>(`${site.node}/api/coins/limit/all.json`);
  const all: Tables["highest"] = [];
  for (const { id } of coins) {
    const { prices } = await readData<{ prices: [number, number][] }>(`${site.node}/api/coins/${id}/history/all`);
    if (prices.length === 0) continue;
    all.push({ id, days: prices.length, highest: Math.max(...prices.map(([, price]) => price)) });
    if (id !== "bitcoin") continue;
    const days = prices.map(([time, price]) => ({ date: new Date(time).toISOString().slice(0, 10), price }));
    expected = { days, highest: [] };
  }
  expected = { ...expected, highest: all.sort((a, b) => (a.id < b.id ? -1 : 1)) };
  expect([expected.days.length > 400, expected.highest.length > 10]).toEqual([true, true]);
});

const fillIn = (text: string, address: string) => text.replaceAll(SITE, address);

/** The engines that the page calls tested, with a result in snippets of this language. */
const listTested = (language: Engine["snippets"][number]["language"]) =>
  engines.filter(
    ({ tested, snippets }) => tested && snippets.some((one) => one.language === language && one.finds !== undefined),
  );

it("compare a result of every engine that the page calls tested", () => {
  const compared = (["sql", "python", "bash"] as const).flatMap(listTested);
  expect(new Set(compared)).toEqual(new Set(engines.filter(({ tested }) => tested)));
});

/* The simulator of GitHub Pages has no ranges. */
it.skipIf(pip.missing !== undefined).each(listTested("python"))(
  "$name finds what the JSON says, by ranges of the Node server",
  async ({ snippets }) => {
    const script = new URL("run_engine.py", import.meta.url).pathname;
    const names = snippets.flatMap(({ finds }) => finds ?? []);
    expect(names).toEqual(["days", "highest"]);
    const started = run(join(pip.folder, "bin/python"), [script], { maxBuffer: 16 * 1024 * 1024 });
    const text = snippets.map((one) => fillIn(one.text, site.node)).join("\n\n");
    started.child.stdin!.end(JSON.stringify({ text, names }));
    expect(JSON.parse((await started).stdout)).toEqual(expected);
  },
);

describe.each([
  ["the Node server", "node"],
  ["GitHub Pages", "pages"],
] as const)("on %s", (_, host) => {
  it.each(listTested("sql"))("$name finds what the JSON says, in downloaded files", async ({ snippets }) => {
    const folder = makeTempFolder();
    mkdirSync(join(folder, "download"));
    for (const { parquet } of await listTables(site[host]))
      await writeFile(join(folder, "download", basename(parquet)), await download(parquet));
    const connection = await (await DuckDBInstance.create(":memory:")).connect();
    await connection.run(`SET file_search_path = '${folder}'`);
    await connection.run((await download(`${site[host]}/api/data/catalog.sql`)).toString());
    for (const { finds, text } of snippets) {
      if (finds !== "days" && finds !== "highest") continue;
      const rows = (await connection.runAndReadAll(text)).getRowObjects();
      const plain = rows.map((row) =>
        finds === "days" ? { ...row, date: String(row["date"]) } : { ...row, days: Number(row["days"]) },
      );
      expect(plain).toEqual(expected[finds]);
    }
    connection.closeSync();
  });

  it.skipIf(jq.missing !== undefined).each(listTested("bash"))("$name copy the files of a dataset", async (engine) => {
    const folder = makeTempFolder();
    const env = createDebianEnvironment(jq.folder);
    for (const { text } of engine.snippets)
      await run("bash", ["-e", "-o", "pipefail", "-c", fillIn(text, site[host])], { cwd: folder, env });
    const daily = (await listTables(site[host])).filter(({ dataset }) => dataset === "daily");
    expect((await readdir(folder)).sort()).toEqual(daily.map(({ parquet }) => basename(parquet)).sort());
    for (const { parquet } of daily)
      expect(await readFile(join(folder, basename(parquet)))).toEqual(await download(parquet));
  });
});
