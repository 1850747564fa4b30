import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { listEndpoints } from "../../../build/crypto/api/registry.ts";
import { renderPriceFiles } from "../../../build/crypto/render/documents/price-files.ts";
import { makeTempFolder } from "../../cleanup.ts";
import { buildWorld } from "../../fixtures/small-world.ts";
import { createDebianEnvironment } from "../kit/debian-environment.ts";
import { type DemoSite, download, readData, SITE_DAY, serveDemoSite } from "../kit/demo-site.ts";
import { provideProgram } from "../kit/provide-program.ts";

/* hledger, ledger and Beancount read the price files of every coin, from each host. */

const AMOUNT = 2;
const RECIPES = new URL("../../../templates/docs/use/recipes.yaml", import.meta.url);

let site: DemoSite;

beforeAll(async () => {
  site = await serveDemoSite();
});

interface PriceFile {
  /** The file on disk. */
  path: string;
  commodity: string;
  prices: number;
  day: string;
  /** As the file writes it. */
  close: string;
}

/** Downloads a file and checks that it ends with the API's last closed day. */
async function readPriceFile(url: string, key: string, format: "ledger" | "beancount"): Promise<PriceFile[]> {
  const body = (await download(`${url}/api/data/prices/${key}/usd.${format}`)).toString();
  const path = join(makeTempFolder(), `${key}.${format}`);
  await writeFile(path, body);
  const lines = body.split("\n").filter((line) => line !== "" && !line.startsWith(";"));
  const { prices } = await readData<{ prices: [number, number][] }>(`${url}/api/coins/${key}/history/all.json`);
  const closed = prices.filter(([timeMs]) => timeMs < Date.parse(SITE_DAY));
  expect([key, lines.length]).toEqual([key, closed.length]);
  // A coin that is new has no closed day.
  if (lines.length === 0) return [];
  const words = lines
    .at(-1)!
    .split(" ")
    .filter((word) => word !== "P" && word !== "price");
  const [day = "", commodity = "", close = ""] = words;
  const [timeMs, price] = closed.at(-1)!;
  expect([key, day, Number(close)]).toEqual([key, new Date(timeMs).toISOString().slice(0, 10), price]);
  return [{ path, commodity, prices: lines.length, day, close }];
}

async function readPriceFiles(url: string, format: "ledger" | "beancount"): Promise<PriceFile[]> {
  const files: PriceFile[] = [];
  for (const key of await listKeys(url)) files.push(...(await readPriceFile(url, key, format)));
  expect(files.length).toBeGreaterThan(10);
  return files;
}

async function listKeys(url: string): Promise<string[]> {
  const coins = await readData<{ symbol: string }[]>(`${url}/api/coins.json`);
  // No two coins of the demo market share a symbol.
  return coins.map(({ symbol }) => symbol.toLowerCase());
}

const HOSTS = [
  ["the Node server", "node"],
  ["GitHub Pages", "pages"],
] as const;

/** The program with everything that it prints. Fails if its exit code is not 0. */
function createRunner(folder: string) {
  return (name: string, ...args: string[]) =>
    promisify(execFile)(join(folder, "usr/bin", name), args, {
      env: createDebianEnvironment(folder),
      maxBuffer: 32 * 1024 * 1024,
    });
}

const hledger = await provideProgram({ name: "hledger", debian: ["hledger"] });
const ledger = await provideProgram({ name: "ledger", debian: ["ledger"] });
const beancount = await provideProgram({ name: "beancount", debian: ["beancount"] });

/** A purchase of each coin, and the file of its prices. */
async function writeJournal({ path, commodity }: PriceFile): Promise<string> {
  const journal = `${path}.journal`;
  const posting = `    Assets:Wallet    ${AMOUNT} ${commodity}`;
  // Ledger rounds a value to the places of the default commodity.
  const head = `D 1000.000000000000 USD\ninclude ${path}`;
  await writeFile(journal, `${head}\n\n2026-01-01 Buy\n${posting}\n    Equity:Opening\n`);
  return journal;
}

describe.skipIf(hledger.missing !== undefined)("hledger", () => {
  const run = createRunner(hledger.folder);

  it.each(HOSTS)("prints every price of %s, and values an account with the last", async (_, host) => {
    for (const file of await readPriceFiles(site[host], "ledger")) {
      const printed = await run("hledger", "-f", file.path, "prices");
      const lines = printed.stdout.trimEnd().split("\n");
      expect([printed.stderr, lines.length]).toEqual(["", file.prices]);
      expect(lines.at(-1)).toBe(`P ${file.day} ${file.commodity} ${file.close} USD`);
      const journal = await writeJournal(file);
      const value = ["--value", `${file.day},USD`, "--output-format", "csv"];
      const { stdout } = await run("hledger", "-f", journal, "balance", "Assets", ...value);
      const [, balance = ""] = /"Assets:Wallet","(\S+) USD"/.exec(stdout) ?? [];
      expect(Number(balance)).toBeCloseTo(AMOUNT * Number(file.close), 6);
    }
  });
});

describe.skipIf(ledger.missing !== undefined)("ledger", () => {
  const run = createRunner(ledger.folder);

  it.each(HOSTS)("lists every price of %s, and values an account with the last", async (_, host) => {
    for (const file of await readPriceFiles(site[host], "ledger")) {
      const journal = await writeJournal(file);
      const format = ["--prices-format", "%(format_date(date, '%Y-%m-%d')) %(quantity(scrub(display_amount)))\n"];
      const { stdout, stderr } = await run("ledger", "--args-only", "-f", journal, "prices", ...format);
      const lines = stdout.trimEnd().split("\n");
      expect([stderr, lines.length]).toEqual(["", file.prices]);
      const [day, close] = lines.at(-1)!.split(" ");
      expect([day, Number(close)]).toEqual([file.day, Number(file.close)]);
      const exact = ["--balance-format", "%(quantity(unrounded(display_total)))\n", "-X", "USD"];
      const balance = await run("ledger", "--args-only", "-f", journal, "balance", "Assets", ...exact);
      expect(Number(balance.stdout.trim())).toBeCloseTo(AMOUNT * Number(file.close), 6);
    }
  });
});

describe.skipIf(beancount.missing !== undefined)("bean-check", () => {
  const run = createRunner(beancount.folder);

  it.each(HOSTS)("accepts the files of %s, and the last price values an account", async (_, host) => {
    const files = await readPriceFiles(site[host], "beancount");
    const book = join(makeTempFolder(), "book.beancount");
    const accounts = files.flatMap(({ path, commodity }, at) => [
      `include "${path}"`,
      `2025-01-01 open Assets:Wallet${at} ${commodity}`,
      `2026-01-01 * "Buy"\n  Assets:Wallet${at}  ${AMOUNT} ${commodity}\n  Equity:Opening`,
    ]);
    await writeFile(book, ["2025-01-01 open Equity:Opening", ...accounts, ""].join("\n"));
    expect(await run("bean-check", book)).toMatchObject({ stdout: "", stderr: "" });
    const report = await run("bean-report", book, "all_prices");
    const printed = report.stdout.split("\n").filter((line) => line.includes(" price "));
    expect(printed.length).toBe(files.reduce((sum, { prices }) => sum + prices, 0));
    const select = "SELECT account, number(convert(position, 'USD')) AS usd WHERE account ~ 'Assets'";
    const { stdout } = await run("bean-query", "-q", "-f", "csv", book, select);
    const values = new Map(
      stdout
        .trim()
        .split(/\r?\n/)
        .slice(1)
        .map((line) => line.split(",").map((cell) => cell.trim()) as [string, string]),
    );
    for (const [at, { close }] of files.entries())
      expect(Number(values.get(`Assets:Wallet${at}`))).toBeCloseTo(AMOUNT * Number(close), 6);
  });

  it("finds a line that is no price", async () => {
    const file = join(makeTempFolder(), "wrong.beancount");
    await writeFile(file, "2026-01-01 price 1INCH 1 USD\n");
    await expect(run("bean-check", file)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining("wrong.beancount:1: "),
    });
  });
});

/** Units for one dollar on the days that the small world has closes of. */
const RATES = { CHF: 0.8, EUR: 0.86, GBP: 0.75, JPY: 155.2 };
const CODES = Object.keys(RATES);

describe("a site in more currencies", () => {
  const folder = makeTempFolder();
  const closes = new Map<string, string>();

  beforeAll(async () => {
    const days = ["2025-12-30", "2025-12-31", "2026-01-02"];
    const rates = Object.fromEntries(Object.entries(RATES).map(([code, rate]) => [code, days.map(() => rate)]));
    const world = buildWorld();
    const exchangeRates = { ...world.market.exchangeRates!, rates: { ...RATES, USD: 1 } };
    const fixings = { ...world.fixings, days, rates };
    const own = { ...world, market: { ...world.market, exchangeRates }, fixings };
    const endpoints = listEndpoints(CODES.map((code) => code.toLowerCase()));
    for await (const { path, body } of renderPriceFiles(endpoints, own)) {
      const name = path.replace("api/data/prices/", "").replace("/", "-");
      await writeFile(join(folder, name), body);
      closes.set(name, Buffer.from(body).toString().trimEnd().split("\n").at(-1) ?? "");
    }
  });

  it.skipIf(hledger.missing !== undefined).each(CODES)("is valued in %s by hledger", async (code) => {
    const run = createRunner(hledger.folder);
    const name = `btc-${code.toLowerCase()}.ledger`;
    const [, day = "", , close = ""] = closes.get(name)!.split(" ");
    const journal = join(folder, `${code}.journal`);
    await writeFile(
      journal,
      `include ${name}\n\n2026-01-01 Buy\n    Assets:Wallet    ${AMOUNT} BTC\n    Equity:Opening\n`,
    );
    const value = ["--value", `${day},${code}`, "--output-format", "csv"];
    const { stdout } = await run("hledger", "-f", journal, "balance", "Assets", ...value);
    const total = stdout.match(new RegExp(`"total","([0-9.]+) ${code}"`))?.[1];
    expect(Number(total)).toBeCloseTo(AMOUNT * Number(close), 9);
    // The last close of the small world is 6 dollars.
    expect(Number(close)).toBeCloseTo(6 * RATES[code as keyof typeof RATES], 9);
  });

  /** The price of a coin in dollars, and the dollar's rate as the recipe of ledgers writes it. */
  async function writeChain(): Promise<{ journal: string; day: string; francs: number }> {
    const [, day = "", , close = ""] = closes.get("btc-usd.ledger")!.split(" ");
    const journal = join(folder, "chain.journal");
    const rate = `P 2026-01-02 USD ${RATES.CHF} CHF`;
    const posting = `    Assets:Wallet    ${AMOUNT} BTC`;
    const head = `D 1000.000000000000 CHF\ninclude btc-usd.ledger\n${rate}`;
    await writeFile(journal, `${head}\n\n2026-01-01 Buy\n${posting}\n    Equity:Opening\n`);
    return { journal, day, francs: AMOUNT * Number(close) * RATES.CHF };
  }

  it.skipIf(hledger.missing !== undefined)("is valued through dollars by hledger", async () => {
    const { journal, day, francs } = await writeChain();
    const value = ["--value", `${day > "2026-01-02" ? day : "2026-01-02"},CHF`, "--output-format", "csv"];
    const { stdout } = await createRunner(hledger.folder)("hledger", "-f", journal, "balance", "Assets", ...value);
    expect(Number(stdout.match(/"total","([0-9.,]+) CHF"/)?.[1]?.replaceAll(",", ""))).toBeCloseTo(francs, 6);
  });

  it.skipIf(ledger.missing !== undefined)("is valued through dollars by ledger", async () => {
    const { journal, francs } = await writeChain();
    const exact = ["--balance-format", "%(quantity(unrounded(display_total)))\n", "-X", "CHF"];
    const run = createRunner(ledger.folder);
    const { stdout } = await run("ledger", "--args-only", "-f", journal, "balance", "Assets", ...exact);
    expect(Number(stdout.trim())).toBeCloseTo(francs, 6);
  });

  it.skipIf(beancount.missing !== undefined)("is valued through dollars by the query of the recipe", async () => {
    const recipes: { id: string; snippets: { id: string; text: string }[] }[] = parse(await readFile(RECIPES, "utf8"));
    const { snippets } = recipes.find(({ id }) => id === "beancount")!;
    const { text } = snippets.find(({ id }) => id === "check")!;
    const book = join(folder, "chain.beancount");
    const buy = `2026-01-01 * "Buy"\n  Assets:Wallet  ${AMOUNT} BTC\n  Equity:Opening`;
    const open = ["Assets:Wallet", "Equity:Opening"].map((account) => `2025-01-01 open ${account}`);
    const lines = [`include "btc-usd.beancount"`, `2026-01-02 price USD ${RATES.CHF} CHF`, ...open, buy, ""];
    await writeFile(book, lines.join("\n"));
    const { stdout } = await createRunner(beancount.folder)("bean-query", "-q", "-f", "csv", book, text);
    const { francs } = await writeChain();
    expect(Number(/Assets:Wallet,\s*([\d.]+) CHF/.exec(stdout)?.[1])).toBeCloseTo(francs, 6);
  });

  it.skipIf(beancount.missing !== undefined)("is accepted by bean-check in all of them together", async () => {
    const run = createRunner(beancount.folder);
    const book = join(folder, "book.beancount");
    const includes = CODES.map((code) => `include "btc-${code.toLowerCase()}.beancount"`);
    await writeFile(book, [...includes, "2025-01-01 open Assets:Wallet BTC", ""].join("\n"));
    expect(await run("bean-check", book)).toMatchObject({ stdout: "", stderr: "" });
    const { stdout } = await run("bean-report", book, "all_prices");
    for (const code of CODES) expect(stdout).toMatch(new RegExp(`price BTC +\\S+ ${code}`));
  });
});
