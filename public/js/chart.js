const DAY_MS = 86_400_000;

/**
 * Draws columns into a box: times, values as a line, and optionally values as bars. `level`: axis
 * labels. `range`: fixed scale. `onPoint`: gets the index at the pointer or the keyboard cursor, or
 * `null`. `Plot`: the chart library. Returns a function that removes the chart.
 */
export function drawChart(Plot, box, columns, { level, range, onPoint }) {
  const style = getComputedStyle(document.documentElement);
  const colour = (name) => style.getPropertyValue(name).trim();
  const axis = {
    stroke: colour("--muted"),
    grid: { stroke: colour("--line"), width: 1 },
    ticks: { show: false },
    font: "12px system-ui, sans-serif",
  };
  const bars = columns[2]?.filter((value) => value !== null) ?? [];
  const largest = Math.max(...bars, 0);
  const spanMs = (columns[0].at(-1) ?? 0) - (columns[0][0] ?? 0);
  const plot = new Plot(
    {
      width: box.clientWidth,
      height: box.clientHeight,
      ms: 1,
      tzDate: (timeMs) => Plot.tzDate(new Date(timeMs), "Etc/UTC"),
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false }, points: { size: 8 } },
      scales: { ...(range && { y: { range } }), bars: { range: () => [0, largest > 0 ? largest * 4 : 1] } },
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
          values: (_, values) => values.map(level),
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
          scale: "bars",
          // A stroke would cover the narrow bars on a phone.
          width: 0,
          fill: `${colour("--line-strong")}66`,
          paths: Plot.paths.bars({ size: [0.7, 12] }),
          points: { show: false },
        },
      ].slice(0, columns.length),
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

/** Adds transparency. Colours of the page have six hexadecimal digits. */
function fade(hex) {
  return `${hex}1f`;
}
