import { html, jsonScript } from "../public/js/html.js";
import { rootOf } from "./components/link.js";

export const data = {
  layout: "base.11ty.js",
  permalink: "404.html",
  title: "Not found",
  eleventyExcludeFromCollections: true,
  // Some hosts send this page for missing files below `/api` too, so it contains the JSON error.
  headExtra: ({ notFound }) => html`<script type="application/json" id="error">${jsonScript(notFound)}</script>`,
};

export function render({ page, shared }) {
  const { notFound, site } = shared.data;
  const root = rootOf(page.url, site.baseUrl);
  return String(html`
<section class="not-found"><p class="figure" aria-hidden="true">404</p><h1>Page not found</h1>
<p class="lead">The coin may no longer be listed, or this host does not support that kind of URL.</p>
<p class="actions"><a class="button primary" href="${root}">Home</a> <a class="button" href="${root}api/index.json">API
index</a> <a class="button" href="${root}docs/errors/#not_found">About this error</a></p>
<h2>Error as JSON</h2>
<div class="code-block"><pre tabindex="0" role="region" aria-label="Error as JSON"><code>${JSON.stringify(
    notFound,
    null,
    2,
  )}</code></pre></div></section>
`);
}
