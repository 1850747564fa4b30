import { html, trusted } from "../../public/js/html.js";
import { keepWhole } from "../../public/js/keep-whole.js";
import { breakCode } from "../components/break-code.js";
import { addContents, listSections } from "../components/contents.js";
import { currencyNotes, currencySelect, hasCurrencies, listPublished } from "../components/currency-select.js";
import { docsNavigation } from "../components/docs-navigation.js";
import { footer } from "../components/footer.js";
import { freshness } from "../components/freshness.js";
import { labelCells } from "../components/label-cells.js";
import { rootOf } from "../components/link.js";
import { listDataPages, navigation } from "../components/navigation.js";
import { nestLines } from "../components/nest-lines.js";
import { nameScript } from "../components/page-script.js";
import { search } from "../components/search.js";

/** The picture of pages without their own, from the site's root. */
const SITE_PICTURE = "social.png";

/**
 * The layout of every page. A page sets `title` and `description`, and optionally `scripts` (of
 * `public/js`), `styles` (of `public`), `headExtra` (a function that returns markup), `image` (of
 * link previews, relative to the page), `freshnessOf` (page data → freshness, if not that of
 * prices), `money` (it shows amounts that the reader may see in another currency) and `prices` (it
 * shows prices that `live.js` keeps up to date). `frame`: of `renderFrame`, if many pages share it.
 * A page is drawn once it is parsed: further cards and rows would move and resize those before.
 *
 * @param {Record<string, any>} page
 */
export function render({
  content,
  page,
  collections,
  shared,
  title,
  description,
  scripts = [],
  styles = [],
  image,
  headExtra,
  freshnessOf,
  money = false,
  prices = false,
  frame = renderFrame({ page, collections, shared }),
}) {
  const { site } = shared.data;
  const root = rootOf(page.url, site.baseUrl);
  const fullTitle = page.url === "/" ? `${site.name}: ${title}` : `${title} · ${site.name}`;
  const address = site.baseUrl && new URL(page.url.slice(1), site.baseUrl);
  const hasChoice = money && hasCurrencies(site);
  const isDocs = page.url.startsWith("/docs/");
  const allScripts = [
    "site.js",
    ...(hasChoice ? ["answer-fields.js"] : []),
    ...(isDocs ? ["open-target.js"] : []),
    ...scripts,
    // Last: its prices replace those that the others show.
    ...(prices && site.live ? ["live.js"] : []),
  ];
  const about = description ?? site.claim;
  const text = breakCode(nestLines(keepWhole(labelCells(content))));
  const sections = isDocs && page.url !== "/docs/" ? listSections(content) : [];
  return String(html`<!doctype html>
<html lang="en"${hasChoice && html` data-published="${listPublished(site).join(" ")}"`}>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${site.policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${fullTitle}</title>
<meta name="description" content="${about}">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta property="og:type" content="website">
<meta property="og:site_name" content="${site.name}">
<meta property="og:title" content="${fullTitle}">
<meta property="og:description" content="${about}">
${
  site.baseUrl !== null &&
  page.url !== "/404.html" &&
  html`<link rel="canonical" href="${address}">
<meta property="og:url" content="${address}">
`
}
${preview(image, { address, root, baseUrl: site.baseUrl })}
<link rel="icon" href="${root}favicon.svg" type="image/svg+xml">
<script src="${root}js/theme.js"></script>
<link rel="stylesheet" href="${root}site.css">
<link rel="expect" href="#page-end" blocking="render">
${(isDocs && !styles.includes("docs.css") ? ["docs.css", ...styles] : styles).map(
  (name) => html`<link rel="stylesheet" href="${root}${name}">`,
)}
${isDocs && html`<link rel="alternate" type="text/markdown" title="Markdown of this page" href="index.md">`}
${
  site.hasNews &&
  html`<link rel="alternate" type="application/rss+xml" title="Crypto news (RSS)" href="${root}api/news.rss">
<link rel="alternate" type="application/atom+xml" title="Crypto news (Atom)" href="${root}api/news.atom">
<link rel="alternate" type="application/feed+json" title="Crypto news (JSON Feed)" href="${root}api/news.feed.json">`
}
<script type="module" src="${root}js/${nameScript(allScripts)}"></script>
${headExtra?.(shared.data)}
</head>
<body>
<a class="skip-link" href="#content">Skip to content</a>
${
  site.sample &&
  html`<aside class="banner" aria-label="Demo data"><strong>Demo data.</strong> All data on this site is
invented: it comes from the embedded demo market.</aside>`
}
${frame.header}
<div class="freshness-bar" role="region" aria-label="${
    hasChoice ? "Data freshness and currency" : "Data freshness"
  }"><div class="wrap">${freshness(freshnessOf?.(shared.data) ?? site.freshness)}${
    hasChoice && currencySelect(site)
  }</div></div>
${hasChoice && currencyNotes()}
<main id="content" tabindex="-1"><div class="wrap${isDocs && " docs"}">
${
  isDocs
    ? html`<div class="docs-page">${trusted(addContents(text, sections))}</div>
${docsNavigation(root, page.url, collections.all)}`
    : trusted(text)
}
</div></main>
${frame.footer}
<div class="offline" id="page-end" role="status" data-offline hidden>You are offline.
This page shows data loaded earlier.</div>
</body>
</html>
`);
}

/**
 * The header and the footer. Pages at the same depth share them, if the navigation leads to none of
 * them.
 *
 * @param {Record<string, any>} page
 */
export function renderFrame({ page, collections, shared }) {
  const { site } = shared.data;
  const root = rootOf(page.url, site.baseUrl);
  const dataPages = listDataPages(collections.all);
  const header = html`<header class="site-header"><div class="wrap">
<a class="brand" href="${root}"><svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true"><rect width="32"
height="32" rx="8"/><path d="M7 21.5 12.5 15l4.5 4 8-9.5"/><circle cx="25" cy="9.5"
r="2.6"/></svg><span>${site.name}</span></a>
${navigation(root, page.url, dataPages, site.name)}
${search(root)}
<button type="button" class="theme-toggle" data-theme-toggle aria-label="Switch theme"><svg viewBox="0 0 24 24"
width="20" height="20" aria-hidden="true"><circle cx="12" cy="12" r="9"/><path
d="M12 3a9 9 0 0 1 0 18z"/></svg></button>
</div></header>`;
  return { header, footer: footer(site, root, dataPages) };
}

/**
 * The link preview: the page's own picture or that of the site. OpenGraph requires an absolute URL.
 * Without a base URL, some readers resolve a relative one.
 */
function preview(image, { address, root, baseUrl }) {
  const picture = image ?? `${root}${SITE_PICTURE}`;
  return html`<meta property="og:image" content="${baseUrl === null ? picture : new URL(picture, address)}">
<meta property="og:image:type" content="image/png">
<meta property="og:image:width" content="1200">
<meta property="og:image:height" content="630">
<meta name="twitter:card" content="summary_large_image">`;
}
