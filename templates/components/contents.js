import { html, trusted } from "../../public/js/html.js";

const SECTION = /<h2 id="([^"]+)">([\s\S]*?)<\/h2>/g;
/** A page with fewer sections can be seen at a glance. */
const FEWEST = 4;

/** The sections of a page, `[id, title]`; none if they are few. `markup`: of the page. */
export function listSections(markup) {
  const sections = [...markup.matchAll(SECTION)].map(([, id, title]) => [id, title.replace(/<[^>]*>/g, "").trim()]);
  return sections.length < FEWEST ? [] : sections;
}

/** Closed above the text; open beside it on wide screens. */
export function contents(sections) {
  return (
    sections.length > 0 &&
    html`<details class="contents"><summary>On this page</summary><nav aria-label="On this page"><ul>${sections.map(
      ([id, title]) => html`<li><a href="#${id}">${trusted(title)}</a></li>`,
    )}</ul></nav></details>`
  );
}
