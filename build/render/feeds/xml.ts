/** What XML 1.0 cannot hold at all, escaped or not: one such character and no reader parses the document. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g;

/**
 * Numeric references for the two that start markup: the RSS Advisory Board's profile found that readers which decode a
 * title twice still show these as text.
 */
const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&#x26;",
  "<": "&#x3C;",
  ">": "&#x3E;",
  '"': "&#x22;",
  "'": "&#x27;",
};

/** Markup that is already well-formed, as opposed to a text that still has to be escaped. */
export interface Markup {
  readonly markup: string;
}

/** An element; texts are escaped, empty ones still written. */
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

/** The text without what XML forbids, on one line. */
export function cleanText(text: string): string {
  return text.toWellFormed().replace(FORBIDDEN, "").replace(/\s+/g, " ").trim();
}
