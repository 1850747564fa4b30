import { html } from "../../public/js/html.js";
import { GROUPS, listGroup } from "../components/docs-navigation.js";
import { rootOf } from "../components/link.js";
import { taskCards } from "../components/tasks.js";

export const data = {
  layout: "base.11ty.js",
  permalink: "docs/index.html",
  title: "Documentation",
  description:
    "By task: show a price, value a portfolio, back-test, publish your own. And every page of the documentation.",
};

export function render({ page, shared, collections }) {
  const root = rootOf(page.url, shared.data.site.baseUrl);
  const card = ({ url, data: { title, description } }) =>
    html`<li class="card link-card"><h3><a href="${root}${url.slice(1)}">${title}</a></h3><p>${description}</p></li>`;
  return String(html`
<h1>Documentation</h1>
<p class="lead">New here? The <a href="${root}docs/quick-start/">quick start</a> takes three minutes.</p>
<section aria-labelledby="tasks"><h2 id="tasks">What do you want to do?</h2>${taskCards(root, page.url)}</section>
${GROUPS.map((group, at) => {
  const pages = listGroup(collections.all, group);
  return html`<section aria-labelledby="group-${at}"><h2 id="group-${at}">${group}</h2><ul class="cards thirds">
${pages.map(card)}</ul></section>`;
})}
`);
}
