import { html } from "../../public/js/html.js";

/** A semicircle around (60, 60). Dashes use `pathLength` 100. */
const ARC = "M10 60a50 50 0 0 1 100 0";
/**
 * The last value of each word, as the published history uses them; the documented ones differ by
 * one.
 *
 * @type {[last: number, name: string, word: string][]}
 */
const BANDS = [
  [25, "fear-extreme", "Extreme fear"],
  [46, "fear", "Fear"],
  [54, "neutral", "Neutral"],
  [75, "greed", "Greed"],
  [100, "greed-extreme", "Extreme greed"],
];

/** The words of the index with their values. */
export function bandList() {
  return html`<ul class="bands">${BANDS.map(
    ([last, name, word], at) =>
      html`<li><svg class="swatch ${name}" viewBox="0 0 10 10" aria-hidden="true"><path d="M5 0v10"/></svg>
<span class="band-range">${at === 0 ? 0 : BANDS[at - 1][0] + 1}–${last}</span> ${word}</li>`,
  )}</ul>`;
}

/** The Fear & Greed Index as a dial from 0 to 100. */
export function gauge({ value, value_classification: name }) {
  const angle = Math.PI * (1 - value / 100);
  const x = Math.round((60 + 50 * Math.cos(angle)) * 10) / 10;
  const y = Math.round((60 - 50 * Math.sin(angle)) * 10) / 10;
  return html`<svg class="gauge" viewBox="0 0 120 70" role="img"
aria-label="Fear and Greed Index: ${value} of 100, ${name}">
${BANDS.map(([last, band], at) => {
  const before = at === 0 ? 0 : BANDS[at - 1][0];
  return html`<path class="band ${band}" d="${ARC}" pathLength="100"
stroke-dasharray="${last - before - 1} 101" stroke-dashoffset="${-before}"/>`;
})}
<circle class="needle" cx="${x}" cy="${y}" r="6"/>
<text class="gauge-value" x="60" y="55" text-anchor="middle">${value}</text>
</svg>`;
}
