import { formatTimeTick } from "./chart-ticks.js";
import { group } from "./format.js";

const COLOURS = ["--accent", "--up", "--down", "--muted"];

/** Draws the lines of a result (`sql-view.js`). Returns a function that removes the chart. */
export function drawResult(Plot, box, { names, columns }) {
  const style = getComputedStyle(document.documentElement);
  const colour = (name) => style.getPropertyValue(name).trim();
  const axis = {
    stroke: colour("--muted"),
    grid: { stroke: colour("--line"), width: 1 },
    ticks: { show: false },
    font: "12px system-ui, sans-serif",
  };
  const label = (value) => group(value, Math.abs(value) >= 1000 || Number.isInteger(value) ? 0 : 4);
  const size = () => ({ width: box.clientWidth - 16, height: box.clientHeight - 48 });
  const plot = new Plot(
    {
      ...size(),
      ms: 1,
      tzDate: (timeMs) => Plot.tzDate(new Date(timeMs), "Etc/UTC"),
      cursor: { drag: { x: false, y: false } },
      axes: [
        { ...axis, values: (_, times, __, ___, stepMs) => times.map((timeMs) => formatTimeTick(timeMs, stepMs)) },
        {
          ...axis,
          size: (_, texts) => 16 + 7 * Math.max(4, ...(texts ?? []).map((text) => text.length)),
          values: (_, values) => values.map(label),
        },
      ],
      series: [
        { label: "Time", value: (_, timeMs) => (timeMs === null ? "–" : new Date(timeMs).toISOString().slice(0, 10)) },
        ...names.map((name, at) => ({ label: name, stroke: colour(COLOURS[at]), width: 2 })),
      ],
    },
    columns,
    box,
  );
  box.setAttribute("role", "img");
  box.setAttribute("aria-label", `Chart of ${names.join(", ")}; the table below has the values.`);
  const observer = new ResizeObserver(() => plot.setSize(size()));
  observer.observe(box);
  return () => {
    observer.disconnect();
    plot.destroy();
  };
}
