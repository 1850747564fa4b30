import { html, trusted } from "../../public/js/html.js";

const SECTION = /<h2 id="([^"]+)">([\s\S]*?)<\/h2>/g;
const LEAD = /<p\b[^>]*\bclass="lead"[\s\S]*?<\/p>/;
const TITLE = /<h1\b[\s\S]*?<\/h1>/;
/** A page with fewer sections can be seen at a glance. */
const FEWEST = 4;

/** The sections of a page, `[id, title]`; none if they are few. `markup`: of the page. */
export function listSections(markup) {
  const sections = [...markup.matchAll(SECTION)].map(([, id, title]) => [id, title.replace(/<[^>]*>/g, "").trim()]);
  return sections.length < FEWEST ? [] : sections;
}

/** The markup of a page with the list of its sections below its lead, or else below its title. */
export function addContents(markup, sections) {
  if (sections.length === 0) return markup;
  const above = LEAD.exec(markup) ?? TITLE.exec(markup);
  if (above === null) throw new Error("A page with sections needs a title: write an <h1> into its template");
  const end = above.index + above[0].length;
  return `${markup.slice(0, end)}\n${contents(sections)}${markup.slice(end)}`;
}

/** Closed below the lead; open beside the text on wide screens. */
function contents(sections) {
  return html`<nav class="contents" aria-label="On this page" data-page-only><details><summary>On this
page</summary><ul>${sections.map(([id, title]) => html`<li><a href="#${id}">${trusted(title)}</a></li>`)}</ul></details></nav>`;
}
