import { placeFile } from "../api/place-file.ts";
import type { Route } from "../render/route.ts";
import { findNested, findRoute, ROUTES_FILE } from "./handler/answer-route.ts";
import { isApiPath, parseApiPath } from "./handler/api-path.ts";
import { createHandler } from "./handler/handler.ts";
import type { Served } from "./handler/served.ts";
import { createSiteReader, type ReaderOptions } from "./handler/site-reader.ts";
import { createTree } from "./handler/tree.ts";

/** One published site, which the client reads. */
export interface Address {
  /** Ends with a slash. */
  url: string;
  isSite: boolean;
  /** Until when it is used only if all others fail, in milliseconds of the client's clock. */
  failedUntilMs: number;
  /** Why its last request failed. */
  failure: string;
  contains(url: URL): boolean;
  /** The URL of a path below `/api`, in a currency if the endpoint has that dimension. */
  locate(path: string, currency: string | undefined): Promise<string>;
  /** When its build ran, in unix milliseconds. Throws if there is no such site. */
  readBuildTime(): Promise<number>;
  handle(request: Request): Promise<Response>;
}

const STATUS_FILE = "status.json";

/** One address of a site: reads its files and answers requests below it. */
export function openAddress(served: Served, site: string | URL, options: ReaderOptions): Address {
  const { roots } = served;
  const { origin, protocol, pathname } = new URL(site);
  const base = pathname.replace(/\/(api\/?)?$/, "");
  const root = `${origin}${base}/`;
  const readFile = createSiteReader(root, options);
  const tree = createTree(readFile, roots);
  const noSite = `There is no site at ${root}: check the address. If it is being published, ask again in a minute`;
  return {
    // The URL of a copy on disk is not the site's.
    url: root,
    isSite: /^http/.test(protocol),
    failedUntilMs: Number.NEGATIVE_INFINITY,
    failure: "",
    contains: (url) => url.origin === origin && isApiPath(url.pathname, roots, base),
    async locate(path, currency) {
      const url = new URL(root + placeFile(path, roots));
      const segments = parseApiPath(url.pathname, roots, base);
      if (!currency || currency.toLowerCase() === "usd" || !segments) return url.href;
      const routes = (await tree.parse<Route[]>(ROUTES_FILE).catch(() => undefined)) ?? [];
      if (hasCurrencies(routes, segments)) {
        url.pathname = url.pathname.replace(`${base}/api/`, `${base}/api/in/${encodeURIComponent(currency)}/`);
      }
      return url.href;
    },
    async readBuildTime() {
      const status = await tree.parse<{ data: { generated_at: string } }>(STATUS_FILE);
      const time = Date.parse(status?.data?.generated_at ?? "");
      if (Number.isNaN(time)) throw new TypeError(`no api/${STATUS_FILE}`);
      return time;
    },
    handle: createHandler(served, readFile, { base, unfinished: noSite }),
  };
}

/**
 * Whether a path is converted in the currencies of the site. True without any currency: the site
 * then refuses the request, which is better than an answer in USD.
 */
function hasCurrencies(routes: readonly Route[], segments: readonly string[]): boolean {
  const currency = routes.find(({ derived }) => derived?.base !== undefined)?.derived?.currency;
  if (currency === undefined) return true;
  // `items.csv` is a table of the endpoint `items`.
  const names = segments.map((name) => name.replace(/\.(json|csv)$/i, ""));
  const converted = ["in", currency, ...names];
  return (findRoute(routes, converted) ?? findNested(routes, converted))?.route.derived?.base !== undefined;
}
