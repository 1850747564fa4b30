import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { findKinds } from "./page-kinds.ts";
import { describeOneSite, kinds, publishedFolder, useBrowser } from "./use-browser.ts";

/** Rows measured of each table: the others have the same cells. */
const ROWS = 60;

/**
 * What is wrong with the tables of a page at its width: one that needs scrolling to the side, and
 * words or numbers that are broken over lines. Sentences may wrap between words; a path or a hash,
 * which has no blanks, may wrap as well.
 */
function measureTables(page: Page): Promise<string[]> {
  return page.evaluate(MEASURE);
}

const MEASURE = `(() => {
  const problems = [];
  const nameOf = (table) => table.closest("[aria-labelledby], [aria-label]")?.getAttribute("aria-labelledby") ?? table.className;
  const countLines = (range) => {
    const boxes = [...range.getClientRects()].filter(({ width }) => width > 1).sort((a, b) => a.top - b.top);
    let lines = 0;
    let end = -Infinity;
    for (const { top, bottom } of boxes) {
      if (top >= end - 2) lines += 1;
      end = Math.max(end, bottom);
    }
    return lines;
  };
  for (const table of document.querySelectorAll("main table")) {
    if (!table.checkVisibility()) continue;
    const frame = table.closest(".table-scroll") ?? table;
    if (frame.scrollWidth > frame.clientWidth + 1) problems.push(nameOf(table) + " is " + (frame.scrollWidth - frame.clientWidth) + " px too wide");
    for (const row of [...table.rows].slice(0, ${ROWS})) {
      // Only screen readers see the heads of cards.
      if (row.parentElement.clientWidth <= 1) continue;
      const texts = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
        if (!text.parentElement.checkVisibility()) continue;
        if (text.parentElement.closest(".visually-hidden, code, summary a, svg") !== null) continue;
        // Dates, numbers with a unit, words of usual length. Sentences break at hyphens.
        const words = text.parentElement.closest(".prose, .type") === null ? /\\d[\\d-]+|[^\\s-]+/g : /[^\\s-]+/g;
        for (const { 0: word, index } of text.data.matchAll(words)) {
          if (word.length > 14 && !/^[$€£¥−+-]?[\\d.,₀-₉]+[%KMBT]?$/.test(word)) continue;
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          if (countLines(range) > 1) problems.push(nameOf(table) + " breaks " + word);
        }
        if (text.parentElement.tagName === "DATA") {
          const range = document.createRange();
          range.selectNodeContents(text.parentElement);
          if (countLines(range) > 1) problems.push(nameOf(table) + " wraps " + text.parentElement.textContent);
        }
      }
    }
  }
  return [...new Set(problems)];
})()`;

/** Their names and numbers leave the least room on the narrowest phones. */
const NARROW = ["", "market/", "coins/btc/", "exchanges/binance/"];
const PHONE = { viewport: { width: 360, height: 740 } };
const { open } = useBrowser();
const withTables = await findKinds(publishedFolder, kinds, "<table");

describeOneSite("tables on a phone of 360 px", (site) => {
  it.each(withTables)("$name fits, and breaks no number and no word", async ({ path, status }) => {
    const { page, visit } = await open(site, PHONE);
    await visit(path, status);
    expect(await measureTables(page)).toEqual([]);
  });

  it.each(NARROW)("/%s breaks no word and cuts no pair at 320 px", async (path) => {
    const { page, visit } = await open(site, { viewport: { width: 320, height: 640 } });
    await visit(path);
    expect(await measureTables(page)).toEqual([]);
    const names = await page
      .locator("main tbody th.text")
      .evaluateAll((all) =>
        all.filter((cell) => cell.scrollWidth > cell.clientWidth + 1).map(({ textContent }) => textContent),
      );
    expect(names).toEqual([]);
  });

  it.each([360, 768, 900])("ids of coins are whole and have a button that copies them, at %d px", async (width) => {
    const { page, visit } = await open(site, { viewport: { width, height: 900 }, hasTouch: true });
    await visit("ids/");
    const ids = page.locator("[data-table] .copied:visible");
    const buttons = page.locator("[data-table] .copy-sign:visible");
    expect(await ids.count()).toBe(await buttons.count());
    const opacities = await buttons.evaluateAll((all) => all.map((one) => getComputedStyle(one).opacity));
    expect(new Set(opacities)).toEqual(new Set(["1"]));
    const heights = await ids.locator("code").evaluateAll((all) => all.map((one) => one.getClientRects().length));
    // A phone has no room for a few long ones.
    if (width > 360) expect(new Set(heights)).toEqual(new Set([1]));
  });

  it("reports a table that is too wide, and a number over two lines", async () => {
    const { page } = await open(site, PHONE);
    await page.setContent(`<main><table><tr><td style="width: 3em; max-width: 3em; overflow-wrap: anywhere">
      <data>$1234567.89</data></td><td style="min-width: 400px">wide</td></tr></table></main>`);
    await page.evaluate("document.querySelector('table').style.cssText = 'display: block; overflow: auto'");
    expect(await measureTables(page)).toEqual([
      expect.stringContaining("px too wide"),
      expect.stringContaining("breaks $1234567.89"),
      expect.stringContaining("wraps $1234567.89"),
    ]);
  });
});
