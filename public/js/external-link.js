import { html } from "./html.js";

/** A link out of the site. Only the web's own addresses: an upstream's `javascript:` becomes plain text. */
export function externalLink(url, text) {
  return isWebUrl(url) ? html`<a href="${url}" rel="noopener nofollow">${text}</a>` : html`${text}`;
}

export function isWebUrl(url) {
  return typeof url === "string" && /^https?:\/\/[^\s]+$/i.test(url) && URL.canParse(url);
}
