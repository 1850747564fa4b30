import type { Progress, Task } from "../platform.ts";
import type { Colour, Line, Terminal } from "./terminal.ts";

export interface ProgressOptions {
  /** A terminal shows running tasks and redraws them. A log gets one line per finished task. */
  terminal: Terminal;
  /** Print only warnings and failures. */
  quiet: boolean;
  /** Unix milliseconds. */
  now: () => number;
}

export interface ClosableProgress extends Progress {
  /** Prints pending lines and stops redrawing. */
  close(): void;
}

interface RunningTask {
  label: string;
  detail: string;
  beganMs: number;
}

const SPINNER = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];

/** Prints `✓ Kraken  1,530 records · 0.4 s` per finished task; a terminal shows running ones. */
export function createProgress({ terminal, quiet, now }: ProgressOptions): ClosableProgress {
  const running = new Map<symbol, RunningTask>();
  const block = terminal.isTty && !quiet ? createLiveBlock(terminal, drawRunning) : undefined;

  function drawRunning(frame: number): string[] {
    const spinner = SPINNER[frame % SPINNER.length] ?? "";
    return [...running.values()].map((task) => `${spinner} ${renderRunning(task, now())}`);
  }

  function print(line: Line): void {
    if (block === undefined) terminal.print(line);
    else block.print(line);
  }

  function start(name: string, label = name): Task {
    const id = Symbol(name);
    const task = { label: closeUp(label), detail: "", beganMs: now() };
    running.set(id, task);
    block?.refresh();

    function end(mark: string, colour: Colour, message: string): void {
      // Ignores events after the end of a task.
      if (!running.delete(id)) return;
      if (mark === "") return;
      const elapsed = `· ${renderElapsed(now() - task.beganMs)}`;
      print([{ text: mark, colour }, ` ${task.label}  ${closeUp(message)} `, { text: elapsed, colour: "dim" }]);
    }

    return {
      update(detail) {
        task.detail = closeUp(detail);
      },
      done(summary) {
        end(quiet ? "" : "✓", "green", summary);
      },
      warned(summary) {
        end("!", "yellow", summary);
      },
      failed(reason) {
        end("✗", "red", reason);
      },
    };
  }

  return {
    start,
    note(message) {
      if (!quiet) print(`· ${closeUp(message)}`);
    },
    warn(message) {
      print([{ text: "!", colour: "yellow" }, ` ${closeUp(message)}`]);
    },
    close() {
      running.clear();
      block?.close();
    },
  };
}

function renderRunning({ label, detail, beganMs }: RunningTask, now: number): string {
  return `${label}  ${detail === "" ? "" : `${detail} · `}${renderElapsed(now - beganMs)}`;
}

function closeUp(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** `0.4 s`, `2 min 5 s`. */
function renderElapsed(ms: number): string {
  if (ms < 60_000) return `${(Math.floor(ms / 100) / 10).toFixed(1)} s`;
  const seconds = Math.floor(ms / 1_000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** The bottom lines of a terminal, redrawn below permanent lines. */
interface LiveBlock {
  /** Adds a permanent line; printed at the next redraw. */
  print(line: Line): void;
  /** Starts redrawing if idle. */
  refresh(): void;
  /** Draws pending lines and stops. */
  close(): void;
}

/** Ten redraws a second look smooth and suit a slow connection. */
const FRAME_MS = 100;

/** `draw` returns the moving lines. Without any, the block is idle and holds no timer. */
function createLiveBlock(terminal: Terminal, draw: (frame: number) => string[]): LiveBlock {
  let waiting: Line[] = [];
  let drawn = 0;
  let frame = 0;
  let timer: NodeJS.Timeout | undefined;

  function redraw(): void {
    const live = cutLines(draw(frame++), terminal);
    terminal.redraw(drawn, [...waiting, ...live]);
    waiting = [];
    drawn = live.length;
    if (drawn === 0) stop();
  }

  function stop(): void {
    clearInterval(timer);
    timer = undefined;
  }

  function refresh(): void {
    // Unreferenced: redrawing must not keep the process alive.
    timer ??= setInterval(redraw, FRAME_MS).unref();
  }

  return {
    refresh,
    print(line) {
      waiting.push(line);
      // Without moving lines, print at once.
      if (timer === undefined || draw(frame).length === 0) redraw();
    },
    close() {
      if (waiting.length > 0 || drawn > 0) redraw();
      stop();
    },
  };
}

/** Cuts lines: a wrapped line takes two rows and breaks redrawing. */
function cutLines(lines: string[], { columns, rows }: Terminal): string[] {
  const most = Math.max(1, rows - 2);
  const shown = lines.length > most ? [...lines.slice(0, most - 1), `  and ${lines.length - most + 1} more`] : lines;
  return shown.map((line) => [...line].slice(0, Math.max(1, columns - 1)).join(""));
}
