import { html } from "../../../public/js/html.js";
import { codeBlock, sentence } from "../../components/code.js";
import { crumbs } from "../../components/crumbs.js";
import { externalLink, rootOf } from "../../components/link.js";
import { fillIn } from "../../components/snippets.js";

/** One page per recipe. */
export const data = {
  layout: "base.11ty.js",
  pagination: { data: "shared.data.recipes", size: 1, alias: "recipe", addAllPagesToCollections: true },
  permalink: ({ recipe }) => `docs/use/${recipe.id}/index.html`,
  styles: ["docs.css"],
  eleventyComputed: {
    title: ({ recipe }) => `${recipe.name} (recipe)`,
    description: ({ recipe }) => `${recipe.name}: ${recipe.gives}. Lines to copy.`,
  },
};

export function render({ page, shared, recipe }) {
  const { site } = shared.data;
  const root = rootOf(page.url, site.baseUrl);
  const { name, homepage, gives, where, snippets, notes, daily } = recipe;
  return String(html`
${crumbs(root, ["docs/use/", "Recipes"], name)}
<h1>${name}</h1>
<p class="lead">${gives}. ${externalLink(homepage, `About ${name}`)}</p>
<section aria-labelledby="copy"><h2 id="copy">Set up</h2>
<p class="before-table">${sentence(where)}</p>
${snippets.map(
  (snippet) => html`<h3>${sentence(snippet.title)}</h3>
${
  snippet.missing
    ? html`<p>This site is built without the files that these lines
read.</p>`
    : codeBlock(`recipe-${snippet.id}`, fillIn(snippet.text, site), snippet.title.replaceAll("`", ""), snippet.language)
}`,
)}</section>
<section aria-labelledby="notes"><h2 id="notes">Notes</h2>
<ul class="claims">${notes.map((note) => html`<li>${linked(note, root)}</li>`)}</ul>
<p class="note">${!daily && html`Values change with each build of the site, see <a href="${root}status/">status</a>. `}All fields are in the <a href="${root}docs/api/">API reference</a>.</p></section>
`);
}

/** A sentence in which `[text](path)` links a page or a file of this site. */
function linked(note, root) {
  return note.split(/\[([^\]]+)\]\(([\w./-]+)\)/).map((part, at, parts) => {
    if (at % 3 === 2) return "";
    return at % 3 === 1 ? html`<a href="${root}${parts[at + 1]}">${sentence(part)}</a>` : sentence(part);
  });
}
