import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startServer } from "../../../build/crypto/serve/server.ts";
import { githubPages } from "../../../build/kit/hosts/github-pages.ts";
import { none } from "../../../build/kit/hosts/host.ts";
import { makeSite } from "../../fixtures/site.ts";
import { type HostFolders, makeHostFolders } from "../../system/conformance/host-folder.ts";
import { openGithubPages } from "../kit/demo-site.ts";
import { type Program, provideProgram } from "../kit/provide-program.ts";

const PACKAGE = "@coingecko/coingecko-typescript";
const program: Program = { name: "coingecko-typescript", npm: { packages: [`${PACKAGE}@8`] } };
const { folder, missing } = await provideProgram(program);
const BASE = "/compat/coingecko/usd/api/v3";
const DAY_S = 86_400;

/** The methods as a program writes them, with the values that it passes. */
const CALLS: readonly [method: string, ...values: unknown[]][] = [
  ["ping.get"],
  ["simple.price.get", { vs_currencies: "usd,eur", ids: "bitcoin,ethereum", include_market_cap: true }],
  ["simple.supportedVsCurrencies.get"],
  ["coins.list.get", {}],
  ["coins.markets.get", { vs_currency: "usd", per_page: 100, page: 1, order: "market_cap_desc" }],
  ["coins.getID", "bitcoin", { localization: false, tickers: false }],
  ["coins.marketChart.get", "bitcoin", { vs_currency: "usd", days: "365", interval: "daily" }],
  ["coins.marketChart.getRange", "bitcoin", { vs_currency: "usd", from: "0", to: String(2 ** 31) }],
  ["exchangeRates.get"],
  ["global.get"],
  ["search.trending.get"],
];
const COMPUTED: typeof CALLS = [
  ["coins.history.get", "bitcoin", { date: "20-11-2026" }],
  ["search.get", { query: "bit" }],
];

let folders: HostFolders;
let servers: Readonly<Record<"node" | "pages", string>>;
const closers: (() => Promise<void>)[] = [];

beforeAll(async () => {
  folders = await makeHostFolders(await makeSite());
  servers = { node: await openNodeServer(), pages: await openGithubPages(await folders.write(githubPages)) };
});

afterAll(async () => {
  for (const close of closers) await close();
  await folders.remove();
});

async function openNodeServer(): Promise<string> {
  const server = await startServer({ folder: await folders.write(none), host: "127.0.0.1", port: 0 });
  closers.push(server.close);
  return server.url;
}

async function createClient(url: string): Promise<Record<string, unknown>> {
  const { default: Coingecko } = await import(pathToFileURL(join(folder, "node_modules", PACKAGE, "index.mjs")).href);
  // The client asks for a key before it sends anything; no answer depends on it.
  return new Coingecko({ baseURL: url + BASE, demoAPIKey: "none" });
}

function call(client: Record<string, unknown>, [method, ...values]: (typeof CALLS)[number]): Promise<unknown> {
  const names = method.split(".");
  const last = names.pop() as string;
  const owner = names.reduce<Record<string, unknown>>((one, name) => one[name] as Record<string, unknown>, client);
  return (owner[last] as (...given: unknown[]) => Promise<unknown>)(...values);
}

/** What the compiler says of the answers as values of the types that the methods declare. */
async function checkTypes(answers: ReadonlyMap<string, unknown>): Promise<string> {
  const lines = [...answers].flatMap(([method, answer], at) => [
    `const answer${at} = ${JSON.stringify(answer)};`,
    `export const typed${at}: Awaited<ReturnType<typeof client.${method}>> = answer${at};`,
  ]);
  const head = [`import type Coingecko from "${PACKAGE}";`, "declare const client: Coingecko;"];
  const file = join(folder, `answers-${process.pid}.mts`);
  await writeFile(file, [...head, ...lines, ""].join("\n"));
  // `null` stands for unknown: every other type, and every missing field, is an error.
  const options =
    "--noEmit --strict --strictNullChecks false --noImplicitAny false --skipLibCheck --module nodenext --target es2022".split(
      " ",
    );
  const tsc = new URL("../../../node_modules/typescript/bin/tsc", import.meta.url).pathname;
  const run = promisify(execFile)(process.execPath, [tsc, ...options, "--ignoreConfig", file], { cwd: folder });
  return run.then(
    ({ stdout }) => stdout,
    (error: { stdout?: string }) => error.stdout ?? String(error),
  );
}

describe.skipIf(missing !== undefined)(PACKAGE, () => {
  it.each([
    ["the Node server", "node", [...CALLS, ...COMPUTED]],
    ["GitHub Pages", "pages", CALLS],
  ] as const)("reads every answer of %s, in the types that it declares", async (_, server, calls) => {
    const client = await createClient(servers[server]);
    const answers = new Map<string, unknown>();
    for (const one of calls) answers.set(one[0], await call(client, one));
    expect(await checkTypes(answers)).toBe("");
    const prices = answers.get("simple.price.get") as Record<string, { usd: number; last_updated_at: number }>;
    const [first] = answers.get("coins.markets.get") as { id: string; current_price: number }[];
    expect(prices["bitcoin"]?.usd).toBe(first?.current_price);
    expect(prices["bitcoin"]?.last_updated_at).toBeGreaterThan(365 * DAY_S);
    const { prices: points } = answers.get("coins.marketChart.get") as { prices: [number, number][] };
    expect(points.length).toBeGreaterThan(1);
  });

  it("finds differences of type and missing fields with the check", async () => {
    const wrong = new Map<string, unknown>([
      ["ping.get", { gecko_says: 1 }],
      ["global.get", { data: {} }],
    ]);
    const said = await checkTypes(wrong);
    expect(said).toContain("TS2322");
    expect(said).toContain("active_cryptocurrencies");
  });

  it("gets the errors of the handler with status and message", async () => {
    const client = await createClient(servers.node);
    const refused = [{ vs_currency: "xxx" }, { vs_currency: "usd", category: "layer-1" }];
    for (const [at, values] of refused.entries()) {
      const message = expect.stringContaining(at === 0 ? "vs_currency" : "category");
      await expect(call(client, ["coins.markets.get", values])).rejects.toMatchObject({ status: 400, message });
    }
    await expect(call(client, ["coins.getID", "no-such-coin"])).rejects.toMatchObject({ status: 404 });
  });

  it("gets other currencies, names, precision and sparklines from any base", async () => {
    const client = await createClient(servers.node);
    const read = (values: object) =>
      call(client, ["coins.markets.get", values]) as Promise<
        { id: string; current_price: number; sparkline_in_7d: { price: number[] } }[]
      >;
    const [inDollars] = await read({ vs_currency: "usd", names: "Ethereum", sparkline: true });
    const [inYen] = await read({ vs_currency: "jpy", symbols: "eth", precision: "0" });
    expect([inDollars?.id, inYen?.id]).toEqual(["ethereum", "ethereum"]);
    expect(inDollars?.sparkline_in_7d.price.length).toBeLessThanOrEqual(42);
    expect(Number.isInteger(inYen?.current_price)).toBe(true);
    const prices = (await call(client, [
      "simple.price.get",
      { ids: "ethereum", vs_currencies: "jpy,usd,xxx", precision: "0" },
    ])) as Record<string, Record<string, number>>;
    expect(prices["ethereum"]?.["jpy"]).toBe(inYen?.current_price);
    expect(prices["ethereum"]?.["usd"]).toBe(Math.round(inDollars!.current_price));
    expect(prices["ethereum"]).not.toHaveProperty("xxx");
  });

  it("gets the price of midnight as the price of a date, and no market data of the future", async () => {
    const client = await createClient(servers.node);
    const read = async (path: string) => (await fetch(`${servers.node}/api/coins/btc/${path}`)).json();
    const { data: all } = (await read("history/all.json")) as { data: { prices: [number, number][] } };
    const [dayMs] = all.prices.at(-2)!;
    const date = new Date(dayMs + DAY_S * 1000).toISOString().slice(0, 10);
    const { data: midnight } = (await read(`at?time=${date}`)) as { data: { price: number } };
    const ask = (day: string) => call(client, ["coins.history.get", "bitcoin", { date: day }]);
    expect(await ask(date)).toMatchObject({ market_data: { current_price: { usd: midnight.price } } });
    expect(await ask("2099-01-01")).not.toHaveProperty("market_data");
  });
});
