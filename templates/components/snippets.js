import { html } from "../../public/js/html.js";
import { codeBlock } from "./code.js";

/** The site's URL in code examples. In the browser, `site-address.js` replaces it. */
export function addressOf({ baseUrl }) {
  return html`<span data-address>${(baseUrl ?? "https://SITE").replace(/\/$/, "")}</span>`;
}

/** Stands for the site's URL, without a slash at its end, in the text of a snippet. */
export const SITE = "{site}";

/** The text of a snippet with the site's URL. */
export function fillIn(text, site) {
  return text.split(SITE).map((part, at) => html`${at > 0 && addressOf(site)}${part}`);
}

/** The language of the code by the id of an example. */
export const LANGUAGES = {
  curl: "bash",
  javascript: "javascript",
  client: "javascript",
  typescript: "javascript",
  "api-v3": "javascript",
  python: "python",
  r: "r",
  duckdb: "sql",
};

/** Code examples to copy: `[id, title, code]`. */
export function snippets(prefix, list) {
  return html`<div class="snippets">${list.map(
    ([id, title, code]) => html`<div class="snippet"><h3>${title}</h3>
${codeBlock(`${prefix}-${id}`, code, title, LANGUAGES[id])}</div>`,
  )}</div>`;
}

/** Code that reads a response from its URL. `bare`: it has no envelope. */
export function listAnswerSnippets(url, { bare = false } = {}) {
  return [
    ["curl", "curl", html`curl -fsS ${url}`],
    [
      "javascript",
      "JavaScript",
      bare
        ? html`const response = await fetch("${url}");
console.log(await response.json());`
        : html`const response = await fetch("${url}");
const { data, meta } = await response.json();
console.log(meta.updated_at, data);`,
    ],
    [
      "python",
      "Python",
      html`import json, urllib.request

with urllib.request.urlopen("${url}") as response:
    answer = json.load(response)
${bare ? "print(answer)" : html`print(answer["meta"]["updated_at"], answer["data"])`}`,
    ],
  ];
}
