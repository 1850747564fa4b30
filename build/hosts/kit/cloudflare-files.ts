import type { Bundles, ControlFile, Limits } from "../host.ts";
import { type HeaderBlock, renderHeaderFile } from "./header-file.ts";

/** What Workers and Pages have in common: both are limited by the same upload. */
export const CLOUDFLARE_LIMITS: Limits = {
  files: { max: 20_000, reason: "in one version on the free plan; 100,000 on the paid one" },
  fileBytes: { max: 25 * 1024 * 1024, reason: "per file, on every plan" },
  rules: { max: 100, reason: "for headers, in _headers" },
  ruleLength: { max: 2_000, reason: "for headers, in _headers" },
};

/** Closed days need their own age: the general one is taken off first, because values of several rules are joined. */
export function renderCloudflareHeaders(): ControlFile {
  const closed = ["1y", "all"].map(
    (period): HeaderBlock => [
      `/api/coins/:key/history/${period}.json`,
      { "! Cache-Control": "", "Cache-Control": "public, max-age=3600" },
    ],
  );
  // An extension that the host does not know gets no type at all.
  return renderHeaderFile([
    ...closed,
    ["/api/data/download/*.sha256", { "Content-Type": "text/plain; charset=utf-8" }],
  ]);
}

export function getBundle(bundles: Readonly<Partial<Bundles>>, name: keyof Bundles): string {
  const bundle = bundles[name];
  if (bundle === undefined) throw new Error(`The bundle "${name}" was not made`);
  return bundle;
}
