import { mkdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { sample } from "../../seed.ts";
import type { PageKind } from "./page-kinds.ts";
import { describeOneSite, useBrowser } from "./use-browser.ts";

const AXE = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const LEVELS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** Scrollable tables are regions with the same name as their section. */
const RULES = { "landmark-unique": { enabled: false } };
/** Rows of a long table have the same markup, and most of the time would go into them. */
const REPEATED = ["tbody tr:nth-child(n + 13)"];
/**
 * Each theme and each width once: colours depend on the theme, sizes and menus on the width. A kind
 * of page has one of the two looks, and both with screenshots or `COUNT=2`.
 */
const LOOKS = [
  { colorScheme: "light", size: { width: 1280, height: 800 } },
  { colorScheme: "dark", size: { width: 360, height: 740 } },
] as const;
/** Screenshots are for people. The gate takes none: `SCREENSHOTS=no`. */
export const TAKES_SHOTS = process.env["SCREENSHOTS"] !== "no";
const SHOTS = new URL("../../../test-results/screenshots/", import.meta.url).pathname;

interface Finding {
  id: string;
  help: string;
  nodes: { target: unknown[]; failureSummary?: string }[];
}

async function findViolations(page: Page): Promise<string[]> {
  const { violations } = (await page.evaluate(
    `axe.run({ exclude: ${JSON.stringify(REPEATED)} }, { runOnly: ${JSON.stringify(LEVELS)}, rules: ${JSON.stringify(RULES)}, resultTypes: ["violations"] })`,
  )) as { violations: Finding[] };
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")}: ${failureSummary}`),
  );
}

const WIDER_THAN_WINDOW = "document.documentElement.scrollWidth > document.documentElement.clientWidth";

/** Two files call it, so that they run at the same time. */
export function checkAccessibility(title: string, kinds: readonly PageKind[]): void {
  const { open } = useBrowser();

  describeOneSite(title, (ownSite) => {
    beforeAll(() => mkdir(SHOTS, { recursive: true }));

    it.each(kinds)(
      "$name fits at 200 % zoom and at 320 px, has a table for each chart, and no accessibility violation",
      async (kind) => {
        // A window of 1280 px has 640 px at 200 % zoom.
        const { page, visit } = await open(ownSite, { reducedMotion: "reduce", viewport: { width: 640, height: 400 } });
        await visit(kind.path, kind.status);
        expect(await page.evaluate(WIDER_THAN_WINDOW)).toBe(false);
        await page.setViewportSize({ width: 320, height: 640 });
        expect(await page.evaluate(WIDER_THAN_WINDOW)).toBe(false);
        await expectDescribedDrawings(page);
        // The policy forbids script elements, but not scripts that the browser driver evaluates.
        await page.evaluate(AXE);
        const found: string[] = [];
        const looks = TAKES_SHOTS ? LOOKS : sample(LOOKS, 2, kinds.indexOf(kind));
        for (const { colorScheme, size } of looks) {
          await page.emulateMedia({ colorScheme });
          await page.setViewportSize(size);
          await expect.poll(() => page.locator("[aria-busy=true]").count()).toBe(0);
          found.push(...(await findViolations(page)).map((line) => `${colorScheme} ${size.width}: ${line}`));
          if (!TAKES_SHOTS) continue;
          const file = `${kind.name}-${colorScheme}-${size.width}.jpg`;
          // JPEG takes half of the time of PNG.
          await page.screenshot({ path: join(SHOTS, file), quality: 90, fullPage: true, animations: "disabled" });
        }
        expect(found).toEqual([]);
      },
    );
  });
}

async function expectDescribedDrawings(page: Page): Promise<void> {
  for (const chart of await page.locator("[data-chart], .chart").all()) {
    if ((await chart.locator("svg, canvas").count()) === 0) continue;
    const section = chart.locator("xpath=ancestor::section[1]");
    const table = section.locator("table");
    // The script fills the table of a chart when it is opened.
    await section.locator("[data-chart-table]").evaluateAll((all) => {
      for (const one of all) one.setAttribute("open", "");
    });
    await expect.poll(() => table.locator("tbody tr").count()).toBeGreaterThan(0);
  }
  // Read at once: a script may replace a drawing by its chart.
  const drawings = await page
    .locator("main svg:not([aria-hidden=true])")
    .evaluateAll((all) => all.map((one) => [one.getAttribute("role"), one.getAttribute("aria-label") ?? ""]));
  for (const [role, label] of drawings) expect([role, label]).toEqual(["img", expect.stringMatching(/.{4}/)]);
}
