import { countKnown, cutLast, cutRange } from "./chart-series.js";
import { describeCoverage } from "./chart-summary.js";

const HOUR_MS = 3_600_000;

/** Whether the files of a period's button contain candles. */
export const hasCandles = ({ dataset }) => dataset.candles !== undefined;

/**
 * Finds the points of a period's button; each file is read once.
 *
 * - `buttons`: of all periods, the shortest first
 * - `line`: the form of lines (`chart-line.js`); `loadCandles()`: a promise of that of candles
 */
export function createPointFinder(buttons, line, loadCandles) {
  const answers = new Map();

  async function read(form, url) {
    const data = answers.get(url) ?? (await form.load(url));
    answers.set(url, data);
    return data;
  }

  /**
   * The points of a period, or the newest ones of another period where it has no line. `url`: of
   * their file, which has `total` points. `isOlder`: the newest value is older than the period;
   * `coverage`: of `describeCoverage`.
   */
  async function find(button, { isCandles }) {
    const form = isCandles && hasCandles(button) ? await loadCandles() : line;
    const at = buttons.indexOf(button);
    const lengthMs = Number(button.dataset.hours) * HOUR_MS;
    let best;
    for (const { dataset } of [button, ...buttons.slice(at + 1), ...buttons.slice(0, at).reverse()]) {
      const url = dataset[form.file];
      if (url === undefined) continue;
      const data = await read(form, url);
      const whole = form.columns(data);
      const columns = cutLast(whole, lengthMs);
      const count = countKnown(columns[1]);
      if (best === undefined || count > best.count) {
        // The time of a point may be the start of its hour or day: its value is newer.
        const isOlder = (data.newest_ms ?? columns[0].at(-1)) < Date.now() - lengthMs;
        const coverage = isOlder ? "" : describeCoverage(columns, form.step(data), lengthMs);
        best = { form, data, url, total: whole[0].length, columns, count, coverage, isOlder };
      }
      if (best.count > 1) break;
    }
    return best;
  }

  /** The button whose period shows the zoom of an old address: it may need a longer one now. */
  async function findZoomed(button, view) {
    for (const other of buttons.slice(buttons.indexOf(button))) {
      const { columns } = await find(other, view);
      if (countKnown(cutRange(columns, view.zoom)[1]) > 1) return other;
    }
    return button;
  }

  return { find, findZoomed };
}
