import type { Fault } from "./fault.ts";

export const HOSTILE_TEXTS: readonly string[] = [
  "<script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "</script><script>alert(1)</script>",
  "</title><svg onload=alert(1)>",
  "&lt;script&gt;alert(1)&lt;/script&gt;",
  "<!-- ]]> --><![CDATA[ <b>",
  "' onmouseover='alert(1)",
  "javascript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "https://user:pass@evil.example/",
  "//evil.example/x",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: for programs that take it for one
  "{{7*7}}${7*7}<%= 7*7 %>#{7*7}",
  "\u202Egnp.exe\u202C",
  "zero\u200Bwidth\uFEFF\u2060",
  "nul\u0000bell\u0007escape\u001b[31m",
  "line\r\nX-Injected: yes",
  "line\u2028separator\u2029",
  "lone \uD800 surrogate",
  "A".repeat(1_000_000),
  "N".repeat(300),
  '=HYPERLINK("https://evil.example","x")',
  "+cmd|' /C calc'!A0",
  "-2+3",
  "@SUM(1+1)",
  "\t=1+1",
  '"quoted","cells"',
  "semi;colon,comma",
  "..%2f..%2fetc%2fpasswd",
  "../../etc/passwd",
  "..\\..\\windows",
  "CON",
  "NUL",
  "aux.json",
  "index",
  "..",
  ".",
  "trailing.",
  "trailing ",
  "__proto__",
  "constructor",
  "toString",
  "caseVariant",
  "CASETWIN",
  "caf\u00e9",
  "cafe\u0301",
  "ﬀ-ligature",
  "STRASSE",
  "straße",
  "%00",
  "a%2Fb",
  "a?b#c&d=e",
  "*:|<>",
  "🦴👩‍👩‍👧‍👦",
  "\u{E0041}\u{E0042}tags",
  "limit",
  "search",
  "history",
];

export function createHostilePen(from = 0): () => string {
  let at = from;
  return () => HOSTILE_TEXTS[at++ % HOSTILE_TEXTS.length]!;
}

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
    id: "hostile-text",
    what: "malicious text in names, symbols, headlines and links",
    level: "body",
    lies: true,
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
      // biome-ignore lint/suspicious/noControlCharactersInRegex: XML forbids these
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
