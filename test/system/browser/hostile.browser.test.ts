import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startServer } from "../../../build/crypto/serve/server.ts";
import type { RunningServer } from "../../../build/kit/serve/node/node-server.ts";
import { openSampleRuns, type Tamper } from "../../pipeline/sample-runs.ts";
import { listPageKinds } from "./page-kinds.ts";
import type { Site } from "./site.ts";
import { describeOneSite, useBrowser } from "./use-browser.ts";
import type { WatchedPage } from "./watched-page.ts";

const { open } = useBrowser();
let tree: Awaited<ReturnType<typeof writeHostileTree>>;
let server: RunningServer;
let site: Site;

/** No script ran, the policy blocked nothing, and no link would run a script. */
async function expectHarmless({ page, problems }: WatchedPage): Promise<void> {
  expect(await page.evaluate("globalThis.hostile")).toBeUndefined();
  const links: string[] = await page
    .locator("[href], [src]")
    .evaluateAll((all) => all.map((one) => one.getAttribute("href") ?? one.getAttribute("src") ?? ""));
  expect(links.filter((link) => /^\s*(?:javascript|data|vbscript):/i.test(link))).toEqual([]);
  expect(await page.locator("iframe, [onerror], [onload], [onfocus], [onmouseover], [srcdoc]").count()).toBe(0);
  expect(problems).toEqual([]);
}

describeOneSite("hostile names, headlines and links", () => {
  beforeAll(async () => {
    tree = await writeHostileTree();
    server = await startServer({ folder: tree.folder, host: "127.0.0.1", port: 0 });
    site = { name: "hostile", url: `${server.url}/`, folder: tree.folder };
  });
  afterAll(async () => {
    await server?.close();
    await tree?.remove();
  });

  it("run no script on any kind of page with data", async () => {
    // The docs contain no upstream texts.
    const kinds = (await listPageKinds(tree.folder)).filter(({ path }) => !path.startsWith("docs/"));
    expect(kinds.length).toBeGreaterThan(8);
    const opened = await open(site);
    for (const { path, status } of kinds) {
      await opened.visit(path, status);
      await expectHarmless(opened);
    }
  });

  it("appear as text in rows from the build and from the browser", async () => {
    const opened = await open(site);
    const { page, visit } = opened;
    await visit("market/");
    const names = () => page.locator("[data-table] tbody .coin-name").allTextContents();
    expect(await names()).toEqual(expect.arrayContaining(HOSTILE_NAMES));
    await page.locator("[data-order=name] button").click();
    await expect.poll(() => page.locator("[data-order=name]").getAttribute("aria-sort")).toBe("ascending");
    await expect.poll(() => page.locator("[data-table]").getAttribute("aria-busy")).toBe("false");
    expect(await names()).toEqual(expect.arrayContaining(HOSTILE_NAMES));
    await page.getByRole("searchbox").fill("<img src");
    await expect.poll(async () => new Set(await names())).toEqual(new Set([HOSTILE_NAMES[0]]));
    await expectHarmless(opened);
    await page.locator("[data-table] tbody .coin-name").first().click();
    await expect.poll(() => page.locator("h1").textContent()).toContain(HOSTILE_NAMES[0]);
    expect(await page.title()).toContain(HOSTILE_NAMES[0]);
    await page.waitForLoadState("networkidle");
    await expectHarmless(opened);
  });

  it("are harmless on the pages of news, DeFi and exchanges", async () => {
    const opened = await open(site);
    for (const [path, text] of [
      ["news/", "Headline"],
      ["defi/", HOSTILE_NAMES[1]!],
      ["exchanges/", HOSTILE_NAMES[0]!],
    ] as const) {
      await opened.visit(path);
      expect(await opened.page.locator("main").textContent()).toContain(text);
      await expectHarmless(opened);
    }
  });

  it("appear as text in the Try it panel", async () => {
    const opened = await open(site);
    const { page, visit } = opened;
    await visit("docs/api/");
    await page.getByLabel("URL", { exact: true }).fill("/api/coins");
    await page.getByLabel("URL", { exact: true }).press("Enter");
    await expect.poll(() => page.locator("[data-try-output]").textContent()).toContain("<img src=x onerror=");
    await page.getByLabel("URL", { exact: true }).fill(HOSTILE_LINK);
    await page.getByLabel("URL", { exact: true }).press("Enter");
    await expect.poll(() => page.locator("[data-try-status]").textContent()).toMatch(/^Only URLs of this site/);
    await expectHarmless(opened);
  });
});

/** Texts that set a global flag if a page treats them as markup. */
const HOSTILE_NAMES = [
  `<img src=x onerror="globalThis.hostile=1">`,
  `"><svg onload="globalThis.hostile=2">`,
  `</title><script>globalThis.hostile=3</script>`,
  `' onmouseover='globalThis.hostile=4' autofocus onfocus='globalThis.hostile=5`,
  "$" + "{globalThis.hostile=6}{{constructor.constructor('globalThis.hostile=7')()}}",
  `<iframe srcdoc="<script>parent.hostile=8</script>"></iframe>`,
];
const HOSTILE_LINK = "javascript:globalThis.hostile=9";
const COINS = 40;

interface Named {
  id?: string;
  name?: unknown;
  symbol?: unknown;
}

const nameOf = (at: number): string => HOSTILE_NAMES[at % HOSTILE_NAMES.length]!;
/** Keeps the first rows: without the large coins nothing is published. */
const rename = (rows: Named[], from: number): Named[] =>
  rows.map((row, at) => (at < from ? row : { ...row, name: nameOf(at), url: HOSTILE_LINK, image: HOSTILE_LINK }));

/** Changes all upstream texts that pages show: names, categories, links, headlines. */
const tamper: Tamper = (url, body) => {
  if (body === "") return undefined;
  const { hostname, pathname } = new URL(url);
  if (hostname === "api.coingecko.com") {
    const answer = JSON.parse(body);
    if (pathname.endsWith("/coins/markets")) return JSON.stringify(rename(answer, 3));
    if (pathname.endsWith("/exchanges")) return JSON.stringify(rename(answer, 0));
    if (/\/coins\/[^/]+$/.test(pathname)) {
      const links = { homepage: [HOSTILE_LINK], blockchain_site: [HOSTILE_LINK], subreddit_url: HOSTILE_LINK };
      const twitter = { twitter_screen_name: HOSTILE_NAMES[1], repos_url: { github: [HOSTILE_LINK], bitbucket: [] } };
      const platforms = { [HOSTILE_NAMES[0]!]: HOSTILE_NAMES[2] };
      return JSON.stringify({ ...answer, links: { ...links, ...twitter }, categories: HOSTILE_NAMES, platforms });
    }
    return undefined;
  }
  if (hostname === "api.llama.fi" && /\/(?:protocols|chains)$/.test(pathname)) {
    // Chains are identified by name: equal names would merge, and the total would not match.
    const rows = rename(JSON.parse(body), 1).map((row, at) => ({ ...row, name: `${row.name} ${at}` }));
    return JSON.stringify(rows);
  }
  if (!body.includes("<item>")) return undefined;
  let at = 0;
  return body
    .replaceAll(/(<item>[\s\S]*?<title>)[\s\S]*?(<\/title>)/g, (_, before: string, after: string) => {
      at += 1;
      // Escaped twice, so that the tags are text.
      return `${before}<![CDATA[Headline ${at} ${nameOf(at).replaceAll("<", "&amp;lt;")}]]>${after}`;
    })
    .replace(/(<item>[\s\S]*?<link>)[\s\S]*?(<\/link>)/, `$1${HOSTILE_LINK}$2`);
};

async function writeHostileTree(): Promise<{ folder: string; remove(): Promise<void> }> {
  const runs = await openSampleRuns(COINS, { pages: true });
  try {
    const { files, refusals } = await runs.build(0, tamper);
    if (refusals.length > 0) throw new Error(`Nothing was published: ${refusals.join(" ")}`);
    const folder = await mkdtemp(join(tmpdir(), "hostile-site-"));
    for (const [path, body] of files) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), body);
    }
    return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
  } finally {
    await runs.close();
  }
}
