import { html } from "../../public/js/html.js";
import { GROUPS, listGroup } from "../components/docs-navigation.js";
import { rootOf } from "../components/link.js";

export const data = {
  layout: "base.11ty.js",
  permalink: "docs/index.html",
  title: "Documentation",
  description: "Documentation of the API, of the methodology, and of running your own site.",
};

export function render({ page, shared, collections }) {
  const root = rootOf(page.url, shared.data.site.baseUrl);
  const card = ({ url, data: { title, description } }) =>
    html`<li class="card link-card"><h3><a href="${root}${url.slice(1)}">${title}</a></h3><p>${description}</p></li>`;
  return String(html`
<h1>Documentation</h1>
<p class="lead">To browse the data, start with the <a href="${root}market/">market</a>. To fetch it,
start with the <a href="${root}api/index.json">API index</a>.</p>
${GROUPS.map((group, at) => {
  const pages = listGroup(collections.all, group);
  return html`<section aria-labelledby="group-${at}"><h2 id="group-${at}">${group}</h2><ul class="cards thirds">
${pages.map(card)}</ul></section>`;
})}
`);
}
