import { expect, it } from "vitest";
import { ARCHIVE, makeWorld } from "../../fixtures/market.ts";
import { renderPage } from "../../fixtures/pages.ts";
import { readText } from "../../fixtures/read-html.ts";

const render = (rows: number) => {
  const archives = ["global", "defi-tvl-daily"].map((dataset) => ({ ...ARCHIVE, dataset, rows }));
  return renderPage({ ...makeWorld(), archives }, "global/index.html");
};

it("the page of a series has the values of all series, each with a link, on the first day too", async () => {
  const page = await render(1);
  const [nav = ""] = page.match(/<nav class="series".*?<\/nav>/s)!;
  expect(readText(nav)).toMatch(
    /^ Market cap \$.* 24h volume \$.* BTC dominance [\d.]+% of market cap ETH dominance .* DeFi TVL \$.* in 24h/,
  );
  expect([...nav.matchAll(/href="\.\.\/(global\/[^"]*)"/g)].map(([, path]) => path)).toEqual([
    "global/",
    "global/volume/",
    "global/bitcoin-dominance/",
    "global/ethereum-dominance/",
    "global/tvl/",
  ]);
  expect(nav.match(/aria-current="page"/g)).toHaveLength(1);
  expect(page).toContain("begins on the second day of this site");
});

it("the value of today stands beside the title of the chart", async () => {
  expect(readText(await render(2))).toMatch(/Market cap \$[\d.]+[TBM] 30d 1y all/);
});
