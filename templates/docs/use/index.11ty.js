import { html } from "../../../public/js/html.js";
import { rootOf } from "../../components/link.js";

export const data = {
  layout: "base.11ty.js",
  permalink: "docs/use/index.html",
  group: "Start",
  title: "Recipes",
  description: "Copy-paste setups for portfolio programs, dashboards, spreadsheets, ledgers and code.",
};

export function render({ page, shared }) {
  const { recipes, site } = shared.data;
  const root = rootOf(page.url, site.baseUrl);
  const groups = [...new Set(recipes.map(({ group }) => group))];
  return String(html`
<h1>Recipes</h1>
<p class="lead">Copy-paste setups for other tools, with this site's URL filled in. You need no key.</p>
${groups.map(
  (group, at) => html`<section aria-labelledby="group-${at + 1}"><h2 id="group-${at + 1}">${group}</h2>
<ul class="claims">${recipes.filter((recipe) => recipe.group === group).map((recipe) => entry(recipe, root))}</ul></section>
`,
)}
<section aria-labelledby="hosts"><h2 id="hosts">Hosts</h2>
<p class="text">Recipes read files, which every host has. Only the clients of CoinGecko's API request paths without
<code>.json</code>, which need a host of <a href="${root}docs/hosts/#levels">level L1</a>. Plain files ignore their
parameters: see <a href="${root}docs/coingecko/">CoinGecko-compatible API</a>. This project is not affiliated with any
of these programs.</p></section>
`);
}

function entry({ id, name, gives, snippets }, root) {
  return html`<li><strong><a href="${root}docs/use/${id}/">${name}</a></strong>: ${gives}${
    snippets.every(({ missing }) => missing) && " (this site is built without the files that it reads)"
  }</li>
`;
}
