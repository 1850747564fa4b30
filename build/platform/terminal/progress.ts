import { createLiveBlock } from "../http/live-block.ts";
import type { Progress, Task } from "../platform.ts";
import type { Colour, Line, Terminal } from "./terminal.ts";

export interface ProgressOptions {
  /** A terminal shows running tasks and redraws them. A log gets one line per finished task. */
  terminal: Terminal;
  /** Only warnings and failures. */
  quiet: boolean;
  /** Unix milliseconds. */
  now: () => number;
}

export interface ClosableProgress extends Progress {
  /** Prints what is still waiting, and stops redrawing. */
  close(): void;
}

const SPINNER = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];

/** `✓ kraken  1,530 tickers · 0.4 s` for each finished task; on a terminal also one moving line for each running one. */
export function createProgress({ terminal, quiet, now }: ProgressOptions): ClosableProgress {
  const running = new Map<symbol, { label: string; detail: string; beganMs: number }>();
  const block = terminal.isTty && !quiet ? createLiveBlock(terminal, drawRunning) : undefined;

  function drawRunning(frame: number): string[] {
    const spinner = SPINNER[frame % SPINNER.length] ?? "";
    return [...running.values()].map(({ label, detail, beganMs }) => {
      const elapsed = renderElapsed(now() - beganMs);
      return `${spinner} ${label}  ${detail === "" ? "" : `${detail} · `}${elapsed}`;
    });
  }

  function print(line: Line): void {
    if (block === undefined) terminal.print(line);
    else block.print(line);
  }

  function start(name: string): Task {
    const id = Symbol(name);
    const task = { label: closeUp(name), detail: "", beganMs: now() };
    running.set(id, task);
    block?.refresh();

    function end(mark: string, colour: Colour, message: string): void {
      // A task ends once; what comes later is about nothing that is shown.
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

function closeUp(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** `0.4 s`, `2 min 5 s`. */
function renderElapsed(ms: number): string {
  if (ms < 60_000) return `${(Math.floor(ms / 100) / 10).toFixed(1)} s`;
  const seconds = Math.floor(ms / 1_000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
