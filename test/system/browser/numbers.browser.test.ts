import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { describeOneSite, useBrowser } from "./use-browser.ts";

const { open } = useBrowser();

type Json = Record<string, unknown>;

interface Shown {
  place: string;
  shown: number | null;
  published: number | null;
}

/** Every declared field of a page beside the value of its answer. */
const readFields = (page: Page, root: string): Promise<Shown[]> =>
  page.evaluate(async (base) => {
    const answers = new Map<string, unknown>();
    const load = async (path: string) => {
      if (!answers.has(path)) answers.set(path, (await (await fetch(`${base}api/${path}.json`)).json()).data);
      return answers.get(path);
    };
    const fields = [...document.querySelectorAll<HTMLElement>("[data-field]")];
    const pick = (data: Json, name: string) => {
      if (name === "total_market_cap") return (data["total_market_cap"] as Json)["usd"];
      if (name === "market_volume") return (data["total_volume"] as Json)["usd"];
      if (name === "price_interval") return (Number(data["price_high"]) / Number(data["current_price"]) - 1) * 100;
      return data[name];
    };
    const found = [];
    for (const element of fields) {
      const name = element.dataset["field"]!;
      if (name === "sparkline") continue;
      const place = element.closest<HTMLElement>("[data-answer]")!;
      const row = element.closest<HTMLElement>("[data-row]");
      const id = row !== null && place.contains(row) ? row.dataset["row"] : undefined;
      const data = await load(place.dataset["answer"]!);
      const own =
        id === undefined ? data : (Object.values(data as Json).flat() as Json[]).find((one) => one["id"] === id);
      const value = element.querySelector("data")?.getAttribute("value") ?? null;
      found.push({
        place: `${place.dataset["answer"]} ${id ?? ""} ${name}`,
        shown: value === null ? null : Number(value),
        published: (pick(own as Json, name) ?? null) as number | null,
      });
    }
    return found;
  }, root);

/** Numbers of elements, in their order. */
const readNumbers = (page: Page, selector: string): Promise<number[]> =>
  page.locator(selector).evaluateAll((all) => all.map((element) => Number(element.getAttribute("value"))));

const readData = async <Data>(url: string) => ((await (await fetch(url)).json()) as { data: Data }).data;

describeOneSite("the numbers of a page are those of its answers", (site) => {
  it.each(["", "coins/btc/", "coins/eth/", "movers/", "movers/30d/"])("/%s", async (path) => {
    const { page, visit, problems } = await open(site);
    await visit(path);
    const fields = await readFields(page, site.url);
    expect(fields.length).toBeGreaterThan(9);
    expect(fields.filter(({ shown, published }) => shown !== published)).toEqual([]);
    expect(problems).toEqual([]);
  });

  it("the market, row by row", async () => {
    const { page, visit, problems } = await open(site);
    await visit("market/");
    const listed = await readData<Record<string, number | null>[]>(`${site.url}api/coins.json`);
    const coins = listed.map((coin) => {
      const { current_price: price = null, price_high: high = null } = coin;
      return { ...coin, uncertainty: price === null || high === null ? null : (high / price - 1) * 100 };
    });
    const columns = [
      "current_price",
      "uncertainty",
      ...["1h", "24h", "7d"].map((period) => `price_change_percentage_${period}`),
      "market_cap",
      "total_volume",
    ];
    const shown = await readNumbers(page, "[data-table] tbody data:not(.sub *)");
    const published = coins.flatMap((coin: Record<string, number | null>) =>
      columns.flatMap((column) => coin[column] ?? []),
    );
    expect(shown.length).toBeGreaterThan(300);
    expect(shown).toEqual(published);
    // Below the price, for phones.
    const caps = listed.flatMap((coin) => coin["market_cap"] ?? []);
    expect(await readNumbers(page, "[data-table] tbody .price .sub data")).toEqual(caps);
    expect(problems).toEqual([]);
  });

  it("the evidence of a price", async () => {
    const { page, visit } = await open(site);
    await visit("coins/btc/");
    const { price_evidence: evidence } = await readData<{
      price_evidence: { tickers: { price_usd: number; weight: number; included: boolean }[] };
    }>(`${site.url}api/coins/btc.json`);
    const shown = await readNumbers(page, ".evidence tbody tr > td:nth-child(3) data");
    expect(shown.length).toBeGreaterThan(10);
    const known = new Set(evidence.tickers.map(({ price_usd }) => price_usd));
    expect(shown.filter((price) => !known.has(price))).toEqual([]);
    const weights = await readNumbers(page, ".evidence tbody tr.in > td:nth-child(6) data");
    expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 9);
  });
});
