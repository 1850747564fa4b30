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
    /^ Choose a chart Market cap \$.* 24h volume \$.* BTC dominance [\d.]+% of market cap ETH dominance .* DeFi TVL \$/,
  );
  expect([...nav.matchAll(/href="\.\.\/(global\/[^"]*)"/g)].map(([, path]) => path)).toEqual([
    "global/",
    "global/volume/",
    "global/bitcoin-dominance/",
    "global/ethereum-dominance/",
    "global/tvl/",
  ]);
  expect(nav.match(/aria-current="page"/g)).toHaveLength(1);
});

it("a series of one day says when its chart begins; the page draws a series that has more days", async () => {
  const archives = [
    { ...ARCHIVE, dataset: "global", rows: 1 },
    { ...ARCHIVE, dataset: "defi-tvl-daily", rows: 2 },
  ];
  const page = await renderPage({ ...makeWorld(), archives }, "global/index.html");
  expect(readText(page)).toMatch(
    /One day is recorded: 2026-11-20\. The chart begins on 2026-11-21\. Until then, the page shows DeFi TVL\. DeFi TVL \$[\d.]+[TBM] 30d 1y all/,
  );
  expect(page).toContain('data-column="tvl_usd"');
  expect(await render(1)).not.toContain("data-column");
});

it("the value of today stands beside the title of the chart", async () => {
  expect(readText(await render(2))).toMatch(/Market cap \$[\d.]+[TBM] 30d 1y all/);
});
