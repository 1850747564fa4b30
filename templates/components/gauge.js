import { html } from "../../public/js/html.js";

/** A semicircle around (60, 60). Dashes use `pathLength` 100. */
const ARC = "M10 60a50 50 0 0 1 100 0";
/**
 * Ranges of the index classifications.
 *
 * @type {[from: number, to: number, name: string][]}
 */
const BANDS = [
  [0, 25, "fear-extreme"],
  [25, 45, "fear"],
  [45, 55, "neutral"],
  [55, 75, "greed"],
  [75, 100, "greed-extreme"],
];

/** The Fear & Greed Index as a dial from 0 to 100. */
export function gauge({ value, value_classification: name }) {
  const angle = Math.PI * (1 - value / 100);
  const x = Math.round((60 + 50 * Math.cos(angle)) * 10) / 10;
  const y = Math.round((60 - 50 * Math.sin(angle)) * 10) / 10;
  return html`<svg class="gauge" viewBox="0 0 120 70" role="img"
aria-label="Fear and Greed Index: ${value} of 100, ${name}">
${BANDS.map(
  ([from, to, band]) => html`<path class="band ${band}" d="${ARC}" pathLength="100"
stroke-dasharray="${to - from - 1} 101" stroke-dashoffset="${-from}"/>`,
)}
<circle class="needle" cx="${x}" cy="${y}" r="6"/>
<text class="gauge-value" x="60" y="55" text-anchor="middle">${value}</text>
</svg>`;
}
