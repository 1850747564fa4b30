import { formatMoney, formatPrice, group } from "./format.js";

const DAY_MS = 86_400_000;

/**
 * Draws columns into a box, in the colours of the page, and follows its width. `onPoint` hears the index under the pointer or
 * the arrow keys, or `null`. Returns `destroy`. `Plot` is the chart library.
 */
export function drawChart(Plot, box, columns, onPoint) {
  const style = getComputedStyle(document.documentElement);
  const colour = (name) => style.getPropertyValue(name).trim();
  const axis = {
    stroke: colour("--muted"),
    grid: { stroke: colour("--line"), width: 1 },
    ticks: { show: false },
    font: "12px system-ui, sans-serif",
  };
  const volumes = columns[2].filter((value) => value !== null);
  const largest = Math.max(...volumes, 0);
  const spanMs = (columns[0].at(-1) ?? 0) - (columns[0][0] ?? 0);
  const plot = new Plot(
    {
      width: box.clientWidth,
      height: box.clientHeight,
      ms: 1,
      tzDate: (timeMs) => Plot.tzDate(new Date(timeMs), "Etc/UTC"),
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false }, points: { size: 8 } },
      scales: { volume: { range: () => [0, largest > 0 ? largest * 4 : 1] } },
      axes: [
        {
          ...axis,
          values: (_, times) => times.map((timeMs) => formatTick(timeMs, spanMs)),
          grid: { show: false },
          space: 80,
          size: 34,
        },
        {
          ...axis,
          side: 1,
          size: (_, texts) => 16 + 7 * Math.max(4, ...(texts ?? []).map((text) => text.length)),
          values: (_, values) => values.map(formatLevel),
        },
      ],
      series: [
        {},
        {
          stroke: colour("--accent"),
          width: 2,
          fill: fade(colour("--accent")),
          points: { show: columns[0].length < 3 },
        },
        {
          scale: "volume",
          stroke: "transparent",
          fill: `${colour("--line-strong")}66`,
          paths: Plot.paths.bars({ size: [0.7, 12] }),
          points: { show: false },
        },
      ],
      hooks: { setCursor: [(self) => onPoint(self.cursor.idx ?? null)] },
    },
    columns,
    box,
  );
  const observer = new ResizeObserver(() => plot.setSize({ width: box.clientWidth, height: box.clientHeight }));
  observer.observe(box);
  const stopKeys = listenToKeys(box, plot);
  return () => {
    observer.disconnect();
    stopKeys();
    plot.destroy();
  };
}

/** One point as words. */
export function describePoint(columns, at) {
  const [times, prices, volumes] = columns;
  if (prices[at] === null || prices[at] === undefined) return "";
  const volume = volumes[at] === null ? "" : ` · volume ${formatMoney(volumes[at])}`;
  return `${formatMoment(times[at])} · ${formatPrice(prices[at])}${volume}`;
}

export function formatMoment(timeMs) {
  const iso = new Date(timeMs).toISOString();
  return timeMs % DAY_MS === 0 ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
}

/** Cents say nothing beside thousands. */
function formatLevel(value) {
  return value >= 1000 ? `$${group(value)}` : formatPrice(value);
}

function formatTick(timeMs, spanMs) {
  const iso = new Date(timeMs).toISOString();
  if (spanMs <= 2 * DAY_MS) return iso.slice(11, 16);
  return spanMs > 400 * DAY_MS ? iso.slice(0, 7) : iso.slice(5, 10);
}

function listenToKeys(box, plot) {
  const move = (event) => {
    const [times] = plot.data;
    const last = times.length - 1;
    const at = plot.cursor.idx ?? last;
    const step = event.shiftKey ? 10 : 1;
    const to = { ArrowLeft: at - step, ArrowRight: at + step, Home: 0, End: last }[event.key];
    if (to === undefined || last < 0) return;
    event.preventDefault();
    plot.setCursor({ left: plot.valToPos(times[Math.max(0, Math.min(last, to))], "x"), top: 0 });
  };
  box.addEventListener("keydown", move);
  return () => box.removeEventListener("keydown", move);
}

/** The colours of the page are written with six hexadecimal digits. */
function fade(hex) {
  return `${hex}1f`;
}
