import { html } from "../../public/js/html.js";
import { KINDS } from "./changelog.11ty.js";

/** The changelog as Atom (RFC 4287), one entry for each change. */
export const data = {
  permalink: "docs/changelog/feed.atom",
  eleventyExcludeFromCollections: true,
};

export function render({ shared }) {
  const { changelog, site } = shared.data;
  const { baseUrl } = site;
  const page = baseUrl === null ? "./" : new URL("docs/changelog/", baseUrl).href;
  return String(html`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>urn:open-crypto-data:changelog</id>
<title>Open Crypto Data: changes of the API</title>
<updated>${changelog.changes[0].date}T00:00:00Z</updated>
<author><name>Open Crypto Data</name></author>
<link rel="self" type="application/atom+xml" href="${page}feed.atom"/>
<link rel="alternate" type="text/html" href="${page}"/>
${changelog.changes.map((change) => renderEntry(change, page))}
</feed>
`);
}

/** Its id is made of its own text, so that changes before and after it do not change it. */
function renderEntry({ version, date, kind, text }, page) {
  const plain = text.replaceAll("`", "");
  return html`<entry><id>urn:open-crypto-data:changelog:${version}:${encodeURIComponent(plain.slice(0, 80))}</id>
<title>${KINDS[kind]} in ${version}: ${plain}</title>
<updated>${date}T00:00:00Z</updated>
<link rel="alternate" type="text/html" href="${page}#v${version}"/></entry>
`;
}
