import * as kit from "../../kit/api/place-file.ts";

/** Folders beside `api`: paths of other interfaces. No dependencies: it also runs in workers. */
export const ROOTS: readonly string[] = ["compat"];

/** The live prices. A `*` at the end is any rest. */
export const LIVE_PATHS: readonly string[] = ["/api/live", "/api/live.json", "/api/live/*"];

/** Whether a path from the root of the site is one of them. The handler answers any case. */
export function isLivePath(path: string): boolean {
  const lower = path.toLowerCase();
  return LIVE_PATHS.some((live) => (live.endsWith("*") ? lower.startsWith(live.slice(0, -1)) : lower === live));
}

/** The folder of the answers in a currency, below `/api`: `in/eur/`; none in USD. */
export function nameCurrencyFolder(currency: string): string {
  return currency === "usd" ? "" : `in/${currency}/`;
}

export function placeFile(name: string): string {
  return kit.placeFile(name, ROOTS);
}
