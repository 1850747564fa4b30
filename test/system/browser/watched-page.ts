import type { Browser, BrowserContextOptions, Page, Request } from "playwright-core";
import type { Site } from "./site.ts";

/** A page whose every request, message and shift is noted. */
export interface WatchedPage {
  page: Page;
  /** Errors, violations of the policy, requests that failed or left the site, dialogs: nothing of it may be. */
  problems: string[];
  /** Goes to a path below the site's root and waits until the network is quiet and tables can be sorted; problems of its own status are none. */
  visit(path: string, status?: number): Promise<void>;
  /** Bytes of all answers until now, as they came over the wire, heads included. */
  countBytes(): Promise<number>;
  /** The sum of all layout shifts that no reader caused. */
  sumShifts(): Promise<number>;
  close(): Promise<void>;
}

/** One that a script takes over: then its heads are buttons. */
const TABLE = "[data-table]:has([data-order])";

/** Runs before the page's own scripts. The console is where violations become visible to the test. */
const WATCH = `
  globalThis.shifts = 0;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) globalThis.shifts += value;
  }).observe({ type: "layout-shift", buffered: true });
  document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
    console.error("the policy forbids " + violatedDirective + " " + blockedURI);
  });
`;

/** Each page has a context of its own: no cache, no storage of the last one. */
export async function openPage(
  browser: Browser,
  site: Site,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({ baseURL: site.url, viewport: { width: 1280, height: 800 }, ...options });
  if (options.javaScriptEnabled !== false) await context.addInitScript(WATCH);
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
  context.on("requestfailed", (request) =>
    problems.push(`failed: ${request.url()} (${request.failure()?.errorText ?? "unknown"})`),
  );
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
      const response = await page.goto(path, { waitUntil: "networkidle" });
      if (response?.status() !== status) problems.push(`${path} answers ${response?.status()}`);
      // A quiet network says nothing of a script that a busy machine has not got to.
      if (options.javaScriptEnabled !== false && (await page.locator(TABLE).count()) > 0)
        await page.locator(`${TABLE} [data-order] button`).first().waitFor();
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
