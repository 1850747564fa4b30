import type { Browser, BrowserContextOptions, Page, Request } from "playwright-core";
import type { Site } from "./site.ts";

/** A page that records requests, messages and layout shifts. */
export interface WatchedPage {
  page: Page;
  /** Errors, policy violations, failed or external requests, dialogs. Must stay empty. */
  problems: string[];
  /** Opens a path below the site's root; waits for its requests and its script. */
  visit(path: string, status?: number): Promise<void>;
  countBytes(): Promise<number>;
  sumShifts(): Promise<number>;
  close(): Promise<void>;
}

/** What the script of a page adds: sort buttons to a table, a role to the search. */
const MADE = [
  ["[data-table]:has([data-order])", "[data-order] button"],
  ["[data-search]", "[role=combobox]"],
] as const;

/** Runs before the scripts of the page. Reports violations through the console. */
const WATCH = `
  globalThis.shifts = 0;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) globalThis.shifts += value;
  }).observe({ type: "layout-shift", buffered: true });
  document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
    console.error("the policy forbids " + violatedDirective + " " + blockedURI);
  });
`;

/** Opens a page in a new context: without cache or storage. */
export async function openPage(
  browser: Browser,
  site: Site,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({ baseURL: site.url, viewport: { width: 1280, height: 800 }, ...options });
  // Without scripts, a page requests nothing after it has loaded.
  const hasScripts = options.javaScriptEnabled !== false;
  if (hasScripts) await context.addInitScript(WATCH);
  const page = await context.newPage();
  const problems: string[] = [];
  const finished: Request[] = [];
  const isDocument = (url: string) => url === page.url();
  let expected = 200;
  page.on("console", (message) => {
    const isOwnStatus =
      expected !== 200 && isDocument(message.location().url) && message.text().includes(`${expected}`);
    if (message.type() === "error" && !isOwnStatus) problems.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => problems.push(`script: ${error.message}`));
  page.on("dialog", (dialog) => {
    problems.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  context.on("page", (opened) => problems.push(`opened ${opened.url()}`));
  context.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(site.url) && !/^(?:data|blob):/.test(url)) problems.push(`left the site: ${url}`);
  });
  context.on("requestfailed", (request) => {
    const error = request.failure()?.errorText ?? "unknown";
    // The browser itself ends the requests of a page that its reader leaves.
    if (error !== "net::ERR_ABORTED") problems.push(`failed: ${request.url()} (${error})`);
  });
  context.on("requestfinished", (request) => finished.push(request));
  context.on("response", (response) => {
    const isOwn = response.status() === expected && response.request().isNavigationRequest();
    if (response.status() >= 400 && !isOwn) problems.push(`${response.status()}: ${response.url()}`);
  });
  return {
    page,
    problems,
    async visit(path, status = 200) {
      expected = status;
      const response = await page.goto(path, { waitUntil: hasScripts ? "networkidle" : "load" });
      if (response?.status() !== status) problems.push(`${path} answers ${response?.status()}`);
      // On a busy machine, scripts may run after the network is idle.
      for (const [element, part] of hasScripts ? MADE : [])
        if ((await page.locator(element).count()) > 0)
          await page.locator(`${element} ${part}`).first().waitFor({ state: "attached" });
    },
    async countBytes() {
      const sizes = await Promise.all(finished.map((request) => request.sizes()));
      return sizes.reduce(
        (sum, { responseBodySize, responseHeadersSize }) => sum + responseBodySize + responseHeadersSize,
        0,
      );
    },
    sumShifts: () => page.evaluate("globalThis.shifts"),
    close: () => context.close(),
  };
}
