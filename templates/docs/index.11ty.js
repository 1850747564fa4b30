import { html } from "../components/html.js";
import { rootOf } from "../components/link.js";

export const data = {
  layout: "base.11ty.js",
  permalink: "docs/index.html",
  title: "Documentation",
  description:
    "Every page about the interface, about how its numbers are made and checked, and about a site of your own.",
};

/** What a page of the documentation is for: it names its group itself. */
const GROUPS = ["Use it", "Check it", "Run your own"];

export function render({ page, shared, collections }) {
  const root = rootOf(page.url, shared.data.site.baseUrl);
  const card = ({ url, data: { title, description } }) =>
    html`<li class="card link-card"><h3><a href="${root}${url.slice(1)}">${title}</a></h3><p>${description}</p></li>`;
  return String(html`
<h1>Documentation</h1>
<p class="lead">What there is to know. To look at the data itself, begin with the <a href="${root}market/">market</a>; to fetch it, with <a href="${root}api/index.json">index of the API</a>.</p>
${GROUPS.map((group, at) => {
  const pages = collections.all.filter(({ data }) => data.group === group).sort(byTitle);
  return html`<section aria-labelledby="group-${at}"><h2 id="group-${at}">${group}</h2><ul class="cards thirds">${pages.map(card)}</ul></section>`;
})}
`);
}

function byTitle(left, right) {
  return left.data.title < right.data.title ? -1 : 1;
}
