import { ARCHIVE, COMMON_HEADERS, FRESH, findMediaType, JSON_TYPE, LIVE } from "../../api/response-headers.ts";
import type { ControlFile } from "../host.ts";
import type { Layout } from "./layout.ts";

export interface CacheClass {
  /** A `*` within a path is one segment, at the end any rest. */
  globs: readonly string[];
  /** The same as a regular expression of the whole path, without captures. */
  pattern: string;
  cacheControl: string;
}

/** Pages load nothing from other sites, and contain no inline scripts or styles. */
export const PAGE_POLICY =
  "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** Series of closed days change at midnight UTC. */
export const DAILY = "public, max-age=3600";
/** Pages change with each build as well, but only their texts. */
export const PAGE_AGE = "public, max-age=300";
/** For errors, which may end with the next build. */
export const UNCACHED = "no-store";

/** The first class with the path counts. */
export function listCacheClasses({
  roots,
  daily,
  live,
}: Pick<Layout, "roots" | "daily" | "live">): readonly CacheClass[] {
  return [
    defineClass(ARCHIVE, "/api/data/download/*"),
    defineClass(DAILY, ...daily),
    defineClass(LIVE, ...live),
    defineClass(FRESH, "/api", ...listTrees(roots)),
  ];
}

/** The folders of the interface with all that is below them. */
export function listTrees(roots: readonly string[]): string[] {
  return ["api", ...roots].map((root) => `/${root}/*`);
}

function defineClass(cacheControl: string, ...globs: string[]): CacheClass {
  const patterns = globs.map((glob) => glob.replaceAll(".", "\\.").replace(/\*$/, ".*").replaceAll("/*/", "/[^/]+/"));
  const [first = "", ...others] = patterns;
  return { globs, pattern: others.length === 0 ? first : `(?:${patterns.join("|")})`, cacheControl };
}

/** A block of `_headers`: a path and its headers. */
export type HeaderBlock = readonly [path: string, headers: Readonly<Record<string, string>>];

/**
 * `_headers` of Cloudflare and Netlify, which join the values of all matching blocks: no two that
 * match one path set the same header, except `no-transform`, which adds to the age.
 */
export function renderHeaderFile({ roots, typed }: Layout, more: readonly HeaderBlock[]): ControlFile {
  const blocks: HeaderBlock[] = [
    ["/*", { ...COMMON_HEADERS, "Content-Security-Policy": PAGE_POLICY }],
    ...listTrees(roots).map((path): HeaderBlock => [path, { "Cache-Control": FRESH }]),
    ["/api/data/download/*", { "Cache-Control": "no-transform" }],
    ...typed.map(describeType),
    ...more,
  ];
  const texts = blocks.map(([path, headers]) =>
    [
      path,
      ...Object.entries(headers).map(([name, value]) => (value === "" ? `  ${name}` : `  ${name}: ${value}`)),
    ].join("\n"),
  );
  return { path: "_headers", body: `${texts.join("\n")}\n`, rules: texts };
}

/** The media type of a path; JSON if the path has no extension. */
export function describeType(path: string): HeaderBlock {
  return [path, { "Content-Type": findMediaType(path) ?? JSON_TYPE }];
}
