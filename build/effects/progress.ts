import { styleText } from "node:util";
import type { Progress, Task } from "./effects.ts";
import { createLiveBlock, type TerminalStream } from "./live-block.ts";
import { renderElapsed, renderLine } from "./terminal-text.ts";

export interface ProgressOptions {
  stream: TerminalStream;
  /** A person watches: running tasks are shown and redrawn. Otherwise only what is final is printed, line by line. */
  isTty: boolean;
  /** Only warnings and failures. */
  quiet: boolean;
  /** Unix milliseconds. */
  now: () => number;
}

export interface ClosableProgress extends Progress {
  /** Prints what is still waiting, and stops redrawing. */
  close(): void;
}

type Colour = Parameters<typeof styleText>[0];

const SPINNER = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];

/** `✓ kraken  1,530 tickers · 0.4 s` for each finished task; on a terminal also one moving line for each running one. */
export function createProgress({ stream, isTty, quiet, now }: ProgressOptions): ClosableProgress {
  // The stream itself knows about NO_COLOR, FORCE_COLOR and the terminal's abilities.
  const colours = isTty && stream.hasColors?.() === true;
  const paint = (colour: Colour, text: string) => (colours ? styleText(colour, text, { validateStream: false }) : text);
  const running = new Map<symbol, { label: string; detail: string; beganMs: number }>();
  const block = isTty && !quiet ? createLiveBlock(stream, drawRunning) : undefined;

  function drawRunning(frame: number): string[] {
    const spinner = SPINNER[frame % SPINNER.length] ?? "";
    return [...running.values()].map(({ label, detail, beganMs }) => {
      const elapsed = renderElapsed(now() - beganMs);
      return `${spinner} ${label}  ${detail === "" ? "" : `${detail} · `}${elapsed}`;
    });
  }

  function print(line: string): void {
    if (block === undefined) stream.write(`${line}\n`);
    else block.print(line);
  }

  function start(name: string): Task {
    const id = Symbol(name);
    const task = { label: renderLine(name), detail: "", beganMs: now() };
    running.set(id, task);
    block?.refresh();

    function end(mark: string, message: string): void {
      // A task ends once; what comes later is about nothing that is shown.
      if (!running.delete(id)) return;
      if (mark === "") return;
      print(
        `${mark} ${task.label}  ${renderLine(message)} ${paint("dim", `· ${renderElapsed(now() - task.beganMs)}`)}`,
      );
    }

    return {
      update(detail) {
        task.detail = renderLine(detail);
      },
      done(summary) {
        end(quiet ? "" : paint("green", "✓"), summary);
      },
      warned(summary) {
        end(paint("yellow", "!"), summary);
      },
      failed(reason) {
        end(paint("red", "✗"), reason);
      },
    };
  }

  return {
    start,
    note(message) {
      if (!quiet) print(`· ${renderLine(message)}`);
    },
    warn(message) {
      print(`${paint("yellow", "!")} ${renderLine(message)}`);
    },
    close() {
      running.clear();
      block?.close();
    },
  };
}
