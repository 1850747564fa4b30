import type { ControlFile } from "../host.ts";
import { ARCHIVE, COMMON_HEADERS, FRESH, JSON_TYPE, PAGE_POLICY } from "./headers.ts";

/** Blocks of `_headers`: a path and its headers. */
export type HeaderBlock = readonly [path: string, headers: Readonly<Record<string, string>>];

/**
 * `_headers`, as Cloudflare and Netlify read it. Where several blocks fit one path the hosts join the values of a header with
 * a comma, so no two blocks that can meet set one header, but for `no-transform`, which only adds to what is there.
 */
export function renderHeaderFile(more: readonly HeaderBlock[]): ControlFile {
  const blocks: HeaderBlock[] = [
    ["/*", { ...COMMON_HEADERS, "Content-Security-Policy": PAGE_POLICY }],
    ["/api/*", { "Cache-Control": FRESH }],
    ["/api/data/download/*", { "Cache-Control": ARCHIVE.split(", ").at(-1)! }],
    ["/api/news.feed.json", { "Content-Type": "application/feed+json; charset=utf-8" }],
    ["/api/news.rss", { "Content-Type": "application/rss+xml; charset=utf-8" }],
    ["/api/news.atom", { "Content-Type": "application/atom+xml; charset=utf-8" }],
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

/** A host that guesses the type by the extension calls a path without one a binary. */
export function describeJsonPath(path: string): HeaderBlock {
  return [path, { "Content-Type": JSON_TYPE }];
}
