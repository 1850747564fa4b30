import { hiddenText } from "./empty-chart.js";
import { escapeHtml } from "./html.js";
import { keepWhole } from "./keep-whole.js";

/** The text below a chart: its summary, the point at the cursor, or why something failed. */
export class ChartReadout {
  #place = document.querySelector("[data-chart-readout]");
  /** The shown summary; `undefined` while another text is shown. */
  #summary;

  /** Shows the summary of a new drawing. */
  start(summary) {
    this.#place.style.minHeight = "";
    this.summarise(summary);
  }

  summarise(summary) {
    this.say(summary);
    this.#summary = summary;
  }

  /**
   * Shows a summary in place of another one: a point that the reader looks at stays, and so does a
   * failure. Screen readers would read the same sentence again.
   */
  update(summary) {
    if (this.#summary !== undefined && summary !== this.#summary) this.summarise(summary);
  }

  say(text) {
    this.#summary = undefined;
    this.#place.innerHTML = keepWhole(escapeHtml(text));
  }

  /** `rest`: a sentence that follows the reason. */
  fail(reason, rest = "") {
    this.say(`${navigator.onLine ? reason : "You are offline."}${rest}`);
  }

  /** Says a text to screen readers only. */
  hide(text) {
    this.#summary = undefined;
    this.#place.innerHTML = String(hiddenText(text));
  }

  /** Keeps the height: a shorter text would move everything below it. */
  hold() {
    this.#place.style.minHeight = `${this.#place.offsetHeight}px`;
  }
}
