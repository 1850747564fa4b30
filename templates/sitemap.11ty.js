import { coinPath } from "../public/js/coin-name.js";
import { escapeHtml } from "../public/js/html.js";

/** A sitemap needs absolute URLs, so there is none without a base URL. */
export const data = {
  permalink: ({ shared }) => (shared.data.site.baseUrl === null ? false : "sitemap.xml"),
  eleventyExcludeFromCollections: true,
};

export function render({ collections, shared }) {
  const { baseUrl, freshness } = shared.data.site;
  if (baseUrl === null) return "";
  const coins = shared.data.coins.map((coin) => `/${coinPath(coin)}`);
  const urls = [...collections.all.map(({ url }) => url).filter((url) => url.endsWith("/")), ...coins].sort();
  const entries = urls.map(
    (url) =>
      `<url><loc>${escapeHtml(new URL(url.slice(1), baseUrl))}</loc><lastmod>${freshness.updated_at}</lastmod></url>\n`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join("")}</urlset>\n`;
}
