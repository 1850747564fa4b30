import { html, jsonScript } from "./components/html.js";
import { rootOf } from "./components/link.js";

/** The answer that belongs below `/api`. Hosts that know one page for everything send this one there too, so the page carries it. */
const MESSAGE = "There is nothing at this path. Everything there is: index.json";

export const data = {
  layout: "base.11ty.js",
  permalink: "404.html",
  title: "Not found",
  eleventyExcludeFromCollections: true,
  headExtra: ({ errors }) => html`<script type="application/json" id="error">${jsonScript(answer(errors))}</script>`,
};

export function render({ page, shared }) {
  const { errors, site } = shared.data;
  const root = rootOf(page.url, site.baseUrl);
  return String(html`
<section class="not-found"><p class="figure" aria-hidden="true">404</p><h1>There is nothing at this address</h1>
<p class="lead">It may have been a coin that is no longer covered, or a spelling that this host cannot answer.</p>
<p class="actions"><a class="button primary" href="${root}">To the front page</a> <a class="button" href="${root}api/index.json">Everything there is</a> <a class="button" href="${root}docs/errors/#not_found">About this error</a></p>
<h2>The same for programs</h2>
<div class="code-block"><pre tabindex="0" role="region" aria-label="The error as JSON"><code>${JSON.stringify(answer(errors), null, 2)}</code></pre></div></section>
`);
}

function answer(errors) {
  const { body } = errors.find(({ code }) => code === "not_found");
  return { error: { ...body.error, message: MESSAGE } };
}
