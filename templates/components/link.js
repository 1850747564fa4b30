import { html } from "../../public/js/html.js";

export { coinPath } from "../../public/js/coin-name.js";
export { externalLink, isWebUrl } from "../../public/js/external-link.js";

/**
 * The relative path from a page to the site's root: `./`, `../`, `../../`. Relative links work in
 * any folder of a host. The 404 page appears at any depth, so it uses an absolute path.
 */
export function rootOf(url, baseUrl) {
  if (url === "/404.html") return baseUrl === null ? "/" : new URL(baseUrl).pathname;
  const depth = url.split("/").length - 2;
  return depth === 0 ? "./" : "../".repeat(depth);
}

/** A link to the reference of an endpoint; its text alone if the site leaves the endpoint out. */
export function endpointLink(root, endpoints, id, text) {
  return endpoints.some((one) => one.id === id) ? html`<a href="${root}docs/api/${id}/">${text}</a>` : text;
}
