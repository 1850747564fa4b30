/** Allows all pages. A sitemap needs an absolute URL, so it requires the base URL. */
export const data = { permalink: "robots.txt", eleventyExcludeFromCollections: true };

export function render({ shared }) {
  const { baseUrl } = shared.data.site;
  const sitemap = baseUrl === null ? "" : `\nSitemap: ${new URL("sitemap.xml", baseUrl)}\n`;
  return `User-agent: *\nAllow: /\n${sitemap}`;
}
