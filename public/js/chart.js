import { listIsolated, listKnown } from "./chart-series.js";
import { formatTimeTick, listLogTicks } from "./chart-ticks.js";
import { html } from "./html.js";
import { widenRange } from "./sparkline.js";

const DAY_MS = 86_400_000;
/** Pixels between the pointer and its tooltip. */
const DISTANCE = 14;
const MARGIN = 4;
/** Pixels of a drag; below, it is a click. */
const MIN_DRAG = 8;
/** Pixels per label of the value axis; less in a low chart, so that it has four. */
const levelSpace = (height) => (height < 230 ? 30 : 44);

/**
 * Draws columns into a box: times, values as a line, and optionally values as bars.
 * With `painting` it draws all columns after the times by itself.
 *
 * - `Plot`: the chart library
 * - `level(value, step)`: a label of the value axis; `range` fixes its scale; `isLog`
 * - `painting`: `paint(plot, lengthMs, colour)` and `lengthMs`, the length of a point
 * - `describe(at)`: title and pairs of label and text of a point, for the tooltip
 * - `onPoint(at)`: the index at the pointer or the keyboard cursor, or `null`
 * - `onSelect(fromMs, toMs)`: the times of a drag
 *
 * Returns a function that removes the chart.
 */
export function drawChart(Plot, box, columns, { level, range, isLog, painting, describe, onPoint, onSelect }) {
  const style = getComputedStyle(document.documentElement);
  const colour = (name) => style.getPropertyValue(name).trim();
  const plot = new Plot(
    {
      width: box.clientWidth,
      height: box.clientHeight,
      ms: 1,
      tzDate: (timeMs) => Plot.tzDate(new Date(timeMs), "Etc/UTC"),
      legend: { show: false },
      cursor: {
        y: false,
        drag: { x: true, y: false, setScale: false, dist: MIN_DRAG },
        points: painting === undefined ? { size: 8 } : { show: false },
        // The default shows everything again, but the columns are only a part.
        bind: { dblclick: () => null },
      },
      scales: listScales(Plot, columns, { range, isLog, painting }),
      axes: listAxes(colour, { level, isLog, isDaily: columns[0].every((timeMs) => timeMs % DAY_MS === 0) }),
      series: painting === undefined ? listSeries(Plot, columns, colour) : columns.map(hideSeries),
      hooks: {
        draw: painting === undefined ? [] : [(drawn) => painting.paint(drawn, painting.lengthMs, colour)],
        setCursor: [followCursor(columns[1], addTooltip(box), describe, onPoint)],
        setSelect: [followSelection(onSelect)],
      },
    },
    columns,
    box,
  );
  const observer = new ResizeObserver(() => plot.setSize({ width: box.clientWidth, height: box.clientHeight }));
  observer.observe(box);
  const stopKeys = listenToKeys(box, plot);
  followTouch(plot);
  return () => {
    observer.disconnect();
    stopKeys();
    plot.destroy();
  };
}

/** Bars take the lowest quarter. */
function listScales(Plot, columns, { range, isLog, painting }) {
  const bars = painting === undefined ? (columns[2]?.filter((value) => value !== null) ?? []) : [];
  const largest = Math.max(...bars, 0);
  const isSingle = listKnown(columns[1]).length === 1;
  return {
    x: { range: () => spanTimes(columns[0], painting?.lengthMs) },
    y: isLog
      ? { distr: 3, range: padLog }
      : { range: range ?? (isSingle ? padSingle : (_, min, max) => padRange(Plot, min, max)) },
    bars: { range: () => [0, largest > 0 ? largest * 4 : 1] },
  };
}

/** The times below, the values at the right. */
function listAxes(colour, { level, isLog, isDaily }) {
  const axis = {
    stroke: colour("--muted"),
    grid: { stroke: colour("--line"), width: 1 },
    ticks: { show: false },
    font: "12px system-ui, sans-serif",
  };
  return [
    {
      ...axis,
      // Few daily points have room for hours between them, of which nothing is known.
      ...(isDaily && { filter: (_, times) => times.map((timeMs) => (timeMs % DAY_MS === 0 ? timeMs : null)) }),
      values: (_, times, __, ___, stepMs) =>
        times.map((timeMs) => (timeMs === null ? "" : formatTimeTick(timeMs, stepMs))),
      grid: { show: false },
      space: 80,
      gap: 8,
      size: 36,
    },
    {
      ...axis,
      side: 1,
      size: (_, texts) => 16 + 7 * Math.max(4, ...(texts ?? []).map((text) => text.length)),
      space: (_, __, ___, ____, height) => levelSpace(height),
      ...(isLog && { splits: splitLog, filter: (_, values) => values }),
      values: (_, values) => values.map((value, at) => level(value, findStep(values, at))),
    },
  ];
}

/** Shows the tooltip of the point at the cursor. */
function followCursor(values, tooltip, describe, onPoint) {
  return ({ cursor, over }) => {
    const at = values[cursor.idx] == null ? null : cursor.idx;
    if (at === null) tooltip.hide();
    else tooltip.show(describe(at), { left: over.offsetLeft + cursor.left, top: over.offsetTop + cursor.top });
    onPoint(at);
  };
}

function followSelection(onSelect) {
  return ({ select: { left, width }, posToVal }) => {
    if (width === 0) return;
    const fromMs = posToVal(left, "x");
    const toMs = posToVal(left + width, "x");
    // The library is still handling the event of the drag.
    queueMicrotask(() => onSelect(fromMs, toMs));
  };
}

/** Only the values count, for the scale. */
const hideSeries = () => ({ paths: () => null, points: { show: false } });

/** The line and the bars. */
function listSeries(Plot, columns, colour) {
  const isolated = listIsolated(columns[1]);
  return [
    {},
    {
      stroke: colour("--accent"),
      width: 2,
      fill: fade(colour("--accent")),
      points: { show: isolated.length > 0, filter: () => isolated, fill: colour("--accent"), size: 7 },
    },
    {
      scale: "bars",
      // A stroke would cover the narrow bars on a phone.
      width: 0,
      fill: `${colour("--line-strong")}66`,
      paths: Plot.paths.bars({ size: [0.7, 12] }),
      points: { show: false },
    },
  ].slice(0, columns.length);
}

/** A single point gets a day around it. Points with a length have room at both ends. */
function spanTimes(times, lengthMs = 0) {
  const first = times[0] - lengthMs / 2;
  const last = times.at(-1) + lengthMs / 2;
  return first === last ? [first - DAY_MS / 2, last + DAY_MS / 2] : [first, last];
}

function padSingle(_, value) {
  const pad = Math.abs(value) * 0.05 || 1;
  return [value - pad, value + pad];
}

/** With the padding of the library. */
function padRange(Plot, min, max) {
  if (min === null || max === null) return [min, max];
  return Plot.rangeNum(...widenRange(min, max), 0.1, true);
}

function padLog(_, min, max) {
  const factor = min === max ? 1.1 : (max / min) ** 0.06;
  return [min / factor, max * factor];
}

function splitLog({ bbox }, _, min, max) {
  const height = bbox.height / devicePixelRatio;
  return listLogTicks(min, max, Math.max(2, height / levelSpace(height)));
}

/** The smaller distance to a neighbour. */
function findStep(values, at) {
  const distances = [values[at - 1], values[at + 1]].flatMap((other) =>
    other === undefined ? [] : Math.abs(values[at] - other),
  );
  return distances.length === 0 ? Math.abs(values[at]) : Math.min(...distances);
}

function listenToKeys(box, plot) {
  const move = (event) => {
    const [times, values] = plot.data;
    const known = listKnown(values);
    const last = known.length - 1;
    const at = plot.cursor.idx === null || plot.cursor.idx === undefined ? last : known.indexOf(plot.cursor.idx);
    const step = event.shiftKey ? 10 : 1;
    const to = { ArrowLeft: at - step, ArrowRight: at + step, Home: 0, End: last }[event.key];
    if (to === undefined || last < 0) return;
    event.preventDefault();
    const point = known[Math.max(0, Math.min(last, to))];
    plot.setCursor({ left: plot.valToPos(times[point], "x"), top: plot.valToPos(values[point], "y") });
  };
  box.addEventListener("keydown", move);
  return () => box.removeEventListener("keydown", move);
}

/** A finger moves the cursor; scrolling and pinching stay with the browser (`touch-action`). */
function followTouch(plot) {
  const { over } = plot;
  const follow = ({ pointerType, clientX, clientY }) => {
    if (pointerType !== "touch") return;
    const { left, top } = over.getBoundingClientRect();
    plot.setCursor({ left: clientX - left, top: clientY - top });
  };
  over.addEventListener("pointerdown", follow);
  over.addEventListener("pointermove", follow);
}

/**
 * A tooltip inside a box. Screen readers get the same text from the readout below the chart.
 * `show`: its content and the place of its point in pixels of the box.
 */
function addTooltip(box) {
  const tip = document.createElement("div");
  tip.className = "chart-tip";
  tip.hidden = true;
  tip.setAttribute("aria-hidden", "true");
  box.append(tip);
  return {
    show({ title, pairs }, { left, top }) {
      tip.innerHTML = String(
        html`<strong>${title}</strong><dl>${pairs.map(([label, text]) => html`<div><dt>${label}</dt><dd>${text}</dd></div>`)}</dl>`,
      );
      tip.hidden = false;
      const { offsetWidth: width, offsetHeight: height } = tip;
      // On the other side of the pointer if it would be cut off.
      const right = left + DISTANCE;
      const x = right + width + MARGIN > box.clientWidth ? left - DISTANCE - width : right;
      tip.style.left = `${clamp(x, box.clientWidth - width)}px`;
      tip.style.top = `${clamp(top - height / 2, box.clientHeight - height)}px`;
    },
    hide() {
      tip.hidden = true;
    },
  };
}

function clamp(value, room) {
  return Math.max(MARGIN, Math.min(value, room - MARGIN));
}

/** Adds transparency. Colours of the page have six hexadecimal digits. */
function fade(hex) {
  return `${hex}1f`;
}
