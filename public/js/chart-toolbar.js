import { countKnown } from "./chart-series.js";
import { copyText } from "./copy.js";

/** Half of fewer points is no line. */
const MIN_ZOOMED = 4;

/**
 * The buttons below a chart. `copies`: a function for each copy button, which returns its text or a
 * promise, `undefined` without one; `failCopy` reports that it could not be made. `show` adapts the
 * buttons to a view and to what is shown: `values` (the lowest of each point), and whether there
 * are bars and candles.
 */
export function startToolbar({ toggleLog, toggleBars, toggleCandles, zoomIn, reset, copies, failCopy }) {
  const tools = document.querySelector("[data-chart-tools]");
  const find = (name) => tools.querySelector(`[name="${name}"]`);
  const [log, bars, candles, zoom, whole] = ["log", "bars", "candles", "zoom", "whole"].map(find);
  const copyButtons = [...tools.querySelectorAll("[name=copy]")];
  log?.addEventListener("click", toggleLog);
  bars?.addEventListener("click", toggleBars);
  candles?.addEventListener("click", toggleCandles);
  zoom.addEventListener("click", zoomIn);
  whole.addEventListener("click", reset);
  for (const button of copyButtons)
    button.addEventListener("click", async () => {
      try {
        const text = await copies[button.value]();
        if (text !== undefined) copyText(button, text);
      } catch {
        failCopy();
      }
    });
  tools.querySelector("[data-chart-copy]").hidden = navigator.clipboard === undefined;
  return {
    show({ isLog, hasBars, isCandles, zoom: range }, { values, canHaveBars, canBeCandles }) {
      const known = countKnown(values);
      if (log !== null) log.disabled = !canBeLog(values);
      log?.setAttribute("aria-pressed", String(isLog));
      if (bars !== null) bars.hidden = !canHaveBars;
      bars?.setAttribute("aria-pressed", String(hasBars));
      if (candles !== null) candles.disabled = !canBeCandles;
      candles?.setAttribute("aria-pressed", String(isCandles && canBeCandles));
      zoom.disabled = known < MIN_ZOOMED;
      whole.hidden = range === null;
      // Without candles, a line may still be drawn.
      tools.hidden = known === 0 && !isCandles;
    },
  };
}

/** Zero has no place on a logarithmic scale. */
export function canBeLog(values) {
  return countKnown(values) > 0 && values.every((value) => value === null || value > 0);
}
