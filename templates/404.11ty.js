import { html, jsonScript } from "../public/js/html.js";
import { rootOf } from "./components/link.js";

export const data = {
  layout: "base.11ty.js",
  permalink: "404.html",
  title: "Not found",
  styles: ["table.css"],
  scripts: ["not-found.js"],
  eleventyExcludeFromCollections: true,
  // Some hosts send this page for missing files below `/api` too, so it contains the JSON error.
  headExtra: ({ notFound }) => html`<script type="application/json" id="error">${jsonScript(notFound)}</script>`,
};

/** The path has a line of its own, so that `js/not-found.js` moves nothing. */
export function render({ page, shared }) {
  const { notFound, site } = shared.data;
  const root = rootOf(page.url, site.baseUrl);
  return String(html`
<section class="not-found"><p class="figure" aria-hidden="true">404</p>
<h1>There is no page at <span class="missing-path" data-missing-path>this address</span></h1>
<p class="lead">The address may be out of date: a coin may no longer be listed, and not every host
serves every kind of URL. Search for a coin, or begin at a page below.</p>
<p class="lead" data-missing-coin hidden></p>
<form class="not-found-search" role="search" action="${root}market/">
<label class="field grow"><span>Search coins</span><input name="search" type="search" maxlength="64"
placeholder="Name or symbol" autocomplete="off" spellcheck="false"></label>
<button type="submit" class="button primary">Search</button></form>
<p class="actions"><a class="button" href="${root}market/">Market</a> <a class="button" href="${root}docs/">Documentation</a>
<a class="button" href="${root}">Home</a></p>
<details><summary>Error as JSON</summary>
<div class="code-block"><pre tabindex="0" role="group" aria-label="Error as JSON"><code>${JSON.stringify(
    notFound,
    null,
    2,
  )}</code></pre></div>
<p class="note"><a href="${root}docs/errors/#not_found">About this error</a> ·
<a href="${root}api/index.json">Index of the API</a></p></details></section>
`);
}
