export { coinPath } from "../../public/js/coin-path.js";
export { externalLink, isWebUrl } from "../../public/js/external-link.js";

/**
 * The way from a page to the site's root: `./`, `../`, `../../`. Links are relative, so that a site works in any folder of a
 * host. The page of what is missing is shown at any depth, so that only a path from the host's root holds there.
 */
export function rootOf(url, baseUrl) {
  if (url === "/404.html") return baseUrl === null ? "/" : new URL(baseUrl).pathname;
  const depth = url.split("/").length - 2;
  return depth === 0 ? "./" : "../".repeat(depth);
}
