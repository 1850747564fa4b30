import { expect, it } from "vitest";
import { makeCoin, makeWorld, UNKNOWN_CHANGES } from "../../fixtures/market.ts";
import { renderPage } from "../../fixtures/pages.ts";

const makeMover = (id: string, rank: number, day: number, week: number, volume = 2e6) =>
  makeCoin(id, id.toUpperCase(), { rank, volume, changePercentage: { ...UNKNOWN_CHANGES, "24h": day, "7d": week } });

const listCoins = (page: string, list: string) => {
  const [section] = page.match(new RegExp(`<section aria-labelledby="${list}">[\\s\\S]*?</section>`)) ?? [""];
  return [...section.matchAll(/data-row="([^"]+)"/g)].map(([, id]) => id);
};

it("lists gainers and losers of each window, without coins of little volume", async () => {
  const coins = [
    makeMover("up", 1, 5, -1),
    makeMover("down", 2, -4, 8),
    makeMover("more", 3, 9, 1),
    makeMover("thin", 4, 50, 50, 999_999),
  ];
  const world = makeWorld({ coins });
  const day = await renderPage(world, "movers/index.html");
  expect(listCoins(day, "gainers")).toEqual(["more", "up"]);
  expect(listCoins(day, "losers")).toEqual(["down"]);
  expect(day).toContain("over $1,000,000 of daily volume");
  const week = await renderPage(world, "movers/7d/index.html");
  expect(listCoins(week, "gainers")).toEqual(["down", "more"]);
  expect(listCoins(week, "losers")).toEqual(["up"]);
  expect(week).toContain('<a class="button" href="../../movers/7d/" aria-current="page">7 days</a>');
  expect(await renderPage(world, "movers/30d/index.html")).toContain("No changes over 30 days yet.");
});

it("links to the JSON of its window", async () => {
  const world = makeWorld({ coins: [makeMover("up", 1, 5, 8)] });
  expect(await renderPage(world, "movers/index.html")).toContain('href="../api/trending.json">These lists as JSON');
  const week = await renderPage(world, "movers/7d/index.html");
  expect(week).toContain('href="../../api/coins/limit/100.json">Coins and changes as JSON');
  expect(week).not.toContain("trending.json");
});

it("begins long lists with ten rows on phones, and skips to the losers", async () => {
  const coins = Array.from({ length: 13 }, (_, at) => makeMover(`up${at}`, at + 1, at + 1, -1));
  const page = await renderPage(makeWorld({ coins }), "movers/index.html");
  expect(page).toMatch(/class="table-scroll short phones" id="gainers-rows"/);
  expect(page).toContain(">Show all 13 gainers</button>");
  expect(page).toContain('<a href="#losers">Skip to the losers</a>');
});

it("the home page links to it", async () => {
  expect(await renderPage(makeWorld({ coins: [makeMover("up", 1, 5, 1)] }), "index.html")).toContain(
    'href="./movers/"',
  );
});
