import { findWebUrl } from "../../lib/web-url.ts";

/** Parameters that say where a reader came from and never which page is meant. */
const TRACKING =
  /^(utm_.*|mc_[ce]id|_hs(enc|mi)|fbclid|gclid|gbraid|wbraid|dclid|msclkid|twclid|yclid|igshid|ref|ref_src|ref_url|referrer|cmpid)$/i;

/**
 * The address of an article as two readers would agree on it: http or https, without tracking parameters and fragment.
 * `undefined` for anything that is not a web address. The other parameters stay as they are written.
 */
export function findCanonicalUrl(text: string): string | undefined {
  const url = findWebUrl(text);
  if (url === undefined) return undefined;
  url.hash = "";
  const kept = url.search
    .slice(1)
    .split("&")
    .filter((pair) => pair !== "" && !TRACKING.test(pair.split("=", 1)[0] ?? ""));
  url.search = kept.join("&");
  return url.href;
}

/** Whether the address lies on the site of the homepage or on a subdomain of it. */
export function isOnSite(address: string, homepage: string): boolean {
  const site = new URL(homepage).hostname.replace(/^www\./, "");
  const { hostname } = new URL(address);
  return hostname === site || hostname.endsWith(`.${site}`);
}
