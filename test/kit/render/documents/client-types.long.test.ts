import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { endpoints, listEndpoints } from "../../../../build/crypto/api/registry.ts";
import { buildApi } from "../../../../build/crypto/render/market-api.ts";
import { declareClientExports } from "../../../../build/crypto/serve/client-exports.ts";
import { renderClientTypes } from "../../../../build/kit/render/documents/client-types.ts";

const run = promisify(execFile);
const STRICT = {
  strict: true,
  noEmit: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  target: "es2022",
  lib: ["es2023", "es2024.string", "dom", "dom.iterable"],
  skipLibCheck: false,
  module: "nodenext",
  moduleResolution: "nodenext",
  allowImportingTsExtensions: true,
};

const PROGRAM = `
import { createClient, get, priceAt, pricesAt, type Coin, type Currency } from "./client.js";

const list = await get("coins?limit=5");
const price: number | null | undefined = list.data[0]?.current_price;
const total: number = list.meta.pagination.total;
// @ts-expect-error a price may be null
const certain: number | undefined = list.data[0]?.current_price;
// @ts-expect-error there is no such field
list.data[0]?.no_such_field;

const coin: Coin = await get("coins/btc");
const name: string = coin.data.name;
// @ts-expect-error a coin is no list
coin.data[0];
// @ts-expect-error only in the demo
const sample: true = coin.meta.sample;

const symbol: string = "eth";
const points: [number, number | null][] = (await get(\`coins/\${symbol}/history?period=7d\`)).data.prices;
const files: string = (await get("/api/coins/btc/history/7d.json")).data.period;
const page: number = (await get("coins/limit/10/offset/10.json")).data.length;
const global: { [name: string]: number | null } = (await get("global")).data.total_market_cap;
const quoted: string = (await get("in/eur/coins")).meta.currency;
// @ts-expect-error the types do not know this path
(await get("nothing/of/this")).data;

const currency: Currency = "eur";
const euros = await createClient(["https://a.example", "https://b.example"], { currency }).get("global");
// @ts-expect-error there is no such field
euros.data.no_such_field;
await get("coins", { currency: "btc" });
const paid: number | undefined = (await priceAt("btc", "2026-09-01", { currency: "eur" }))?.price;
const many: (string | undefined)[] = (await pricesAt([["btc", 1788266040], ["eth", new Date(0)]])).map((one) => one?.time);
// @ts-expect-error the site has no such currency
await get("coins", { currency: "xyz" });
const own: { data: string } = await get<{ data: string }>(new URL("https://a.example/api/x"));
export { certain, coin, files, global, many, name, own, page, paid, points, price, quoted, sample, total };
`;

const client = JSON.stringify(resolve("build/crypto/serve/client.ts"));
/** The published functions fit the types. */
const SAME = `
import type * as declared from "./client.js";
import type * as actual from ${client};
declare const functions: Pick<typeof actual, keyof typeof declared>;
export const checked: typeof declared = functions;
export const names: keyof typeof actual = null! as keyof typeof declared;
export const options: actual.ClientOptions = null! as declared.ClientOptions;
`;

describe("the types of client.js", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "client-types-"));
    await writeFile(join(folder, "package.json"), '{"type":"module"}');
    await writeFile(join(folder, "client.d.ts"), renderClientTypes(buildApi(endpoints), declareClientExports()).body);
  });
  afterAll(() => rm(folder, { recursive: true }));

  const compile = async (programs: Readonly<Record<string, string>>): Promise<string> => {
    for (const [name, text] of Object.entries(programs)) await writeFile(join(folder, name), text);
    const typeRoots = [resolve("node_modules/@types")];
    const compilerOptions = { ...STRICT, typeRoots, types: ["node"] };
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: Object.keys(programs) }));
    return run(process.execPath, [resolve("node_modules/typescript/bin/tsc"), "-p", folder]).then(
      () => "",
      (error: { stdout: string }) => error.stdout,
    );
  };

  // The compiler refuses an expected error that does not occur. The last program has one error, so
  // that a compiler that reads no program does not pass.
  it("give each path its response, refuse wrong fields, and declare what client.ts exports", async () => {
    const wrong = 'import { get } from "./client.js";\n(await get("coins")).data[0]?.no_such_field;\n';
    const said = await compile({ "program.ts": PROGRAM, "same.ts": SAME, "wrong.ts": wrong });
    expect(said.match(/\w+\.ts\S+: error .*/g)).toEqual([
      expect.stringMatching(/^wrong\.ts\(2,\d+\): error TS2339: .*no_such_field/),
    ]);
  }, 60_000);
});

it("have a type for every endpoint with an envelope, and the currencies of the site", () => {
  const text = String(renderClientTypes(buildApi(listEndpoints(["gbp"])), declareClientExports()).body);
  expect(text).toContain('export type Currency = "usd" | "gbp";');
  for (const name of ["Coins", "CoinHistory", "DefiProtocols", "Status", "Index", "Manifest"]) {
    expect(text).toContain(`export type ${name} = {`);
  }
  expect(text.match(/^export type (\w+) =/gm)!.length).toBe(new Set(text.match(/^export type (\w+) =/gm)).size);
});
