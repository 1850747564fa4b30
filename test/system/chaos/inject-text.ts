import type { Fault } from "./fault.ts";

/** Fields that hold free text of an upstream and that are shown, linked or used in file names. */
const TEXTS =
  /^(name|symbol|category|country|description|author|title|url|image|logo|homepage|id|slug|chain|trust_score)$/;
/** Below the share at which a whole response is rejected: the other rows are still published. */
const EVERY = 6;

/**
 * Puts hostile texts into otherwise sound rows, one field at a time. In lists, one row in several
 * gets one.
 */
export function injectTexts(pen: () => string): Fault {
  return {
    ...{
      id: "hostile-text",
      what: "hostile texts in names, symbols, headlines and links",
      level: "body",
      lies: true,
    },
    edit(text) {
      if (text.trimStart().startsWith("<")) return { body: Buffer.from(injectXml(text, pen)) };
      const body: unknown = JSON.parse(text);
      inject(body, pen);
      return { body: Buffer.from(JSON.stringify(body)) };
    },
  };
}

function inject(value: unknown, pen: () => string): void {
  if (Array.isArray(value) && value.length > EVERY) {
    for (const [index, row] of value.entries())
      if (index % EVERY === EVERY - 1) injectOne(row, pen, Math.floor(index / EVERY));
  } else if (Array.isArray(value))
    for (const [index, each] of value.entries()) {
      if (typeof each === "string") value[index] = pen();
      else inject(each, pen);
    }
  else if (typeof value === "object" && value !== null) {
    for (const [key, each] of Object.entries(value)) {
      if (typeof each === "object") inject(each, pen);
      else if (typeof each === "string" && key !== "id" && Number.isNaN(Number(each)))
        (value as Record<string, unknown>)[key] = pen();
    }
  }
}

function injectOne(row: unknown, pen: () => string, turn: number): void {
  if (typeof row !== "object" || row === null) return;
  const fields = Object.keys(row).filter((key) => TEXTS.test(key));
  const field = fields[turn % Math.max(fields.length, 1)];
  if (field !== undefined) (row as Record<string, unknown>)[field] = pen();
}

/**
 * Characters that XML cannot hold are removed: such a feed is refused whole, which is a separate
 * fault.
 */
function injectXml(text: string, pen: () => string): string {
  const clean = () =>
    pen()
      .toWellFormed()
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that XML forbids
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "")
      .slice(0, 20_000);
  const escaped = () => clean().replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  let turn = 0;
  return text.replace(
    /<(title|link|dc:creator|author|category|guid)(\b[^>]*)>([\s\S]*?)<\/\1>/g,
    (whole: string, name: string, attributes: string) => {
      turn += 1;
      if (turn % EVERY !== 0) return whole;
      const content = turn % (2 * EVERY) === 0 ? `<![CDATA[${clean().replaceAll("]]>", "")}]]>` : escaped();
      return `<${name}${attributes}>${content}</${name}>`;
    },
  );
}
