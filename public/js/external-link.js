import { html } from "./html.js";

/** A link to another site. URLs other than http and https become plain text. */
export function externalLink(url, text) {
  return isWebUrl(url) ? html`<a href="${url}" rel="noopener nofollow">${text}</a>` : html`${text}`;
}

export function isWebUrl(url) {
  return typeof url === "string" && /^https?:\/\/[^\s]+$/i.test(url) && URL.canParse(url);
}
