import hljs from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import python from "highlight.js/lib/languages/python";
import r from "highlight.js/lib/languages/r";
import sql from "highlight.js/lib/languages/sql";
import yaml from "highlight.js/lib/languages/yaml";
import { html, trusted } from "../../public/js/html.js";

for (const [name, language] of Object.entries({ bash, javascript, json, python, r, sql, yaml }))
  hljs.registerLanguage(name, language);

/** Elements inside of code, such as the site's address. */
const ELEMENT = /<(\w+)[^>]*>[^<]*<\/\1>/g;
/** Stands for an element while the code is highlighted: no code contains it. */
const PLACE = "\uE000";
const ENTITIES = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'" };

/** Code, text or markup, as markup with classes `hljs-*`. Unknown languages stay as they are. */
export function highlight(code, language) {
  if (language === undefined || hljs.getLanguage(language) === undefined) return code;
  const elements = [];
  const text =
    typeof code === "string"
      ? code
      : String(html`${code}`)
          .replace(ELEMENT, (element) => {
            elements.push(element);
            return PLACE;
          })
          .replace(/&(amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity]);
  return trusted(highlightText(text, language).replaceAll(PLACE, () => elements.shift()));
}

/** Has no colour of its own, and would be a third of a JSON example. */
const PUNCTUATION = /<span class="hljs-punctuation">([^<]*)<\/span>/g;

/** By language and text: the pages of coins differ in elements alone. */
const highlighted = new Map();

function highlightText(text, language) {
  const key = `${language} ${text}`;
  const known = highlighted.get(key);
  if (known !== undefined) return known;
  const { value } = hljs.highlight(text, { language, ignoreIllegals: true });
  const markup = value.replaceAll("&#x27;", "'").replace(PUNCTUATION, "$1");
  highlighted.set(key, markup);
  return markup;
}
