import { html } from "../../public/js/html.js";
import { listChapters } from "./chapters.js";

/** The groups of the documentation, in their order. Each page names its own. */
export const GROUPS = ["Start", "API", "Data quality", "Your own copy"];

/**
 * The pages of a group by their `order`, the others after them by title. `pages`: all pages of the
 * site.
 */
export function listGroup(pages, group) {
  const place = ({ data: { order = Number.MAX_SAFE_INTEGER } }) => order;
  return pages
    .filter(({ data }) => data.group === group)
    .sort((a, b) => place(a) - place(b) || (a.data.title < b.data.title ? -1 : 1));
}

/**
 * The list beside every page of the documentation, with the siblings of a page below another. A
 * page with pages below it lists them itself.
 */
export function docsNavigation(root, url, pages) {
  const entry = ({ url: own, data }) => {
    const isOpen = url !== own && url.startsWith(own);
    const inner = isOpen ? pages.filter((page) => page.url !== own && page.url.startsWith(own)) : [];
    return html`<li>${link(own, data.title, isOpen)}${inner.length > 0 && innerList(inner)}</li>`;
  };
  /** Endpoints stand in their chapters, other pages by title. */
  const innerList = (inner) => {
    const list = (own) =>
      html`<ul>${own.map((page) => html`<li>${link(page.url, shorten(page.data.title))}</li>`)}</ul>`;
    const endpoints = inner.flatMap(({ url: own, data: { endpoint, title } }) =>
      endpoint === undefined ? [] : { chapter: endpoint.chapter, url: own, data: { title } },
    );
    if (endpoints.length < inner.length) return list(sortInner(inner));
    return listChapters(endpoints).map(
      (chapter) => html`<p class="docs-chapter">${chapter.title}</p>${list(chapter.endpoints)}`,
    );
  };
  /** `isAbove`: the current page is below it. */
  const link = (own, title, isAbove = false) =>
    html`<a href="${root}${own.slice(1)}"${own === url && html` aria-current="page"`}${
      isAbove && html` aria-current="true"`
    }>${title}</a>`;
  return html`<nav class="docs-nav" aria-label="Documentation">
<p><a href="${root}docs/"${url === "/docs/" && html` aria-current="page"`}>Documentation</a></p>
${GROUPS.map((group) => html`<div><h2>${group}</h2><ul>${listGroup(pages, group).map(entry)}</ul></div>`)}</nav>`;
}

function sortInner(pages) {
  const key = ({ data }) => shorten(data.title).toLowerCase();
  return pages.sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

/** `Coins (API reference)` → `Coins`: the list says where it belongs. */
function shorten(title) {
  return title.replace(/ \([^()]*\)$/, "");
}
