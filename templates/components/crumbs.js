import { html } from "../../public/js/html.js";

/** The way back from a page to the page above it. `path`: of that page, from the site's root. */
export function crumbs(root, [path, above], title) {
  return html`<nav class="crumbs" aria-label="Breadcrumb"><a href="${root}${path}">${above}</a> <span
aria-hidden="true">/</span> ${title}</nav>`;
}
