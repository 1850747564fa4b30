import { html } from "../../public/js/html.js";
import { codeBlock } from "../components/code.js";
import { GROUPS, listGroup } from "../components/docs-navigation.js";
import { rootOf } from "../components/link.js";
import { addressOf } from "../components/snippets.js";
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
<p class="lead">Crypto market data as JSON files: free, without a key, for any program that can read a URL.
New here? The <a href="${root}docs/quick-start/">quick start</a> takes three minutes.</p>
${codeBlock("first-request", html`curl -fsS ${addressOf(shared.data.site)}/api/coins/limit/10.json`, "First request", "bash")}
<section aria-labelledby="tasks"><h2 id="tasks">What do you want to do?</h2>${taskCards(root, page.url, shared.data.api.endpoints)}</section>
${GROUPS.map((group, at) => {
  const pages = listGroup(collections.all, group);
  return html`<section aria-labelledby="group-${at}"><h2 id="group-${at}">${group}</h2><ul class="cards thirds">
${pages.map(card)}</ul></section>`;
})}
`);
}
