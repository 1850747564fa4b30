/** Every page may be read; a sitemap is named by its absolute address, so only where the site knows its own. */
export const data = { permalink: "robots.txt", eleventyExcludeFromCollections: true };

export function render({ shared }) {
  const { baseUrl } = shared.data.site;
  const sitemap = baseUrl === null ? "" : `\nSitemap: ${new URL("sitemap.xml", baseUrl)}\n`;
  return `User-agent: *\nAllow: /\n${sitemap}`;
}
