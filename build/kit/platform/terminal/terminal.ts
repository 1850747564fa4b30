import { styleText } from "node:util";

// The only module that writes to the standard output and the standard error.
//
// Names and messages come from upstreams. A terminal obeys control characters: they can hide a
// line, rename the window or reverse text. A workflow runner obeys commands in its log: they can
// set the outputs of a step or disable later commands. So every text is escaped here.

/** What is needed of `process.stderr`. */
export interface TerminalStream {
  write(text: string): unknown;
  /** It is a terminal. Anything else may be the log of a runner. */
  isTTY?: boolean;
  columns?: number;
  rows?: number;
  hasColors?(): boolean;
}

export type Colour = Parameters<typeof styleText>[0];

/** A line of plain text, whole or in parts of which some have a colour. */
export type Line = string | readonly (string | { text: string; colour: Colour })[];

export interface Terminal {
  readonly isTty: boolean;
  readonly columns: number;
  readonly rows: number;
  /** Prints lines. A line break inside of one becomes a space. */
  print(...lines: Line[]): void;
  /** Prints text that the program itself laid out in lines, such as a table. */
  printText(text: string): void;
  /** Prints a value as one line of JSON, which means the same to its reader after escaping. */
  printJson(value: unknown): void;
  /** Prints a warning: on a runner an annotation of the run, elsewhere a line. */
  warn(title: string, message: string): void;
  /** Clears the last `drawn` rows of a terminal and prints lines in their place. */
  redraw(drawn: number, lines: readonly Line[]): void;
}

const BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]/g;
/** Control and format characters (bidi controls too), lone surrogates, invisible characters. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{DI}]/gu;

/** A control sequence, such as a colour. Other sequences lose their control characters only. */
const CONTROL_SEQUENCES = /(?:\p{Cc}\[|\u009B)[0-?]*[ -/]*[@-~]/gu;

/** One line without anything that a terminal obeys. */
export function escapeText(text: string): string {
  return text.replace(BREAKS, " ").replace(CONTROL_SEQUENCES, "").replace(UNSEEN, "");
}

/**
 * An escaped line without anything that GitHub's runner obeys: `::command::` at the beginning and
 * `##[command]` anywhere (ActionCommand.cs of actions/runner). The separator is a plain space,
 * because .NET ignores zero-width characters when it compares text.
 */
function escapeCommands(line: string): string {
  return line.replace(/:(?=:)/g, ": ").replace(/##(?=\[)/g, "## ");
}

/** JSON spells the same characters differently: none is lost. */
function escapeJson(json: string): string {
  return json
    .replace(UNSEEN, (character) => character.split("").map(renderUnit).join(""))
    .replace(/:(?=:)|#(?=\[)/g, renderUnit);
}

function renderUnit(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** The data of a command; the runner takes `%25` back last. */
function escapeData(text: string): string {
  return escapeCommands(escapeText(text)).replaceAll("%", "%25");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}

const UP_AND_CLEAR = (rows: number) => (rows === 0 ? "" : `\u001B[${rows}F\u001B[0J`);

/** Writes escaped lines to a stream, with colours where it has them. */
export function createTerminal(stream: TerminalStream, { isRunner = (): boolean => false } = {}): Terminal {
  const isTty = stream.isTTY === true;
  // The stream itself knows about NO_COLOR, FORCE_COLOR and the terminal's abilities.
  const colours = isTty && stream.hasColors?.() === true;

  function render(line: Line): string {
    const parts = (typeof line === "string" ? [line] : line).map((part) => {
      const { text, colour } = typeof part === "string" ? { text: part, colour: undefined } : part;
      const escaped = escapeText(text);
      return colours && colour !== undefined ? styleText(colour, escaped, { validateStream: false }) : escaped;
    });
    return isTty ? parts.join("") : escapeCommands(parts.join(""));
  }

  function print(...lines: Line[]): void {
    stream.write(lines.map((line) => `${render(line)}\n`).join(""));
  }

  return {
    isTty,
    get columns() {
      return stream.columns ?? 80;
    },
    get rows() {
      return stream.rows ?? 24;
    },
    print,
    printText: (text) => print(...text.replace(/\n$/, "").split("\n")),
    printJson: (value) => stream.write(`${escapeJson(JSON.stringify(value))}\n`),
    warn(title, message) {
      if (!isRunner()) print([{ text: "!", colour: "yellow" }, ` ${title}: ${message}`]);
      else stream.write(`::warning title=${escapeProperty(title)}::${escapeData(message)}\n`);
    },
    redraw: (drawn, lines) =>
      stream.write(`${UP_AND_CLEAR(drawn)}${lines.map((line) => `${render(line)}\n`).join("")}`),
  };
}
