import { html } from "../../public/js/html.js";

/**
 * The data pages in the header and the footer. `id`: the page is `templates/<id>.11ty.js`; `label`:
 * in the header, if its title is too long there.
 */
export const DATA_PAGES = [
  { id: "market" },
  { id: "exchanges" },
  { id: "defi" },
  { id: "news" },
  { id: "fear-greed", label: "Fear & Greed" },
  { id: "exchange-rates", label: "Rates" },
  { id: "archives" },
];
/** The others in the header: path relative to the root, and label. */
const SERVICE_PAGES = [
  ["docs/api/", "API"],
  ["status/", "Status"],
  ["docs/hosts/", "Hosts"],
];

/** The data pages with their titles. `pages`: all pages of the site. */
export function listDataPages(pages) {
  return DATA_PAGES.map(({ id, label }) => {
    const path = `${id}/`;
    const title = pages.find(({ url }) => url === `/${path}`)?.data.title;
    if (title === undefined)
      throw new Error(
        `DATA_PAGES in templates/components/navigation.js names "${id}", but templates/${id}.11ty.js with the permalink "${path}index.html" and a title does not exist`,
      );
    return { path, title, label: label ?? title };
  });
}

/**
 * One line if it fits, otherwise a popover behind a button. Popovers need no script, close with
 * Escape and are accessible. Browsers without popovers show the links below the header.
 */
export function navigation(root, url, dataPages) {
  const pages = [...dataPages.map(({ path, label }) => [path, label]), ...SERVICE_PAGES];
  const entry = ([path, title]) =>
    html`<li><a href="${root}${path}"${isWithin(url, path) && html` aria-current="${url === `/${path}` ? "page" : "true"}"`}>${title}</a></li>`;
  return html`<button type="button" class="menu-button" popovertarget="site-nav"><svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true"><path d="M4 7h16M4 12h16M4 17h16"/></svg> <span>Menu</span></button>
<nav class="site-nav" id="site-nav" popover aria-label="Main"><ul>${pages.map(entry)}</ul></nav>`;
}

/** Pages of endpoints belong to the API reference. */
function isWithin(url, path) {
  return url.startsWith(`/${path}`);
}
