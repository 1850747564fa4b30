import type { Line, Terminal } from "../terminal/terminal.ts";

/** Lines at the foot of a terminal that are drawn again and again, below lines that stay. */
export interface LiveBlock {
  /** Adds a line that stays. It appears at the next drawing. */
  print(line: Line): void;
  /** Starts the drawing when it had nothing to draw. */
  refresh(): void;
  /** Draws what is left to draw, and stops. */
  close(): void;
}

/** Ten drawings a second are smooth enough, and cost nothing over a slow connection. */
const FRAME_MS = 100;

/** `draw` gives the moving lines; with none left the block is still and holds no timer. */
export function createLiveBlock(terminal: Terminal, draw: (frame: number) => string[]): LiveBlock {
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
    // Unreferenced: a moving line is no reason to keep the process.
    timer ??= setInterval(redraw, FRAME_MS).unref();
  }

  return {
    refresh,
    print(line) {
      waiting.push(line);
      // With nothing moving any more, or nothing yet, the line is not kept waiting.
      if (timer === undefined || draw(frame).length === 0) redraw();
    },
    close() {
      if (waiting.length > 0 || drawn > 0) redraw();
      stop();
    },
  };
}

/** A line that wrapped would take two rows, and rows above the screen cannot be drawn again. */
function cutLines(lines: string[], { columns, rows }: Terminal): string[] {
  const most = Math.max(1, rows - 2);
  const shown = lines.length > most ? [...lines.slice(0, most - 1), `  and ${lines.length - most + 1} more`] : lines;
  return shown.map((line) => [...line].slice(0, Math.max(1, columns - 1)).join(""));
}
