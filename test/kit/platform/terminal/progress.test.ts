import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createProgress } from "../../../../build/kit/platform/terminal/progress.ts";
import { createTerminal } from "../../../../build/kit/platform/terminal/terminal.ts";

function create(
  options: { isTty?: boolean; quiet?: boolean; colours?: boolean; rows?: number; columns?: number } = {},
) {
  const written: string[] = [];
  const clock = { time: 0 };
  const stream = {
    write: (text: string) => written.push(text),
    columns: options.columns ?? 80,
    rows: options.rows ?? 24,
    hasColors: () => options.colours === true,
    isTTY: options.isTty === true,
  };
  const { quiet = false } = options;
  const progress = createProgress({ terminal: createTerminal(stream), quiet, now: () => clock.time });
  const pass = (ms: number) => {
    clock.time += ms;
    vi.advanceTimersByTime(ms);
  };
  return { progress, written, clock, pass, text: () => written.join("") };
}

/** The screen of a terminal that supports line feeds, "up n lines" and "clear below" only. */
function renderScreen(text: string): string[] {
  const lines = [""];
  for (const piece of text.split(/(\n)/).flatMap((part) => part.split("\u001B"))) {
    const [, up, rest = piece] = piece.match(/^\[(\d+)F(.*)$/) ?? [];
    if (piece === "\n") lines.push("");
    else if (up !== undefined) lines.splice(lines.length - 1 - Number(up), Number(up));
    lines.push(`${lines.pop()}${rest.replace("[0J", "").trimEnd()}`);
  }
  return lines.slice(0, -1);
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("without a terminal", () => {
  test("prints final results, one line each, without control characters", () => {
    const { progress, clock, text } = create({ colours: true });
    const kraken = progress.start("kraken");
    const gemini = progress.start("gemini");
    kraken.update("1 of 2");
    clock.time = 420;
    kraken.done("1,530 tickers");
    progress.note("the gate opened");
    clock.time = 65_000;
    gemini.failed("GET https://a.test/ 503 after 3 tries");
    progress.start("coinlore").warned("100 tickers · global failed: GET https://b.test/ 503");
    progress.warn("news is stale");
    expect(text()).toBe(
      [
        "✓ kraken  1,530 tickers · 0.4 s",
        "· the gate opened",
        "✗ gemini  GET https://a.test/ 503 after 3 tries · 1 min 5 s",
        "! coinlore  100 tickers · global failed: GET https://b.test/ 503 · 0.0 s",
        "! news is stale",
        "",
      ].join("\n"),
    );
  });

  test("says nothing but warnings and failures when quiet", () => {
    for (const isTty of [true, false]) {
      const { progress, pass, text } = create({ quiet: true, isTty });
      progress.start("a").done("fine");
      const broken = progress.start("b");
      progress.note("by the way");
      pass(1_000);
      broken.failed("down");
      progress.warn("beware");
      progress.close();
      expect(text()).toBe("✗ b  down · 1.0 s\n! beware\n");
    }
  });

  test("ends a task once", () => {
    const { progress, text } = create();
    const task = progress.start("a");
    task.done("fine");
    task.failed("late");
    task.done("again");
    expect(text()).toBe("✓ a  fine · 0.0 s\n");
  });
});

describe("text from outside", () => {
  test("cannot control the terminal, break a line or reverse text", () => {
    const { progress, text } = create();
    progress.start("a\u001B[2Jb").done("x\r\ny\u0007\u202Ez\u001B]0;title\u0007\u009B31m!\u2028end");
    expect(text().split("\n")).toHaveLength(2);
    expect(text().trimEnd()).not.toMatch(/[\p{Cc}\p{Cf}\u2028]/u);
    expect(text()).toContain("✓ ab  x yz");
  });
});

describe("on a terminal", () => {
  test("shows running tasks below finished ones", () => {
    const { progress, pass, text } = create({ isTty: true });
    const kraken = progress.start("kraken");
    const gemini = progress.start("gemini");
    kraken.update("tickers");
    pass(1_000);
    expect(renderScreen(text()).map((line) => line.slice(2))).toEqual(["kraken  tickers · 1.0 s", "gemini  1.0 s"]);
    kraken.done("1,530 tickers");
    progress.note("noted");
    pass(100);
    expect(renderScreen(text()).slice(0, 2)).toEqual(["✓ kraken  1,530 tickers · 1.0 s", "· noted"]);
    expect(renderScreen(text())[2]?.slice(2)).toBe("gemini  1.1 s");
    gemini.failed("down");
    expect(renderScreen(text())).toEqual(["✓ kraken  1,530 tickers · 1.0 s", "· noted", "✗ gemini  down · 1.1 s"]);
    progress.warn("at once");
    expect(renderScreen(text()).at(-1)).toBe("! at once");
  });

  test("draws at most ten times a second, whatever happens", () => {
    const { progress, pass, written } = create({ isTty: true });
    const tasks = Array.from({ length: 50 }, (_, index) => progress.start(`task ${index}`));
    for (let round = 0; round < 100; round++) {
      for (const task of tasks) task.update(`${round}`);
      if (round < 40) tasks[round]?.done("fine");
      pass(10);
    }
    expect(written.length).toBeGreaterThan(5);
    expect(written.length).toBeLessThanOrEqual(10);
    progress.close();
    expect(vi.getTimerCount()).toBe(0);
  });

  test("stops drawing when all tasks are done", () => {
    const { progress, pass, written } = create({ isTty: true });
    progress.start("a").done("fine");
    const before = written.length;
    pass(1_000);
    expect(written.length).toBe(before);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("removes moving lines when closed early", () => {
    const { progress, pass, text } = create({ isTty: true });
    progress.start("a").done("fine");
    progress.start("b");
    pass(200);
    progress.warn("stopped");
    progress.close();
    expect(renderScreen(text())).toEqual(["✓ a  fine · 0.0 s", "! stopped"]);
  });

  test("cuts lines that would wrap and counts those that would not fit", () => {
    const { progress, pass, text } = create({ isTty: true, columns: 20, rows: 6 });
    for (let index = 0; index < 9; index++) progress.start(`${index} ${"x".repeat(40)}`);
    pass(100);
    const lines = renderScreen(text());
    expect(lines).toHaveLength(4);
    expect(lines.every((line) => [...line].length < 20)).toBe(true);
    expect(lines.at(-1)).toBe("  and 6 more");
  });

  test("uses colours only where the terminal has them", () => {
    const plain = create({ isTty: true });
    plain.progress.start("a").failed("down");
    expect(plain.text()).toBe("✗ a  down · 0.0 s\n");
    const coloured = create({ isTty: true, colours: true });
    coloured.progress.start("a").failed("down");
    expect(coloured.text()).toContain("\u001B[31m✗\u001B[39m a  down");
  });
});
