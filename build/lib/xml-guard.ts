export const MAX_XML_BYTES = 2 * 1024 * 1024;

/**
 * Accepts a complete XML document of at most `maxLength` characters with one of the roots
 * (lower-case), without byte order mark.
 * Refuses DOCTYPE and entity declarations: entity expansion makes small documents large.
 */
export function guardXml(text: string, roots: readonly string[], maxLength: number = MAX_XML_BYTES): string {
  const document = text.startsWith("\u{FEFF}") ? text.slice(1) : text;
  if (document.length > maxLength) throw new SyntaxError(`expected at most ${maxLength} characters of XML`);
  const body = skipProlog(document);
  if (/^<(!doctype\s+html|html)\b/i.test(body)) throw new SyntaxError("expected XML, got an HTML page");
  if (/<!(doctype|entity)/i.test(document)) throw new SyntaxError("XML that declares a DOCTYPE or entities is refused");
  const root = /^<([a-z_][\w.:-]*)/i.exec(body)?.[1]?.toLowerCase();
  if (root === undefined || !roots.includes(root)) {
    throw new SyntaxError(`expected <${roots.join("> or <")}>, got: ${JSON.stringify(body.slice(0, 60))}`);
  }
  // Lenient parsers accept truncated documents.
  if (!document.toLowerCase().includes(`</${root}`)) throw new SyntaxError(`the XML document ends before </${root}>`);
  return document;
}

/** The document without XML declaration, processing instructions and leading comments. */
function skipProlog(document: string): string {
  let rest = document.trimStart();
  for (;;) {
    const end = rest.startsWith("<?") ? "?>" : rest.startsWith("<!--") ? "-->" : undefined;
    const at = end === undefined ? -1 : rest.indexOf(end);
    if (end === undefined || at === -1) return rest;
    rest = rest.slice(at + end.length).trimStart();
  }
}
