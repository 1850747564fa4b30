import { isIP } from "node:net";
import { AttemptError } from "./http-error.ts";
import type { Exchange } from "./http-exchange.ts";

const MAX_REDIRECTS = 3;

/** The first response that is not a redirect. */
export async function followRedirects(url: URL, request: (address: URL) => Promise<Exchange>): Promise<Exchange> {
  let address = url;
  for (let redirects = 0; ; redirects++) {
    const answer = await request(address);
    const { status } = answer;
    if (![301, 302, 303, 307, 308].includes(status)) return answer;
    const target = resolveRedirect(address, status, answer.headers["location"]);
    if (redirects === MAX_REDIRECTS)
      throw new AttemptError(`more than ${MAX_REDIRECTS} redirects, the last one to ${target.href}`, { status });
    address = target;
  }
}

/**
 * Resolves a redirect that stays on the same site and on https. Refuses others: a moved upstream,
 * a login page, a parked domain or a captive portal must not be read as market data.
 */
export function resolveRedirect(from: URL, status: number, location: string | undefined): URL {
  if (location === undefined) throw new AttemptError("a redirect without a target", { status });
  if (!URL.canParse(location, from.href))
    throw new AttemptError(`a redirect to "${location.slice(0, 200)}"`, { status });
  const target = new URL(location, from);
  if (target.protocol !== "https:" && (target.protocol !== "http:" || from.protocol === "https:"))
    throw new AttemptError(`a redirect to ${target.href}, which is not https`, { status });
  if (!isSameSite(from, target)) throw new AttemptError(`a redirect to another site, ${target.href}`, { status });
  return target;
}

function isSameSite(a: URL, b: URL): boolean {
  return a.hostname === b.hostname || (isName(a) && isName(b) && findSite(a) === findSite(b));
}

function isName(url: URL): boolean {
  return isIP(url.hostname.replace(/^\[|\]$/g, "")) === 0;
}

/**
 * The registrable domain, approximated by the last two labels. The exact rule needs the public
 * suffix list, which changes weekly. No upstream uses a suffix such as `co.uk`.
 */
function findSite(url: URL): string {
  return url.hostname.split(".").slice(-2).join(".");
}
