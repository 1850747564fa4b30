import { html } from "./html.js";

/** Colours `m0` to `m11` in `site.css`. */
const COLOURS = 12;

/** One or two letters of a coin's symbol, in a colour that follows from its id. */
export function monogram({ id, symbol }) {
  const letters = [...symbol].filter((letter) => /[\p{L}\p{N}]/u.test(letter)).slice(0, 2);
  return html`<span class="monogram m${colourOf(id)}" aria-hidden="true">${letters.join("") || "?"}</span>`;
}

function colourOf(id) {
  let hash = 7;
  for (const letter of id) hash = (hash * 31 + letter.codePointAt(0)) % 65_521;
  return hash % COLOURS;
}
