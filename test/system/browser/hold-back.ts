import type { Page } from "playwright-core";

/**
 * Delays a file until the returned function is called, which waits for its response. Earlier routes
 * of the page still answer it. Before the page is visited: on a busy machine, a request right after
 * a late `route` would pass it.
 */
export async function holdBack(page: Page, file: string): Promise<() => Promise<void>> {
  let open = () => {};
  const isOpen = new Promise<void>((resolve) => {
    open = resolve;
  });
  await page.route(file, async (route) => {
    await isOpen;
    await route.fallback();
  });
  return async () => {
    const late = page.waitForResponse(file);
    open();
    await (await late).finished();
    // The page reads the file, and requests nothing that would tell when it has.
    await page.waitForTimeout(300);
  };
}
