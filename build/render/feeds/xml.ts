/** Characters that XML 1.0 forbids, escaped or not. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g;

/**
 * Numeric references: readers that decode a title twice still show these as text (RSS Advisory
 * Board).
 */
const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&#x26;",
  "<": "&#x3C;",
  ">": "&#x3E;",
  '"': "&#x22;",
  "'": "&#x27;",
};

/** Well-formed markup, as opposed to text to escape. */
export interface Markup {
  readonly markup: string;
}

/** An element; texts are escaped. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string>>,
  ...content: readonly (Markup | string)[]
): Markup {
  const opening = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`);
  const inner = content.map((part) => (typeof part === "string" ? escapeXml(part) : part.markup)).join("");
  const tag = `${name}${opening.join("")}`;
  return { markup: inner === "" ? `<${tag}/>` : `<${tag}>${inner}</${name}>` };
}

export function renderDocument(root: Markup): string {
  return `<?xml version="1.0" encoding="utf-8"?>\n${root.markup}\n`;
}

function escapeXml(text: string): string {
  return cleanText(text).replace(/[&<>"']/g, (character) => ESCAPES[character]!);
}

/** The text without forbidden characters, in one line. */
export function cleanText(text: string): string {
  return text.toWellFormed().replace(FORBIDDEN, "").replace(/\s+/g, " ").trim();
}
