import { html } from "../../public/js/html.js";

/**
 * The data pages in the header and the footer. `id`: the page is `templates/<id>.11ty.js`, at
 * `path` if that is another one; `label`: in the header, if its title is too long there; `main`:
 * before the other pages.
 */
export const DATA_PAGES = [
  { id: "market", main: true },
  { id: "exchanges", main: true },
  { id: "defi", main: true },
  { id: "news" },
  { id: "movers", label: "Movers" },
  { id: "global" },
  { id: "fear-greed", label: "Fear & Greed" },
  { id: "exchange-rates", label: "Converter" },
  { id: "ids", label: "Ids" },
  { id: "archives" },
  { id: "sql", path: "data/sql/", label: "SQL" },
];
/** The others in the header. */
const SERVICE_PAGES = [
  { path: "docs/", label: "Docs", main: true },
  { path: "docs/api/", label: "API", main: true },
  { path: "status/", label: "Status" },
];

/** The data pages with their titles. `pages`: all pages of the site. */
export function listDataPages(pages) {
  return DATA_PAGES.map(({ id, label, path = `${id}/`, main = false }) => {
    const title = pages.find(({ url }) => url === `/${path}`)?.data.title;
    if (title === undefined)
      throw new Error(
        `DATA_PAGES in templates/components/navigation.js names "${id}", but templates/${id}.11ty.js with the ` +
          `permalink "${path}index.html" and a title does not exist`,
      );
    return { path, title, label: label ?? title, main };
  });
}

/*
 * Widths in pixels, from above: in a wide font, in the narrowest header with one line (68rem, see
 * `.site-nav` in site.css), without margins, gaps, the search and the button for the theme.
 */
const LINE = 781;
const ENTRY = { padding: 21, character: 9 };
const BRAND = { padding: 38, character: 10 };
const MORE = "More";

/** The entries that fit in one line beside the name of the site, and the others. */
export function splitEntries(entries, siteName) {
  const widthOf = (text, { padding, character }) => padding + character * text.length;
  const room = LINE - widthOf(siteName, BRAND);
  const ends = (used) => entries.map(([, label]) => (used += widthOf(label, ENTRY)));
  if ((ends(0).at(-1) ?? 0) <= room) return [entries, []];
  const fitting = ends(widthOf(MORE, ENTRY)).filter((end) => end <= room).length;
  return [entries.slice(0, fitting), entries.slice(fitting)];
}

/**
 * On wide screens one line, with the entries that do not fit in a popover; otherwise one popover
 * with all entries. Popovers need no script, close with Escape and are accessible. Browsers without
 * popovers show all links.
 */
export function navigation(root, url, dataPages, siteName) {
  const all = [...dataPages, ...SERVICE_PAGES];
  const pages = [...all.filter(({ main }) => main), ...all.filter(({ main }) => !main)].map(({ path, label }) => [
    path,
    label,
  ]);
  const current = findCurrent(
    pages.map(([path]) => path),
    url,
  );
  const entry = ([path, title]) =>
    html`<li><a href="${root}${path}"${
      path === current &&
      html`
aria-current="${url === `/${path}` ? "page" : "true"}"`
    }>${title}</a></li>`;
  const [line, others] = splitEntries(pages, siteName);
  const more =
    others.length > 0 &&
    html`<li class="nav-more"><button type="button" popovertarget="nav-more">${MORE}</button><ul id="nav-more" popover>
${others.map(entry)}</ul></li>`;
  return html`<button type="button" class="menu-button" popovertarget="site-nav"><svg viewBox="0 0 24 24" width="18"
height="18" aria-hidden="true"><path d="M4 7h16M4 12h16M4 17h16"/></svg> <span>Menu</span></button>
<nav class="site-nav" id="site-nav" popover aria-label="Main"><ul>${line.map(entry)}${more}</ul></nav>`;
}

/** The nearest entry above a page: pages of endpoints belong to the API reference. */
function findCurrent(paths, url) {
  const above = paths.filter((path) => url.startsWith(`/${path}`));
  return above.sort((a, b) => b.length - a.length)[0];
}
