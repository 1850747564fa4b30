import { describe, expect, it } from "vitest";
import type { Correction } from "../../../build/crypto/corrections/correction.ts";
import { renderCorrectionFeeds } from "../../../build/crypto/render/feeds/correction-feeds.ts";
import { DAY_MS, HOUR_MS } from "../../../build/lib/time.ts";
import { makeCoin, makeWorld } from "../../fixtures/market.ts";
import { renderPage } from "../../fixtures/pages.ts";

const CORRECTED = Date.UTC(2026, 9, 28, 9);
const HOUR = Date.UTC(2026, 9, 20, 17);

function makeValue(own: Partial<Correction> = {}): Correction {
  return {
    timeMs: CORRECTED,
    dataset: "hours",
    coinId: "bitcoin",
    field: "price",
    fromMs: HOUR,
    toMs: HOUR,
    count: 1,
    old: 200,
    new: 199,
    reason: "a price arrived later",
    ...own,
  };
}

function makeRange(own: Partial<Correction> = {}): Correction {
  const span = { fromMs: HOUR, toMs: HOUR + 6 * DAY_MS, count: 7 };
  return makeValue({ dataset: "days", ...span, old: null, new: null, largestChangePercentage: 0.25, ...own });
}

/** The text of the section, cells apart from each other by `|`. */
async function show(corrections: Correction[]): Promise<string> {
  const coins = [makeCoin("bitcoin", "BTC"), makeCoin("ether", "ETH", { rank: 2 })];
  const page = await renderPage({ ...makeWorld({ coins }), corrections }, "status/corrections/index.html");
  const section = page.slice(page.indexOf('id="newest"'), page.indexOf("</section>"));
  return section
    .replace(/<\/(?:th|td)>/g, " | ")
    .replace(/<[^>]+>/g, "")
    .replace(/\s+/g, " ");
}

describe("the page of corrections", () => {
  it("shows the old and the new value, with the unit, the time and the change", async () => {
    const text = await show([makeValue()]);
    expect(text).toContain("Hourly prices Corrected 2026-10-28 09:00 UTC: 1 value by 0.5000%. A price arrived later.");
    expect(text).toContain("Coin | Values | Old (USD) | New (USD) | Change |");
    expect(text).toContain("Bitcoin | price, 2026-10-20 17:00 UTC | 200 | 199 | −0.5000% |");
  });

  it("shows of ranges how many values changed and how much at most, the largest change first", async () => {
    const text = await show([makeRange(), makeRange({ coinId: "ether", largestChangePercentage: 3 })]);
    expect(text).toContain("14 values of 2 coins by up to 3.0000%");
    expect(text).toContain("Coin | Values | Largest change |");
    expect(text).toMatch(/Ether \| price, 7 values, 2026-10-20 to 2026-10-26 \| up to 3\.0000% \|.*Bitcoin \|/);
  });

  it("does not guess the size of a change that the log did not keep", async () => {
    const unknown = makeRange({ coinId: "ether" });
    delete unknown.largestChangePercentage;
    const text = await show([unknown, makeRange()]);
    expect(text).toContain("14 values of 2 coins. A price arrived later.");
    expect(text).toMatch(/Bitcoin \|.*up to 0\.2500% \|.*Ether \|.*\| – \|/);
  });

  it("shows no size of a withdrawn value and of a file, and never a change of 0", async () => {
    const withdrawn = makeValue({ new: null });
    const file = makeValue({ dataset: "archives", coinId: null, field: "a.csv.gz", old: "a".repeat(64), new: "b" });
    const tiny = makeValue({ dataset: "days", old: 100, new: 100.00001 });
    const text = await show([withdrawn, file, tiny]);
    expect(text).toContain("| 200 | – | – |");
    expect(text).toContain("aaaaaaaaaaaa… | b… | – |");
    expect(text).toContain("| 100 | 100.00001 | less than 0.0001% |");
  });

  it("shows groups whole, and says how many entries it leaves out", async () => {
    const many = Array.from({ length: 90 }, (_, at) => makeValue({ fromMs: HOUR - at * HOUR_MS }));
    const group = (timeMs: number) => many.map((one) => ({ ...one, timeMs, toMs: one.fromMs }));
    const text = await show([...group(CORRECTED), ...group(CORRECTED - HOUR_MS), ...group(CORRECTED - 2 * HOUR_MS)]);
    expect(text.match(/90 values by up to 0\.5000%/g)).toHaveLength(2);
    expect(text.slice(-300)).toContain("The page shows the newest 180 of 270 entries. The JSON has 270");
  });

  it("says that there are none", async () => {
    const text = await show([]);
    expect(text).toContain("No published value has been corrected yet.");
    expect(text).not.toContain("JSON");
  });
});

it("the feeds of corrections say the same in their titles", () => {
  const world = {
    ...makeWorld(),
    corrections: [makeValue(), makeRange(), makeRange({ largestChangePercentage: 1e-7 })],
  };
  const files = renderCorrectionFeeds(world, { baseUrl: "https://site.example/", homepage: "https://example.org/" });
  const feed = JSON.parse(String(files.find(({ path }) => path.endsWith(".feed.json"))?.body));
  expect(feed.items.map(({ title }: { title: string }) => title)).toEqual([
    "hours, bitcoin, price, 2026-10-20T17:00:00Z: 200 → 199 (a price arrived later)",
    "days, bitcoin, price, 7 values by up to 0.2500%, 2026-10-20T17:00:00Z to 2026-10-26T17:00:00Z (a price arrived later)",
    "days, bitcoin, price, 7 values by less than 0.0001%, 2026-10-20T17:00:00Z to 2026-10-26T17:00:00Z (a price arrived later)",
  ]);
});
