import { cleanText } from "./plain-text.ts";
import { groupThousands } from "./text-layout.ts";

// Markdown for GitHub: the summary of a run and the body of an issue. GitHub searches the rendered
// text for mentions, references and addresses, so escapes do not stop it. It does not search code.
// So every text becomes code, and only this module makes Markdown.

type Separator = " " | "\n" | "\n\n" | " | ";

/**
 * Characters of a block and of a line. GitHub refuses a body of more than 65,536, and a text of
 * backticks takes two fences of its own length.
 */
const MAX_BLOCK = 20_000;
const MAX_LINE = 1_000;

/** Markdown of this program. Any text in it was escaped. */
class SafeMarkdown {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Only this module makes it. */
export type Markdown = SafeMarkdown;

/** Markdown from a template. Numbers and Markdown stay unchanged, text becomes code in one line. */
export function md(strings: TemplateStringsArray, ...values: readonly (string | number | Markdown)[]): Markdown {
  const rendered = values.map(renderValue);
  return new SafeMarkdown(strings.flatMap((part, index) => [part, rendered[index] ?? ""]).reduce(append));
}

/** Parts that are escaped already, as one. */
export function joinMarkdown(parts: readonly Markdown[], separator: Separator = "\n"): Markdown {
  return new SafeMarkdown(parts.map(({ text }) => text).join(separator));
}

/** A link to an address of the program's own, never to one from upstream text. */
export function renderLink(label: Markdown, url: string): Markdown {
  const address = new URL(url).href.replace(/[<>\\|`]/g, encodeURIComponent).replaceAll("&", "&amp;");
  return new SafeMarkdown(`[${label.text}](<${address}>)`);
}

/** `1,530`. */
export function renderCount(value: number): Markdown {
  return new SafeMarkdown(groupThousands(value));
}

/** Lines of text as a block of code. Long text is cut. */
export function renderBlock(text: string): Markdown {
  const lines = text
    .slice(0, MAX_BLOCK)
    .split(/\r\n|[\n\r\u2028\u2029]/)
    // Keeps the indentation.
    .map((line) => `${/^ */.exec(line)?.[0] ?? ""}${cleanText(line)}`);
  const fence = findFence(lines.join("\n"), 3);
  return new SafeMarkdown([`${fence}text`, ...lines, fence].join("\n"));
}

function renderValue(value: string | number | Markdown): string {
  if (value instanceof SafeMarkdown) return value.text;
  return typeof value === "number" ? String(value) : renderCode(value);
}

/** Adjacent backticks form one run, which would begin or end other code. */
function append(left: string, right: string): string {
  if (left.endsWith("`") && right.startsWith("`"))
    throw new RangeError("Two pieces of code in Markdown need a space between them.");
  return `${left}${right}`;
}

/** A bar ends a table cell, even in code, and parsers disagree about escaped bars. */
function renderCode(text: string): string {
  const line = cleanText(text.slice(0, MAX_LINE)).replaceAll("|", "¦");
  if (line === "") return "";
  const fence = findFence(line, 1);
  const space = /^`|`$/.test(line) ? " " : "";
  return `${fence}${space}${line}${space}${fence}`;
}

/** Longer than every run of backticks in the text, so that none of them ends the code. */
function findFence(text: string, least: number): string {
  const runs = text.match(/`+/g) ?? [];
  return "`".repeat(Math.max(least, ...runs.map((run) => run.length + 1)));
}
