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
<div class="table-scroll" tabindex="0" role="region" aria-label="Recipes"><table><thead><tr><th scope="col">Program</th>
<th scope="col">What it gets</th></tr></thead>
${groups.map(
  (group) => html`<tbody><tr class="row-group"><th scope="rowgroup" colspan="2">${group}</th></tr>
${recipes.filter((recipe) => recipe.group === group).map((recipe) => row(recipe, root))}</tbody>`,
)}</table></div>
<p class="text after-table">They read files, which every host has. Only Wealthfolio and the clients of CoinGecko's API
send queries, which need a host with a handler (<a href="${root}docs/hosts/#levels">level L3</a>). This project is not affiliated with any of
these programs.</p>
`);
}

function row({ id, name, gives, snippets }, root) {
  return html`<tr><th scope="row"><a href="${root}docs/use/${id}/">${name}</a></th>
<td class="prose">${gives}${
    snippets.every(({ missing }) => missing) && " (this site is built without the files that it reads)"
  }</td></tr>
`;
}
